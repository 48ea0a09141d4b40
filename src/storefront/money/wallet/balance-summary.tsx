import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatAmount } from '#contract/money/amount/money.ts';
import type { Wallet } from '#contract/money/wallet.schema.ts';
import { t } from '#language/message.ts';
import { rich } from '#ui/rich.ts';
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
        <Part name={t('Balance now')} isFirst>
          <dd className="num text-[2.375rem]/[2.6rem] font-[560] tracking-[-.03em]">{formatAmount(balance)}</dd>
          <About>{alsoYours(wallet)}</About>
        </Part>
        <Part name={t('Waiting')}>
          <Figure amount={waiting.amount} />
          <About>
            {waiting.next_at
              ? t('{sales}, the next comes on {next_at}', {
                  sales: sales(waiting.sales),
                  next_at: dayText(waiting.next_at),
                })
              : waiting.sales > 0
                ? t('{sales} in dispute', { sales: sales(waiting.sales) })
                : t('Nothing that is delivered waits')}
          </About>
        </Part>
        <Part name={t('Owed by you')}>
          <Figure amount={owed.amount} />
          <About>{owed.amount > 0 ? t('Your next sales pay it first') : t('Nothing to net')}</About>
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
    inTransit > 0 && t('{inTransit} is on its way to your bank', { inTransit: formatAmount(inTransit) }),
    reserve > 0 && t('{reserve} is kept in reserve', { reserve: formatAmount(reserve) }),
    undelivered.sales > 0 && t('{amount} is sold and not delivered yet', { amount: formatAmount(undelivered.amount) }),
  ].filter(Boolean);
  return all.length > 0 ? t('Besides, {all}', { all: all.join('; ') }) : t('After fees and refunds');
}

function sales(count: number): string {
  return count === 1 ? '1 sale' : t('{count} sales', { count });
}

const summary =
  'flex min-h-11 items-center gap-1.5 text-[.8125rem] font-[560] [&>svg]:transition-none [[open]>&>svg]:rotate-180';

function Coming({ seller, waiting }: { seller: SellerHere; waiting: Wallet['waiting'] }) {
  const more = waiting.sales - waiting.lines.length;
  return (
    <details open={waiting.lines.length <= 6}>
      <summary className={summary}>
        {t('When the {amount} comes', { amount: formatAmount(waiting.amount) })}
        <ChevronDown size={16} strokeWidth={1.8} aria-hidden className="text-ink-3" />
      </summary>
      <ol className="pb-2 text-[.8125rem]/5">
        {waiting.lines.map((line) => (
          <li
            key={`${line.order_id} ${line.line}`}
            className="grid grid-cols-[4rem_minmax(0,1fr)_auto] items-baseline gap-3 py-1"
          >
            <span className="num font-[560]">{line.disputed ? t('Disputed') : dayText(line.release_at)}</span>
            <span className="min-w-0 truncate">
              <a className="text-link" href={salesPath(seller.address, { id: line.order_id })}>
                <bdi>{line.product_name}</bdi>
              </a>{' '}
              {line.delivered_at && (
                <span className="text-ink-3">
                  {t('delivered {delivered_at}', { delivered_at: dayText(line.delivered_at) })}
                  {line.disputed && t(', waits for a decision')}
                </span>
              )}
            </span>
            <Amount amount={line.amount} />
          </li>
        ))}
      </ol>
      {more > 0 && (
        <p className="pb-2 text-[.8125rem] text-ink-3">{t('And {more} more after these.', { more: sales(more) })}</p>
      )}
    </details>
  );
}

function Owed({ seller, owed }: { seller: SellerHere; owed: Wallet['owed'] }) {
  return (
    <details open className="border-b">
      <summary className={summary}>
        {t('Where the {amount} comes from', { amount: formatAmount(owed.amount) })}
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
              {line.amount > 0 ? t('Refund') : t('Paid from a sale')}
              {line.order_id &&
                rich(', order {order_id}', {
                  order_id: (
                    <a className="text-link font-mono" href={salesPath(seller.address, { id: line.order_id })}>
                      {line.order_id}
                    </a>
                  ),
                })}
              {line.reason && <span className="text-ink-3">, {line.reason}</span>}
            </span>
            <Amount amount={line.amount} signed />
          </li>
        ))}
      </ol>
    </details>
  );
}
