import { MessagesSquare } from 'lucide-react';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { disputesPath } from '#contract/ordering/dispute.ts';
import { type Thread, threadPath, threadsPath } from '#contract/people/message.ts';
import { t } from '#language/message.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ActionButton } from '#ui/form/action-button.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { rich } from '#ui/rich.ts';
import { RowSkeleton } from '#ui/section.tsx';
import { useWrittenFor, type WrittenFor } from '../../selling/product-editor/use-written-for.ts';
import { useNewestSide, useThreads } from './messages.ts';

/** The user's conversations: as a buyer, and for each shop that they write for. */
export function ThreadList() {
  const [query] = useSearchParams();
  const address = query.get('seller');
  const isChosen = address !== null || query.get('as') === 'buyer';
  const shops = useWrittenFor();
  return (
    <>
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h1 className="page-title">{t('Messages')}</h1>
        <a href={disputesPath(address ?? undefined)} className="text-link text-sm">
          {rich('Disputes{span}', {
            span: <span className="sr-only"> {address === null ? t('about orders') : t('of this shop')}</span>,
          })}
        </a>
      </div>
      {!isChosen && shops.value === null && !shops.failed ? (
        <Waiting />
      ) : !isChosen && shops.value && shops.value.length > 0 ? (
        <Newest shops={shops.value} />
      ) : address === null ? (
        <>
          <Sides shops={shops.value ?? []} current={null} />
          <Threads key="" shop={null} />
        </>
      ) : (
        <ShowLoaded from={shops} skeleton={<RowSkeleton rows={3} />} fault={t('Your shops could not be loaded.')}>
          {(known) => {
            const shop = known.find((one) => one.address === address) ?? null;
            return (
              <>
                <Sides shops={known} current={shop} />
                {shop ? (
                  <Threads key={shop.sellerId} shop={shop} />
                ) : (
                  <p className="text-ink-2">{t('There is no such shop, or you do not write for it.')}</p>
                )}
              </>
            );
          }}
        </ShowLoaded>
      )}
    </>
  );
}

/** Redirect for members of shops to where something is unread, or newest; the address says which side that is. */
function Newest({ shops }: { shops: WrittenFor[] }) {
  const navigate = useNavigate();
  const { value, failed } = useNewestSide(shops.map(({ sellerId }) => sellerId));
  const shop = value?.side ? shops.find(({ sellerId }) => sellerId === value.side) : undefined;
  const path = value || failed ? threadsPath(shop?.address ?? null) : null;
  useEffect(() => {
    if (path !== null) navigate(path, { replace: true });
  }, [path, navigate]);
  return <Waiting />;
}

function Waiting() {
  return (
    <div role="status">
      <span className="sr-only">{t('Loading')}</span>
      <RowSkeleton rows={3} />
    </div>
  );
}

/** Sides to choose from. People without a shop have one side alone. */
function Sides({ shops, current }: { shops: WrittenFor[]; current: WrittenFor | null }) {
  if (shops.length === 0) return null;
  return (
    <nav aria-label={t('Whose messages')} className="mb-5 flex flex-wrap gap-2">
      <a href={threadsPath(null)} aria-current={current === null ? 'true' : undefined} className="chip">
        {t('As a buyer')}
      </a>
      {shops.map((shop) => (
        <a
          key={shop.sellerId}
          href={threadsPath(shop.address)}
          aria-current={current?.sellerId === shop.sellerId ? 'true' : undefined}
          className="chip"
        >
          <bdi>{shop.name}</bdi>
        </a>
      ))}
    </nav>
  );
}

function Threads({ shop }: { shop: WrittenFor | null }) {
  const { first, items, more } = useThreads(shop?.sellerId ?? null);
  return (
    <>
      <ShowLoaded from={first} skeleton={<RowSkeleton rows={3} />} fault={t('Your messages could not be loaded.')}>
        {() =>
          items.length === 0 ? (
            <EmptyState icon={MessagesSquare} title={t('There are no messages yet.')}>
              {shop
                ? t('What buyers ask about your products and their orders stands here.')
                : t('Ask a seller from the page of a product, or from one of your orders: the answer comes here.')}
            </EmptyState>
          ) : (
            <ul className="border-b sm:-mx-3">
              {items.map((thread) => (
                <Row key={thread.thread_id} thread={thread} shop={shop} />
              ))}
            </ul>
          )
        }
      </ShowLoaded>
      {more && (
        <div className="mt-6">
          <ActionButton action={more}>{t('Show older conversations')}</ActionButton>
        </div>
      )}
    </>
  );
}

/** The link is what it is about; the whole row answers a click. */
function Row({ thread, shop }: { thread: Thread; shop: WrittenFor | null }) {
  const { about, unread, last_side: lastSide } = thread;
  const isOwn = lastSide === (shop ? 'seller' : 'buyer');
  const other = shop ? (thread.buyer?.name ?? t('Former customer')) : thread.seller.name;
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 border-t py-4 hover:bg-sunken has-focus-visible:bg-sunken sm:px-3">
      <p className="flex min-w-0 flex-wrap items-center gap-x-2.5">
        <a
          href={threadPath(thread.thread_id, shop?.address)}
          className="font-[560] after:absolute after:inset-0 after:content-['']"
        >
          <bdi>{'order_id' in about ? t('Order {order_id}', { order_id: about.order_id }) : about.product_name}</bdi>
        </a>
        {unread > 0 && (
          <span className="badge num bg-accent-soft text-accent-ink">
            {unread === 1 ? '1 new' : t('{unread} new', { unread })}
          </span>
        )}
      </p>
      <p className="num text-sm text-ink-3">
        <LocalTime instant={thread.last_at} />
      </p>
      <p className="col-span-2 text-sm text-ink-3">
        <bdi>{other}</bdi>
      </p>
      <p dir="auto" className={`col-span-2 line-clamp-2 text-sm ${unread > 0 ? 'text-ink' : 'text-ink-2'}`}>
        {isOwn && <span className="text-ink-3">{t('You:')} </span>}
        {thread.excerpt}
      </p>
    </li>
  );
}
