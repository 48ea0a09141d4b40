import { useParams, useSearchParams } from 'react-router';
import { t } from '#language/message.ts';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { PageHead } from '../../page/page-head.tsx';
import { useWrittenFor } from '../../selling/product-editor/use-written-for.ts';
import { AskAboutProduct, WriteAboutOrder } from './new-thread.tsx';
import { ThreadView } from './thread-view.tsx';

/** One conversation; `?seller=` reads it for a shop. 'new' in the place of its id begins one, about what the query names. */
export function Component() {
  const { threadId = '' } = useParams();
  const [query] = useSearchParams();
  const isNew = threadId === 'new';
  const address = query.get(isNew ? 'as' : 'seller');
  return (
    <>
      <PageHead title={t('Messages')} description={t('Between a buyer and a shop.')} noIndex />
      {address !== null ? (
        <ForShop address={address} />
      ) : isNew ? (
        <New />
      ) : (
        <ThreadView key={threadId} shop={null} threadId={threadId} />
      )}
    </>
  );
}

function New() {
  const [query] = useSearchParams();
  const [product, order] = [query.get('product'), query.get('order')];
  if (product) return <AskAboutProduct key={product} productId={product} />;
  const machine = query.get('machine');
  if (order)
    return <WriteAboutOrder key={order} orderId={order} to={query.get('seller')} shop={null} machine={machine} />;
  return (
    <p className="text-ink-2">{t('Choose a product or one of your orders, and write to its seller from there.')}</p>
  );
}

function ForShop({ address }: { address: string }) {
  const { threadId = '' } = useParams();
  const [query] = useSearchParams();
  const shops = useWrittenFor();
  const order = query.get('order');
  return (
    <ShowLoaded from={shops} skeleton={<RowSkeleton rows={3} />} fault={t('Your shops could not be loaded.')}>
      {(known) => {
        const shop = known.find((one) => one.address === address);
        if (!shop) return <p className="text-ink-2">{t('There is no such shop, or you do not write for it.')}</p>;
        if (threadId !== 'new') return <ThreadView key={threadId} shop={shop} threadId={threadId} />;
        if (order) return <WriteAboutOrder orderId={order} to={null} shop={shop} />;
        return <p className="text-ink-2">{t('Choose one of your sales, and write to its buyer from there.')}</p>;
      }}
    </ShowLoaded>
  );
}
