import { MessagesSquare } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { threadPath } from '#contract/people/message.ts';
import { t } from '#language/message.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { rich } from '#ui/rich.ts';
import { RowSkeleton } from '#ui/section.tsx';
import { productPath } from '../../catalogue/paths.ts';
import { orderPath } from '../../ordering/order/order-path.ts';
import { salesPath } from '../../ordering/seller-order/sales.ts';
import type { WrittenFor } from '../../selling/product-editor/use-written-for.ts';
import { MessageForm } from './message-form.tsx';
import { begin, useAskedProduct } from './messages.ts';

/** The first message about a product, to the shop that sells it. */
export function AskAboutProduct({ productId }: { productId: string }) {
  const product = useAskedProduct(productId);
  return (
    <>
      <h1 className="page-title mb-5">{t('Ask the seller')}</h1>
      <ShowLoaded from={product} skeleton={<RowSkeleton rows={2} />} fault={t('The product could not be loaded.')}>
        {({ found }) => {
          if (!found)
            return (
              <EmptyState icon={MessagesSquare} title={t('This product is not on sale.')}>
                {t('What you have bought of it is in My Orders: you can write to its seller from there.')}
              </EmptyState>
            );
          if (!found.seller)
            return (
              <EmptyState
                icon={MessagesSquare}
                title={t('We sell this product ourselves.')}
                action={{ href: '/contact', label: t('Contact us') }}
              >
                {t('Ask us, and mention the product.')}
              </EmptyState>
            );
          const link = (
            <a href={productPath(found.product_id)} className="text-link">
              <bdi>{found.product_name}</bdi>
            </a>
          );
          return (
            <First
              intro={rich('About {link}, to {name}. The shop does not see your e-mail address.', {
                link,
                name: <bdi className="font-[560] text-ink">{found.seller.name}</bdi>,
              })}
              shop={null}
              posted={(text) => ({ product_id: found.product_id, text })}
            />
          );
        }}
      </ShowLoaded>
    </>
  );
}

type WriteAboutOrderProps = {
  orderId: string;
  /** The address of the shop that is written to, where an order has products of several. */
  to: string | null;
  /** The shop that writes; null: the buyer does. */
  shop: WrittenFor | null;
  /** That was not there: what is to be said of that is asked for. */
  machine?: string | null;
};

/** The words of an outage, to be filled in; the shop finds the machine by its id. */
function outageText(machine: string): string {
  const id = /^machine_[0-9a-f-]{1,60}$/.test(machine) ? machine : '';
  return `The machine could not be used${id && ` (${id})`}.\nFrom: \nTo: \nWhat happened: `;
}

export function WriteAboutOrder({ orderId, to, shop, machine = null }: WriteAboutOrderProps) {
  const link = (
    <a href={shop ? salesPath(shop.address, { id: orderId }) : orderPath(orderId)} className="text-link font-mono">
      {orderId}
    </a>
  );
  return (
    <>
      <h1 className="page-title mb-5">
        {shop ? t('Write to the buyer') : machine === null ? t('Write to the seller') : t('Report an outage')}
      </h1>
      <First
        {...(machine !== null && { text: outageText(machine) })}
        intro={rich(
          'About order {link}. The other side is told by mail that there is a message, and not what it says.',
          {
            link,
          },
        )}
        shop={shop}
        posted={(text) => ({ order_id: orderId, text, ...(to !== null && { seller: to }) })}
      />
    </>
  );
}

type FirstProps = {
  intro: ReactNode;
  shop: WrittenFor | null;
  posted: (text: string) => Parameters<typeof begin>[1];
  /** Initial text of the field. */
  text?: string;
};

function First({ intro, shop, posted, text: initial = '' }: FirstProps) {
  const navigate = useNavigate();

  async function send(text: string) {
    const outcome = await begin(shop?.sellerId ?? null, posted(text));
    if ('fault' in outcome) return outcome.fault;
    navigate(threadPath(outcome.thread.thread_id, shop?.address), { replace: true });
    return undefined;
  }

  return (
    <div className="grid gap-5">
      <p className="text-ink-2">{intro}</p>
      <MessageForm label={t('Your message')} initial={initial} send={send} />
    </div>
  );
}
