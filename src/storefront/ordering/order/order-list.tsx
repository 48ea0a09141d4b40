import { ChevronRight, Package } from 'lucide-react';
import { countText } from '#contract/catalogue/product/price-unit.ts';
import { nameWithOptions } from '#contract/catalogue/product/variant.ts';
import { libraryPath } from '#contract/goods/library/library.ts';
import { formatAmount } from '#contract/money/amount/money.ts';
import { disputesPath } from '#contract/ordering/dispute.ts';
import type { Order } from '#contract/ordering/order.ts';
import { t } from '#language/message.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ActionButton } from '#ui/form/action-button.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { rich } from '#ui/rich.ts';
import { RowSkeleton } from '#ui/section.tsx';
import { categoryPath } from '../../catalogue/paths.ts';
import { orderPath } from './order-path.ts';
import { OrderStatus } from './order-status.tsx';
import { useOrders } from './orders.ts';

/** The customer's orders, newest first. */
export function OrderList({ email }: { email: string }) {
  const { first, items, more } = useOrders(email);
  return (
    <>
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h1 className="page-title">{t('My Orders')}</h1>
        <a href={disputesPath()} className="text-link text-sm">
          {rich('Disputes<span> about orders</span>', { span: (words) => <span className="sr-only">{words}</span> })}
        </a>
      </div>
      <ShowLoaded from={first} skeleton={<RowSkeleton rows={3} />} fault={t('Your orders could not be loaded.')}>
        {() =>
          items.length === 0 ? (
            <EmptyState
              icon={Package}
              title={t('You have no orders yet.')}
              action={{ href: categoryPath('all'), label: t('Continue Shopping') }}
            >
              {t('What you order stands here, with its state and its products.')}
            </EmptyState>
          ) : (
            <>
              <ul className="border-b sm:-mx-3">
                {items.map((order) => (
                  <OrderRow key={order.order_id} order={order} />
                ))}
              </ul>
              {more && (
                <div className="mt-6">
                  <ActionButton action={more}>{t('Show older orders')}</ActionButton>
                </div>
              )}
            </>
          )
        }
      </ShowLoaded>
    </>
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
          <span className="sr-only">{t('Order')} </span>
          {order.order_id}
        </a>
        <OrderStatus status={order.order_status} />
      </p>
      <p className="num text-right font-[580]">{formatAmount(order.total)}</p>
      <ChevronRight size={18} strokeWidth={1.6} aria-hidden className="text-ink-3 sm:row-span-2" />
      <p className="text-sm text-ink-2 max-sm:col-span-3 sm:col-start-1">
        <span className="line-clamp-2">{productNames(order)}</span>
        {order.paid_at && order.products.some(({ goods = [] }) => goods.length > 0) && (
          <a href={libraryPath()} className="text-link relative z-10">
            {rich('In your library{span}', {
              span: <span className="sr-only">{t(': order {order_id}', { order_id: order.order_id })}</span>,
            })}
          </a>
        )}
      </p>
      <p className="num self-start text-sm text-ink-3 max-sm:col-span-3 sm:col-start-2 sm:text-right">
        <LocalTime instant={order.create_time} />
      </p>
    </li>
  );
}

/** 'H100 SXM (Region: Norway, GPUs: 8) × 2, CommonWeb 2T'. */
function productNames({ products }: Order): string {
  return products
    .map(({ product_name, selected_options: selected = [], num, machines }) => {
      const name = nameWithOptions(product_name, selected);
      const count = countText(num, machines);
      return count === '1' ? name : `${name} × ${count}`;
    })
    .join(', ');
}
