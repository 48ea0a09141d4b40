import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatAmount } from '#contract/money/amount/money.ts';
import type { Wallet } from '#contract/money/wallet.schema.ts';
import { salesPath } from '../../ordering/seller-order/sales.ts';
import { Amount } from '../../page/amount.tsx';
import type { SellerHere } from '../../selling/seller/seller-screen.tsx';
import { dayText, yearDayText } from './movement-labels.ts';

type BalanceSummaryProps = { seller: SellerHere; wallet: Wallet };

/** One number first: the balance now. Beside it what waits and what is owed, below when it comes and where it is from. */
export function BalanceSummary({ seller, wallet }: BalanceSummaryProps) {
  const { balance, waiting, owed } = wallet;
  return (
    <div className="@container">
      <dl className="grid border-y @max-[560px]:grid-cols-2 @min-[560px]:grid-cols-[1.35fr_1fr_1fr]">
        <Part name="Balance now" isFirst>
          <dd className="num text-[2.375rem]/[2.6rem] font-[560] tracking-[-.03em]">{formatAmount(balance)}</dd>
          <About>{alsoYours(wallet)}</About>
        </Part>
        <Part name="Waiting">
          <Figure amount={waiting.amount} />
          <About>
            {waiting.next_at
              ? `${sales(waiting.sales)}, the next comes on ${dayText(waiting.next_at)}`
              : waiting.sales > 0
                ? `${sales(waiting.sales)} in dispute`
                : 'Nothing that is delivered waits'}
          </About>
        </Part>
        <Part name="Owed by you">
          <Figure amount={owed.amount} />
          <About>{owed.amount > 0 ? 'Your next sales pay it first' : 'Nothing to net'}</About>
        </Part>
      </dl>
      {owed.amount > 0 && <Owed seller={seller} owed={owed} />}
      {waiting.lines.length > 0 && <Coming seller={seller} waiting={waiting} />}
    </div>
  );
}

function Part({ name, isFirst = false, children }: { name: string; isFirst?: boolean; children: ReactNode }) {
  const place = isFirst
    ? '@max-[560px]:col-span-2 @max-[560px]:border-b'
    : '@min-[560px]:border-l @min-[560px]:px-6 @max-[560px]:last:pl-4';
  return (
    <div className={`flex flex-col py-4 @min-[560px]:py-5 ${place}`}>
      <dt className="text-[.8125rem] text-ink-3">{name}</dt>
      {children}
    </div>
  );
}

function Figure({ amount }: { amount: number }) {
  return (
    <dd className="text-[1.375rem]/[2.6rem] font-[560] tracking-[-.025em]">
      <Amount amount={amount} />
    </dd>
  );
}

function About({ children }: { children: ReactNode }) {
  return <dd className="mt-auto pt-1.5 text-[.8125rem]/5 text-ink-3">{children}</dd>;
}

/** Money of the shop that is in no balance, so that nobody wonders where it is. */
function alsoYours({ undelivered, in_transit: inTransit, reserve }: Wallet): string {
  const all = [
    inTransit > 0 && `${formatAmount(inTransit)} is on its way to your bank`,
    reserve > 0 && `${formatAmount(reserve)} is kept in reserve`,
    undelivered.sales > 0 && `${formatAmount(undelivered.amount)} is sold and not delivered yet`,
  ].filter(Boolean);
  return all.length > 0 ? `Besides, ${all.join('; ')}` : 'After fees and refunds';
}

function sales(count: number): string {
  return count === 1 ? '1 sale' : `${count} sales`;
}

const summary =
  'flex min-h-11 items-center gap-1.5 text-[.8125rem] font-[560] [&>svg]:transition-none [[open]>&>svg]:rotate-180';

function Coming({ seller, waiting }: { seller: SellerHere; waiting: Wallet['waiting'] }) {
  const more = waiting.sales - waiting.lines.length;
  return (
    <details open={waiting.lines.length <= 6}>
      <summary className={summary}>
        When the {formatAmount(waiting.amount)} comes
        <ChevronDown size={16} strokeWidth={1.8} aria-hidden className="text-ink-3" />
      </summary>
      <ol className="pb-2 text-[.8125rem]/5">
        {waiting.lines.map((line) => (
          <li
            key={`${line.order_id} ${line.line}`}
            className="grid grid-cols-[4rem_minmax(0,1fr)_auto] items-baseline gap-3 py-1"
          >
            <span className="num font-[560]">{line.disputed ? 'Disputed' : dayText(line.release_at)}</span>
            <span className="min-w-0 truncate">
              <a className="text-link" href={salesPath(seller.address, { id: line.order_id })}>
                <bdi>{line.product_name}</bdi>
              </a>{' '}
              {line.delivered_at && (
                <span className="text-ink-3">
                  delivered {dayText(line.delivered_at)}
                  {line.disputed && ', waits for a decision'}
                </span>
              )}
            </span>
            <Amount amount={line.amount} />
          </li>
        ))}
      </ol>
      {more > 0 && <p className="pb-2 text-[.8125rem] text-ink-3">And {sales(more)} more after these.</p>}
    </details>
  );
}

function Owed({ seller, owed }: { seller: SellerHere; owed: Wallet['owed'] }) {
  return (
    <details open className="border-b">
      <summary className={summary}>
        Where the {formatAmount(owed.amount)} comes from
        <ChevronDown size={16} strokeWidth={1.8} aria-hidden className="text-ink-3" />
      </summary>
      <ol className="pb-3 text-[.8125rem]/5">
        {owed.lines.map((line) => (
          <li
            key={`${line.at} ${line.kind} ${line.balance}`}
            className="grid grid-cols-[6.5rem_minmax(0,1fr)_auto] items-baseline gap-3 py-1"
          >
            <span className="num font-[560]">{yearDayText(line.at)}</span>
            <span className="min-w-0">
              {line.amount > 0 ? 'Refund' : 'Paid from a sale'}
              {line.order_id && (
                <>
                  , order{' '}
                  <a className="text-link font-mono" href={salesPath(seller.address, { id: line.order_id })}>
                    {line.order_id}
                  </a>
                </>
              )}
              {line.reason && <span className="text-ink-3">, {line.reason}</span>}
            </span>
            <Amount amount={line.amount} signed />
          </li>
        ))}
      </ol>
    </details>
  );
}
