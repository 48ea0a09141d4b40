import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatAmount } from '#contract/money.ts';
import type { PayoutDetail as Detail, PayoutLine } from '#contract/payout.schema.ts';
import { destinationText } from '#contract/payout.ts';
import { ActionButton } from '#ui/action-button.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { ShowLoaded } from '#ui/show-loaded.tsx';
import { salesPath } from '../../selling/sales.ts';
import { yearDayText } from '../../wallet/movement-words.ts';
import { payoutsPath, savePayoutTable, usePayout } from '../../wallet/payouts.ts';
import type { SellerHere } from '../selling/seller-screen.tsx';
import { PayoutLamp } from './payout-lamp.tsx';

/** One payout with everything that is in it. */
export function PayoutDetail({ seller, payoutId }: { seller: SellerHere; payoutId: string }) {
  const payout = usePayout(seller.sellerId, payoutId);
  return (
    <>
      <nav aria-label="Breadcrumb" className="mb-4 flex items-center gap-1 text-sm text-ink-3">
        <Link to={payoutsPath(seller.address)} className="text-link">
          Payouts
        </Link>
        <ChevronRight size={14} aria-hidden />
        <span aria-current="page">{payoutId}</span>
      </nav>
      <ShowLoaded
        from={payout}
        skeleton={<RowSkeleton rows={5} />}
        fault="This payout could not be loaded. It may be of another shop."
      >
        {(value) => <Shown seller={seller} payout={value} />}
      </ShowLoaded>
    </>
  );
}

function Shown({ seller, payout }: { seller: SellerHere; payout: Detail }) {
  return (
    <div className="grid gap-8">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <PayoutLamp payout={payout} />
          <p className="num text-3xl font-[540] tracking-[-.03em]">{formatAmount(payout.amount)}</p>
          <p className="text-sm text-ink-3">
            Payout {payout.payout_id} to {destinationText(payout)}
          </p>
        </div>
        <ActionButton action={() => savePayoutTable(seller.sellerId, payout.payout_id)}>Download CSV</ActionButton>
      </div>
      <Track payout={payout} />
      <section aria-labelledby="what-is-in-it">
        <h2 id="what-is-in-it" className="text-lg">
          What is in it
        </h2>
        <p className="mb-3 text-sm text-ink-3">Each line leads to its order; each fee names its rule.</p>
        <Lines seller={seller} payout={payout} />
      </section>
    </div>
  );
}

/** Where it stands, and since when. */
function Track({ payout }: { payout: Detail }) {
  const { create_time, sent_at, paid_at, ended_at, by_schedule, reference, failure, hold } = payout;
  return (
    <ol aria-label="Where this payout stands" className="grid gap-3 border-y py-4 sm:grid-flow-col sm:auto-cols-fr">
      <Step name="Made" at={create_time}>
        {hold ? `On hold: ${hold}` : by_schedule ? 'By schedule' : 'On request'}
      </Step>
      {sent_at && (
        <Step name="Sent" at={sent_at}>
          Reference {reference}
        </Step>
      )}
      {paid_at && (
        <Step name="Paid" at={paid_at}>
          A bank can still send it back for some days.
        </Step>
      )}
      {ended_at && (
        <Step name="Came back to the balance" at={ended_at}>
          {failure}
        </Step>
      )}
    </ol>
  );
}

function Step({ name, at, children }: { name: string; at: string; children: ReactNode }) {
  return (
    <li>
      <p className="font-[560]">{name}</p>
      <p className="text-sm text-ink-3">
        <LocalTime instant={at} />
        <span className="block">{children}</span>
      </p>
    </li>
  );
}

function Lines({ seller, payout }: { seller: SellerHere; payout: Detail }) {
  const more = payout.line_count - payout.lines.length;
  const count = payout.line_count === 1 ? '1 line' : `${payout.line_count} lines`;
  return (
    <table className="w-full border-t text-sm [&_td]:py-2 [&_td]:pl-3 [&_td:first-child]:pl-0 [&_th]:py-2 [&_th]:pl-3 [&_th]:text-left [&_th]:font-[560] [&_th:first-child]:pl-0 [&_tr]:border-b">
      <caption className="sr-only">Lines of payout {payout.payout_id}</caption>
      <thead>
        <tr>
          <th className="max-md:hidden">Date</th>
          <th>Line</th>
          <th className="!text-right max-md:hidden">Price</th>
          <th className="!text-right max-md:hidden">Fee</th>
          <th className="!text-right">Yours</th>
        </tr>
      </thead>
      <tbody>
        {payout.lines.map((line, index) => (
          <LineRow key={index} seller={seller} line={line} came={cameBack(payout, line)} />
        ))}
      </tbody>
      <tfoot>
        {more > 0 && (
          <tr>
            <td colSpan={5}>{more} more lines are in the CSV file.</td>
          </tr>
        )}
        <SumRow name="Opening" dollars={payout.opening} />
        <SumRow name={count} dollars={payout.lines_sum} />
        <SumRow name="Paid out" dollars={-payout.amount} />
        <SumRow name="Left in the balance" dollars={payout.left} isTotal />
      </tfoot>
    </table>
  );
}

