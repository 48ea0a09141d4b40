import { formatAmount } from '#contract/money/amount/money.ts';
import type { Order } from '#contract/ordering/order.ts';
import { t } from '#language/message.ts';
import { LocalTime } from '#ui/local-time.tsx';

/** Refunds of an order, when and why: a small refund is not the end of the order. */
export function OrderRefunds({ order }: { order: Order }) {
  if (order.refunds.length === 0) return null;
  const whole = order.refunded === order.total;
  return (
    <section aria-labelledby="refunds" className="grid gap-3 rounded-lg bg-sunken p-5">
      <h2 id="refunds" className="text-lg">
        {whole
          ? t('All of {total} was refunded', { total: formatAmount(order.total) })
          : t('{refunded} of {total} was refunded', {
              refunded: formatAmount(order.refunded),
              total: formatAmount(order.total),
            })}
      </h2>
      <ul className="grid gap-2">
        {order.refunds.map((refund) => (
          <li key={`${refund.create_time} ${refund.to}`} className="grid gap-x-4 sm:grid-cols-[minmax(0,1fr)_auto]">
            <p className="num">
              {formatAmount(refund.amount)}{' '}
              <span className="text-ink-2">
                {refund.to === 'wallet' && t('to your wallet ')}
                {refund.reason && `· ${refund.reason}`}
              </span>
            </p>
            <p className="num text-sm text-ink-3">
              <LocalTime instant={refund.create_time} />
            </p>
          </li>
        ))}
      </ul>
      {order.refunds.some(({ to }) => to === 'card') && (
        <p className="text-sm text-ink-2">{t('Depending on your bank it takes a few days until you see it.')}</p>
      )}
    </section>
  );
}
