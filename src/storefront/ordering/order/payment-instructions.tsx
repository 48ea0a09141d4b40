import type { ReactNode } from 'react';
import { bankFacts } from '#contract/money/amount/bank.ts';
import { formatAmount } from '#contract/money/amount/money.ts';
import type { Order } from '#contract/ordering/order.ts';
import { t } from '#language/message.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { rich } from '#ui/rich.ts';
import { useShop } from '../../shop/shop-context.ts';
import { bankTransfer } from '../checkout/payment-options.tsx';

/** How an order is paid that is not paid by card, for as long as it waits for its money. */
export function PaymentInstructions({ order }: { order: Order }) {
  if (order.order_status !== 'pending' || order.payment_method === 'card') return null;
  return (
    <section aria-labelledby="instructions" className="grid gap-3 rounded-lg bg-sunken p-5">
      <h2 id="instructions" className="text-lg">
        {t('How to pay')}
      </h2>
      {order.payment_method === 'transfer' ? <Transfer order={order} /> : <Check order={order} />}
    </section>
  );
}

function Transfer({ order }: { order: Order }) {
  return (
    <>
      <p className="max-w-[62ch] text-ink-2">{t(bankTransfer.text)}</p>
      <dl className="num grid gap-1.5 max-sm:gap-3">
        <Fact name={t('Amount')}>{formatAmount(order.total)}</Fact>
        {order.bank &&
          bankFacts(order.bank).map(({ label, value }) => (
            <Fact key={label} name={label}>
              {value}
            </Fact>
          ))}
        <Fact name={t('Payment reference')}>{order.order_id}</Fact>
        {order.expires_at && (
          <Fact name={t('Pay until')}>
            <LocalTime instant={order.expires_at} />
          </Fact>
        )}
      </dl>
      {order.bank?.iban ? <CopyButton text={order.bank.iban.replaceAll(' ', '')}>{t('Copy IBAN')}</CopyButton> : null}
      {!order.bank && <AskForBank order={order} />}
    </>
  );
}

function AskForBank({ order }: { order: Order }) {
  const { store } = useShop();
  return (
    <p className="text-sm text-ink-2">
      {rich('Our bank details: {email}', {
        email: (
          <a className="text-link" href={`mailto:${store.contact.email}?subject=${encodeURIComponent(order.order_id)}`}>
            {store.contact.email}
          </a>
        ),
      })}
    </p>
  );
}

function Check({ order }: { order: Order }) {
  const { store } = useShop();
  return (
    <>
      <p className="max-w-[62ch] text-ink-2">
        {t(
          'Make your check out to {name}, write your Order ID on its back, and send it to the address below. Your order will not be shipped until the check has cleared.',
          { name: store.name },
        )}
      </p>
      <dl className="num grid gap-1.5 max-sm:gap-3">
        <Fact name={t('Amount')}>{formatAmount(order.total)}</Fact>
        <Fact name={t('Order ID')}>{order.order_id}</Fact>
        {order.expires_at && (
          <Fact name={t('Arrives until')}>
            <LocalTime instant={order.expires_at} />
          </Fact>
        )}
      </dl>
      <address className="not-italic">
        {store.contact.address.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </address>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="max-sm:grid max-sm:gap-0.5 sm:flex sm:gap-x-3">
      <dt className="flex-none text-ink-3 max-sm:text-sm sm:w-40">{name}</dt>
      <dd className="font-[560]">{children}</dd>
    </div>
  );
}