function cameBack(payout: Detail, { payout_id: id }: PayoutLine): PayoutLine[] {
  return payout.came_back.find((one) => one.payout_id === id)?.lines ?? [];
}

const kindNames: Record<string, string> = {
  release: 'Sale',
  refund: 'Refund',
  fee_returned: 'Fee returned',
  refund_failed: 'Refund that failed',
  dispute: 'Disputed payment',
  dispute_won: 'Dispute won',
  netting: 'Pays what was owed',
  payout_failed: 'Payout that failed',
  payout_returned: 'Payout that came back',
};

function LineRow({ seller, line, came }: { seller: SellerHere; line: PayoutLine; came: PayoutLine[] }) {
  return (
    <>
      <Row seller={seller} line={line} />
      {came.map((one, index) => (
        <Row key={index} seller={seller} line={one} isInside />
      ))}
    </>
  );
}

/** `isInside`: of a payout that came back, whose amount is counted in its own row. */
function Row({ seller, line, isInside }: { seller: SellerHere; line: PayoutLine; isInside?: boolean }) {
  const kind = kindNames[line.kind] ?? line.kind.replaceAll('_', ' ');
  const title = line.kind === 'release' ? (line.name ?? kind) : line.name ? `${kind}, ${line.name}` : kind;
  return (
    <tr className={isInside ? 'text-ink-3' : ''}>
      <td className="whitespace-nowrap max-md:hidden">{yearDayText(line.at)}</td>
      <td className={isInside ? '!pl-6' : ''}>
        <LineLink seller={seller} line={line}>
          {title}
        </LineLink>
        <span className="block text-xs text-ink-3">
          {line.order_id && `order ${line.order_id}`}
          {line.reason && (line.order_id ? `, ${line.reason}` : line.reason)}
          {isInside && ' (counted above)'}
        </span>
      </td>
      <td className="num whitespace-nowrap !text-right max-md:hidden">
        {line.price === null ? '' : formatAmount(line.price)}
      </td>
      <td className="num whitespace-nowrap !text-right max-md:hidden">
        {line.fee === null ? '' : formatAmount(line.fee)}
        <span className="block whitespace-normal text-xs text-ink-3">{feeText(line)}</span>
      </td>
      <td className="num whitespace-nowrap !text-right">{formatAmount(line.amount)}</td>
    </tr>
  );
}

function LineLink({ seller, line, children }: { seller: SellerHere; line: PayoutLine; children: ReactNode }) {
  const to = line.order_id
    ? salesPath(seller.address, { id: line.order_id })
    : line.payout_id
      ? payoutsPath(seller.address, line.payout_id)
      : null;
  if (!to) return children;
  return (
    <Link to={to} className="text-link">
      {children}
      {line.payout_id && ` ${line.payout_id}`}
    </Link>
  );
}

/** '8 % and $0.30, rule Everybody'. */
function feeText({ fee_rate_bp: rate, fee_fixed: fixed, fee_rule: rule, tax }: PayoutLine): string {
  const parts = [rate ? `${rate / 100} %` : '', fixed ? formatAmount(fixed) : ''].filter(Boolean).join(' and ');
  // Many rules are named after their rate.
  const named = rule?.includes(parts) ? [rule] : [parts, rule ? `rule ${rule}` : ''];
  return [...named, tax ? `tax ${formatAmount(tax)}` : ''].filter(Boolean).join(', ');
}

function SumRow({ name, dollars, isTotal }: { name: string; dollars: number; isTotal?: boolean }) {
  return (
    <tr className={isTotal ? 'border-t-2 border-ink font-[560]' : ''}>
      <td className="max-md:hidden" />
      <th scope="row" className="!text-left">
        {name}
      </th>
      <td className="max-md:hidden" colSpan={2} />
      <td className="num whitespace-nowrap !text-right">{formatAmount(dollars)}</td>
    </tr>
  );
}
