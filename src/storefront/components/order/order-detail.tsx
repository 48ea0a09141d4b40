import { ArrowLeft, Package } from 'lucide-react';
import { type ReactNode, type RefObject, useRef } from 'react';
import { cardText } from '#contract/card.ts';
import type { Order, PaymentMethod } from '#contract/order.ts';
import { ActionButton } from '#ui/action-button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { ShowLoaded } from '#ui/show-loaded.tsx';
import { downloadReceipt } from '../../order/download-receipt.ts';
import { useOrder } from '../../order/use-order.ts';
import { CancelOrder } from './cancel-order.tsx';
import { OrderLines } from './order-lines.tsx';
import { OrderRefunds } from './order-refunds.tsx';
import { OrderReview } from './order-review.tsx';
import { OrderStatus } from './order-status.tsx';
import { PaymentInstructions } from './payment-instructions.tsx';

const methods: Record<PaymentMethod, string> = { card: 'Card', transfer: 'Bank transfer', check: 'Check' };

/** One order: what it holds, what it costs, where it stands, and what can be done about it. */
export function OrderDetail({ orderId }: { orderId: string }) {
  const order = useOrder(orderId);
  const heading = useRef<HTMLHeadingElement>(null);

  return (
    <>
      <a href="/profile/order" className="btn btn-ghost btn-sm -ml-3 mb-2">
        <ArrowLeft size={16} strokeWidth={1.8} aria-hidden />
        My Orders
      </a>
      <h1 ref={heading} tabIndex={-1} className="page-title mb-5 outline-none">
        Order <span className="font-mono text-[.9em] tracking-normal">{orderId}</span>
      </h1>
      <ShowLoaded from={order} skeleton={<RowSkeleton rows={4} />} fault="This order could not be loaded.">
        {({ found }) =>
          found ? (
            <div className="grid gap-8">
              <Facts order={found} />
              <OrderReview order={found} />
              <PaymentInstructions order={found} />
              <OrderRefunds order={found} />
              <OrderLines order={found} />
              <Actions order={found} heading={heading} onCancelled={order.reload} />
            </div>
          ) : (
            <EmptyState icon={Package} title="You have no order with this number.">
              It may be an order of another account.
            </EmptyState>
          )
        }
      </ShowLoaded>
    </>
  );
}

function Facts({ order }: { order: Order }) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-4 border-y py-4 max-sm:text-sm sm:flex sm:flex-wrap sm:gap-x-12">
      <Fact name="Status">
        <OrderStatus status={order.order_status} />
      </Fact>
      <Fact name="Ordered">
        <LocalTime instant={order.create_time} />
      </Fact>
      <Fact name="Payment">{order.card ? cardText(order.card) : methods[order.payment_method]}</Fact>
      {order.paid_at && (
        <Fact name="Paid">
          <LocalTime instant={order.paid_at} />
        </Fact>
      )}
      {order.order_status === 'pending' && order.expires_at && (
        <Fact name="Held for you until">
          <LocalTime instant={order.expires_at} />
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-1">
      <dt className="text-sm text-ink-3">{name}</dt>
      <dd className="num">{children}</dd>
    </div>
  );
}

type ActionsProps = { order: Order; heading: RefObject<HTMLElement | null>; onCancelled: () => Promise<void> };

function Actions({ order, heading, onCancelled }: ActionsProps) {
  const pending = order.order_status === 'pending';
  if (!pending && !order.paid_at) return null;
  return (
    <div className="flex flex-wrap items-start gap-3">
      {pending && order.checkout_url && (
        // A page of the provider, even where it is of this site: the browser loads it.
        <a href={order.checkout_url} target="_self" className="btn btn-accent">
          Pay now
        </a>
      )}
      {pending && <CancelOrder orderId={order.order_id} heading={heading} onCancelled={onCancelled} />}
      {order.paid_at && (
        <ActionButton className="btn btn-line" action={() => downloadReceipt(order.order_id)}>
          Download receipt
        </ActionButton>
      )}
    </div>
  );
}
