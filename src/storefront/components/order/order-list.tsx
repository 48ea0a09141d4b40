import { ChevronRight, Package } from 'lucide-react';
import { useState } from 'react';
import type { ListPage } from '#client/api-client/api-client.ts';
import { createBrowserApi } from '#client/api-client/browser-api.ts';
import { listOrders } from '#client/api-client/order.ts';
import type { Order } from '#contract/order.ts';
import { ActionButton } from '#ui/action-button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Moment } from '#ui/moment.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { ShowLoaded } from '#ui/show-loaded.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { categoryPath } from '../../catalogue/category-links.ts';
import { formatAmount } from '../../checkout/format-amount.ts';
import { orderPath } from '../../order/order-path.ts';
import { OrderStatus } from './order-status.tsx';

/** The customer's orders, newest first. */
export function OrderList({ email }: { email: string }) {
  const orders = useLoaded(() => listOrders(createBrowserApi(), email));
  const [added, setAdded] = useState<ListPage<Order> | null>(null);
  return (
    <>
      <h1 className="page-title mb-6">My Orders</h1>
      <ShowLoaded from={orders} skeleton={<RowSkeleton rows={3} />} fault="Your orders could not be loaded.">
        {(first) =>
          first.items.length === 0 ? (
            <EmptyState
              icon={Package}
              title="You have no orders yet."
              action={{ href: categoryPath('all'), label: 'Continue Shopping' }}
            >
              What you order stands here, with its state and its products.
            </EmptyState>
          ) : (
            <>
              <ul className="border-b sm:-mx-3">
                {[...first.items, ...(added?.items ?? [])].map((order) => (
                  <OrderRow key={order.order_id} order={order} />
                ))}
              </ul>
              <ShowOlder email={email} after={added ?? first} onLoaded={setAdded} added={added} />
            </>
          )
        }
      </ShowLoaded>
    </>
  );
}

type ShowOlderProps = {
  email: string;
  /** The last page that is shown. */
  after: ListPage<Order>;
  added: ListPage<Order> | null;
  onLoaded: (added: ListPage<Order>) => void;
};

function ShowOlder({ email, after: { next }, added, onLoaded }: ShowOlderProps) {
  if (!next) return null;
  async function show() {
    const page = await listOrders(createBrowserApi(), email, next ?? undefined).catch(() => null);
    if (!page) return 'They could not be loaded.';
    onLoaded({ items: [...(added?.items ?? []), ...page.items], next: page.next });
    return undefined;
  }
  return (
    <div className="mt-6">
      <ActionButton action={show}>Show older orders</ActionButton>
    </div>
  );
}

/** The link is the number; the whole row answers a click. */
function OrderRow({ order }: { order: Order }) {
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto_1rem] items-center gap-x-4 gap-y-2 border-t py-4 hover:bg-sunken has-focus-visible:bg-sunken sm:px-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <a
          href={orderPath(order.order_id)}
          className="font-mono text-sm font-[560] after:absolute after:inset-0 after:content-['']"
        >
          <span className="sr-only">Order </span>
          {order.order_id}
        </a>
        <OrderStatus status={order.order_status} />
      </p>
      <p className="num text-right font-[580]">{formatAmount(order.total)}</p>
      <ChevronRight size={18} strokeWidth={1.6} aria-hidden className="text-ink-3 sm:row-span-2" />
      <p className="line-clamp-2 text-sm text-ink-2 max-sm:col-span-3 sm:col-start-1">{productNames(order)}</p>
      <p className="num self-start text-sm text-ink-3 max-sm:col-span-3 sm:col-start-2 sm:text-right">
        <Moment instant={order.create_time} />
      </p>
    </li>
  );
}

/** 'H100 SXM × 2, CommonWeb 2T'. */
function productNames({ products }: Order): string {
  return products.map(({ product_name, num }) => (num === 1 ? product_name : `${product_name} × ${num}`)).join(', ');
}
