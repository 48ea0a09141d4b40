import type { ReactNode } from 'react';
import { formatAmount } from '#contract/money/amount/money.ts';
import type { Movement } from '#contract/money/wallet.schema.ts';
import { t } from '#language/message.ts';
import { rich } from '#ui/rich.ts';
import { salesPath } from '../../ordering/seller-order/sales.ts';
import { Amount } from '../../page/amount.tsx';
import type { SellerHere } from '../../selling/seller/seller-screen.tsx';
import { minuteText, partText, sideNames } from './movement-labels.ts';
import { payoutPath } from './wallet-address.ts';

type ExplainedProps = { seller: SellerHere; movement: Movement };

/** How an amount came about, part by part with its rule, and whose money it was before and after. */
export function MovementExplained({ seller, movement }: ExplainedProps) {
  return (
    <div className="grid gap-x-12 gap-y-6 px-3 pb-5 pt-1 @min-[640px]:grid-cols-[minmax(0,6fr)_minmax(0,5fr)] @min-[640px]:px-5 @min-[780px]:pl-20">
      <div>
        <h3 className="mb-1.5 text-[.8125rem]">
          {t('How {amount} came about', { amount: formatAmount(Math.abs(movement.amount)) })}
        </h3>
        <Parts movement={movement} />
        <Debts seller={seller} movement={movement} />
      </div>
      <div>
        <h3 className="mb-1.5 text-[.8125rem]">{t('Where the money went')}</h3>
        <Sides movement={movement} />
        <Times movement={movement} />
        <Links seller={seller} movement={movement} />
      </div>
    </div>
  );
}

function Line({ name, about, amount }: { name: ReactNode; about?: string; amount: number }) {
  return (
    <tr className="border-b">
      <th scope="row" className="py-1.5 text-left align-top font-normal">
        {name}
        {about && <span className="block text-xs/[1.125rem] text-ink-3">{about}</span>}
      </th>
      <td className="py-1.5 pl-6 text-right align-top">
        <Amount amount={amount} />
      </td>
    </tr>
  );
}

function Total({ name, amount }: { name: string; amount: number }) {
  return (
    <tr className="border-t border-ink font-[580]">
      <th scope="row" className="py-1.5 text-left font-[580]">
        {name}
      </th>
      <td className="py-1.5 pl-6 text-right">
        <Amount amount={amount} />
      </td>
    </tr>
  );
}

function Parts({ movement }: { movement: Movement }) {
  return (
    <table className="w-full">
      <caption className="sr-only">{t('Parts of the amount')}</caption>
      <tbody>
        {movement.parts.map((part) => (
          <Line key={part.part} {...partText(part, movement)} amount={part.amount} />
        ))}
        <Total name={movement.amount < 0 ? t('From your balance') : t('To your balance')} amount={movement.amount} />
      </tbody>
    </table>
  );
}

function Debts({ seller, movement }: ExplainedProps) {
  if (movement.debts.length === 0) return null;
  return (
    <ul className="mt-2 text-xs/[1.25rem] text-ink-3">
      {movement.debts.map((debt) => (
        <li key={`${debt.order_id} ${debt.amount}`}>
          {t('{amount} was owed for a refund', { amount: formatAmount(debt.amount) })}
          {debt.order_id && (
            <>
              {' '}
              {rich('of order {order_id}', {
                order_id: (
                  <a className="text-link font-mono" href={salesPath(seller.address, { id: debt.order_id })}>
                    {debt.order_id}
                  </a>
                ),
              })}
            </>
          )}
          {debt.reason && `: ${debt.reason}`}
        </li>
      ))}
    </ul>
  );
}

function Sides({ movement }: { movement: Movement }) {
  const [from, to] = [ownFirst(movement.from), ownFirst(movement.to)];
  const isPair = from.length === 1 && to.length === 1;
  const whole = to.reduce((sum, { amount }) => sum + amount, 0);
  const said = to
    .map(({ side, amount }) => t('{amount} to: {value}', { amount: formatAmount(amount), value: t(sideNames[side]) }))
    .join(', ');
  return (
    <>
      {to.length > 1 && (
        <div
          role="img"
          aria-label={t('Of {whole}: {said}', { whole: formatAmount(whole), said })}
          className="mb-2 flex h-2 gap-0.5 [print-color-adjust:exact]"
        >
          {to.map(({ side, amount }) => (
            <span
              key={side}
              style={{ flexGrow: amount }}
              className={`rounded-xs ${side === 'you' ? 'bg-ink' : 'bg-line-strong'}`}
            />
          ))}
        </div>
      )}
      <table className="w-full">
        <caption className="sr-only">{t('Whose money it was, before and after')}</caption>
        <tbody>
          {from.map(({ side, amount }) => (
            <Side
              key={side}
              name={isPair ? t('From: {value}', { value: t(sideNames[side]) }) : t(sideNames[side])}
              amount={amount}
            />
          ))}
          {!isPair && <Total name={t('In')} amount={whole} />}
        </tbody>
        <tbody>
          {to.map(({ side, amount }) => (
            <Side
              key={side}
              name={isPair ? t('To: {value}', { value: t(sideNames[side]) }) : t(sideNames[side])}
              amount={amount}
            />
          ))}
          {!isPair && <Total name={t('Out')} amount={whole} />}
        </tbody>
      </table>
    </>
  );
}

function ownFirst(sides: Movement['from']): Movement['from'] {
  return sides.toSorted((a, b) => Number(b.side === 'you') - Number(a.side === 'you'));
}

function Side({ name, amount }: { name: string; amount: number }) {
  return (
    <tr>
      <th scope="row" className="py-1 text-left font-normal">
        {name}
      </th>
      <td className="py-1 pl-6 text-right">
        <Amount amount={amount} />
      </td>
    </tr>
  );
}

function Times({ movement: { sold, kind } }: { movement: Movement }) {
  if (!sold) return null;
  const times = [
    [t('Paid'), sold.paid_at],
    [t('Delivered'), sold.delivered_at],
    [t('Released'), kind === 'release' ? sold.released_at : null],
  ] as const;
  return (
    <ol className="my-2 flex flex-wrap gap-x-6 gap-y-1 text-xs/[1.125rem]">
      {times.map(
        ([name, at]) =>
          at && (
            <li key={name}>
              {name}
              <span className="block text-ink-3">{minuteText(at)}</span>
            </li>
          ),
      )}
    </ol>
  );
}

function Links({ seller, movement: { order_id: order, payout_id: payout, transfer } }: ExplainedProps) {
  return (
    <p className="mt-2 text-xs text-ink-3">
      {order && (
        <>
          <a className="text-link" href={salesPath(seller.address, { id: order })}>
            {t('Order {order}', { order })}
          </a>
          {' · '}
        </>
      )}
      {payout && (
        <>
          <a className="text-link" href={payoutPath(seller.address, payout)}>
            {t('Payout {payout}', { payout })}
          </a>
          {' · '}
        </>
      )}
      {t('Ledger transfer {transfer}', { transfer })}
    </p>
  );
}
