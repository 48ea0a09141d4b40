import { Package } from 'lucide-react';
import { type RefObject, useRef } from 'react';
import { cardText } from '#contract/money/amount/card.ts';
import { disputePath } from '#contract/ordering/dispute.ts';
import type { Order, PaymentMethod } from '#contract/ordering/order.ts';
import { type Message, msg, t } from '#language/message.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ActionButton } from '#ui/form/action-button.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { downloadReceipt } from '../../money/invoice/download-receipt.ts';
import { InvoiceButtons } from '../../money/invoice/invoice-buttons.tsx';
import { useOrderDisputes } from '../dispute/disputes.ts';
import { buyAgain } from './buy-again.ts';
import { CancelOrder } from './cancel-order.tsx';
import { OrderFact, OrderFacts, OrderHead } from './order-frame.tsx';
import { OrderLines } from './order-lines.tsx';
import { OrderRefunds } from './order-refunds.tsx';
import { OrderReview } from './order-review.tsx';
import { OrderStatus } from './order-status.tsx';
import { useOrder } from './orders.ts';
import { PaymentInstructions } from './payment-instructions.tsx';

const methods: Record<PaymentMethod, Message> = {
  card: msg('Card'),
  transfer: msg('Bank transfer'),
  check: msg('Check'),
};

function paymentText({ card, payment_method: method, total, wallet_amount: fromWallet = 0 }: Order): string {
  if (total === 0) return t('Free');
  const rest = card ? cardText(card) : t(methods[method]);
  if (fromWallet === 0) return rest;
  return fromWallet === total ? t('My wallet') : t('My wallet and {rest}', { rest });
}

/** One order: what it holds, what it costs, where it stands, and what can be done about it. */
export function OrderDetail({ orderId }: { orderId: string }) {
  const order = useOrder(orderId);
  const heading = useRef<HTMLHeadingElement>(null);

  return (
    <>
      <OrderHead
        back={{ href: '/profile/order', label: t('My Orders') }}
        orderId={orderId}
        level={1}
        heading={heading}
      />
      <ShowLoaded from={order} skeleton={<RowSkeleton rows={4} />} fault={t('This order could not be loaded.')}>
        {({ found }) =>
          found ? (
            <div className="grid gap-8">
              <Facts order={found} />
              <OrderReview order={found} />
              <PaymentInstructions order={found} />
              <OrderRefunds order={found} />
              <LinesWithProblems order={found} />
              <Actions order={found} heading={heading} onCancelled={order.reload} />
            </div>
          ) : (
            <EmptyState icon={Package} title={t('You have no order with this number.')}>
              {t('It may be an order of another account.')}
            </EmptyState>
          )
        }
      </ShowLoaded>
    </>
  );
}

function LinesWithProblems({ order }: { order: Order }) {
  const { value } = useOrderDisputes(order.order_id);
  const known = new Map(value?.lines.map((line) => [line.line, line]));
  return (
    <>
      {value?.card_disputes.map(({ dispute_id: id }) => (
        <p key={id}>
          <a href={disputePath(id)} className="text-link">
            {t('The bank was asked for this payment: see how that stands')}
          </a>
        </p>
      ))}
      <OrderLines order={order} disputes={known} />
    </>
  );
}

function Facts({ order }: { order: Order }) {
  return (
    <OrderFacts>
      <OrderFact name={t('Status')}>
        <OrderStatus status={order.order_status} />
      </OrderFact>
      <OrderFact name={t('Ordered')}>
        <LocalTime instant={order.create_time} />
      </OrderFact>
      <OrderFact name={t('Payment')}>{paymentText(order)}</OrderFact>
      {order.paid_at && (
        <OrderFact name={t('Paid')}>
          <LocalTime instant={order.paid_at} />
        </OrderFact>
      )}
      {order.tax_number && <OrderFact name={t('Tax number')}>{order.tax_number}</OrderFact>}
      {order.order_status === 'pending' && order.expires_at && (
        <OrderFact name={t('Held for you until')}>
          <LocalTime instant={order.expires_at} />
        </OrderFact>
      )}
    </OrderFacts>
  );
}

type ActionsProps = { order: Order; heading: RefObject<HTMLElement | null>; onCancelled: () => Promise<void> };

function Actions({ order, heading, onCancelled }: ActionsProps) {
  const pending = order.order_status === 'pending';
  return (
    <div className="flex flex-wrap items-start gap-3">
      {pending && order.checkout_url && (
        // A page of the provider, even where it is of this site: the browser loads it.
        <a href={order.checkout_url} target="_self" className="btn btn-accent">
          {t('Pay now')}
        </a>
      )}
      {pending && <CancelOrder orderId={order.order_id} heading={heading} onCancelled={onCancelled} />}
      {order.paid_at && (
        <ActionButton className="btn btn-line" action={() => downloadReceipt(order.order_id)}>
          {t('Download receipt')}
        </ActionButton>
      )}
      {order.paid_at && order.total > 0 && <InvoiceButtons orderId={order.order_id} />}
      {!pending && (
        <ActionButton className="btn btn-line" action={() => buyAgain(order.products)}>
          {t('Buy again')}
        </ActionButton>
      )}
    </div>
  );
}
