import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatAmount } from '#contract/money/amount/money.ts';
import type { PayoutDetail, PayoutLine } from '#contract/money/payout.schema.ts';
import { type PayoutGroup, payoutGroupNames } from '#contract/money/payout.ts';
import { commissionText, lineTitle, partOfGroup } from '#contract/money/payout-labels.ts';
import { ListEnd } from '../../frame/list-end.tsx';
import { payoutPath } from './payout-labels.tsx';
import { CarriedFrom } from './payout-sums.tsx';
import { usePayoutLines } from './payouts.ts';

type LinesProps = { payout: PayoutDetail; group: PayoutGroup | null };

/** All lines of a payout, or what of them is of a group. */
export function PayoutLines({ payout, group }: LinesProps) {
  const { payout_id: id } = payout;
  const lines = usePayoutLines(id, group);
  return (
    <section aria-labelledby="lines" className="scroll-mt-20">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="lines" tabIndex={-1} className="scroll-mt-20 text-lg outline-none">
          {group ? `Lines: ${payoutGroupNames[group].toLowerCase()}` : 'Lines'}
        </h2>
        {group && (
          <Link to={`${payoutPath(id)}#lines`} className="text-link text-sm">
            Show all lines
          </Link>
        )}
      </div>
      {lines.items.length > 0 && (
        <Table payout={payout} group={group} lines={lines.items} isWhole={lines.more === null} />
      )}
      <ListEnd of={lines} empty="No lines: all of it is the opening." />
    </section>
  );
}

function Table({ payout, group, lines, isWhole }: LinesProps & { lines: PayoutLine[]; isWhole: boolean }) {
  const sum = group ? payout.groups.find((one) => one.group === group)?.amount : payout.lines_sum;
  return (
    <table className="table border-t">
      <caption className="sr-only">Lines of payout {payout.payout_id}</caption>
      <thead>
        <tr>
          <th className="max-md:hidden">Date</th>
          <th>Line</th>
          {!group && <th className="!text-right max-md:hidden">Price</th>}
          {!group && <th className="!text-right max-md:hidden">Fee</th>}
          <th className="!text-right">{group ? payoutGroupNames[group] : 'Amount'}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          <LineRows key={index} payout={payout} group={group} line={line} />
        ))}
      </tbody>
      {isWhole && (
        <tfoot>
          <tr className="font-[560]">
            <td className="max-md:hidden" />
            <th scope="row">Total</th>
            {!group && <td className="max-md:hidden" colSpan={2} />}
            <td className="num whitespace-nowrap !text-right">{formatAmount(sum ?? 0)}</td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}

type RowProps = LinesProps & { line: PayoutLine };

/** A line; of a payout that came back also what that was made of. */
function LineRows({ isInside = false, ...props }: RowProps & { isInside?: boolean }) {
  const { payout, line } = props;
  const came = payout.came_back.find(({ payout_id: id }) => id === line.payout_id);
  return (
    <>
      <Row {...props} isInside={isInside} />
      {came && came.opening !== 0 && (
        <tr className="text-ink-3">
          <td className="max-md:hidden" />
          <td className="!pl-6" colSpan={props.group ? 2 : 4}>
            <CarriedFrom from={came.carried_from} />
          </td>
        </tr>
      )}
      {came?.lines.map((one, index) => (
        <LineRows key={index} {...props} line={one} isInside />
      ))}
    </>
  );
}

const days = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** `isInside`: of a payout that came back, whose amount is counted in its own row. */
function Row({ group, line, isInside }: RowProps & { isInside: boolean }) {
  const fee = commissionText(line);
  return (
    <tr className={isInside ? 'text-ink-3' : ''}>
      <td className="whitespace-nowrap max-md:hidden">{days.format(new Date(line.at))}</td>
      <td className={`[overflow-wrap:anywhere] ${isInside ? '!pl-6' : ''}`}>
        <LineLink line={line}>{lineTitle(line)}</LineLink>
        <span className="block text-xs text-ink-3">
          <span className="md:hidden">{days.format(new Date(line.at))}, </span>
          {line.order_id &&
            (line.line === null ? `order ${line.order_id}` : `order ${line.order_id}, line ${line.line + 1}`)}
          {line.reason && (line.order_id ? `, ${line.reason}` : line.reason)}
          <OwedFor orders={line.owed_for} />
          {isInside && ' (counted above)'}
        </span>
        {(group === null || group === 'fees' || group === 'taxes') && (
          <span className={`block text-xs text-ink-3 ${group ? '' : 'md:hidden'}`}>{fee}</span>
        )}
      </td>
      {!group && (
        <>
          <td className="num whitespace-nowrap !text-right max-md:hidden">
            {line.price === null ? '' : formatAmount(line.price)}
          </td>
          <td className="num !text-right max-md:hidden">
            <span className="whitespace-nowrap">{line.fee === null ? '' : formatAmount(line.fee)}</span>
            <span className="block text-xs text-ink-3">{fee}</span>
          </td>
        </>
      )}
      <td className="num whitespace-nowrap !text-right">{formatAmount(partOfGroup(line, isInside ? null : group))}</td>
    </tr>
  );
}

function OwedFor({ orders }: { orders: readonly string[] }) {
  if (orders.length === 0) return null;
  return (
    <>
      {' of '}
      {orders.map((order, index) => (
        <span key={order}>
          {index > 0 && ', '}
          <Link to={`/orders/${encodeURIComponent(order)}`} className="text-link">
            {order}
          </Link>
        </span>
      ))}
    </>
  );
}

function LineLink({ line, children }: { line: PayoutLine; children: ReactNode }) {
  const to = line.order_id
    ? `/orders/${encodeURIComponent(line.order_id)}`
    : line.payout_id
      ? payoutPath(line.payout_id)
      : null;
  if (!to) return children;
  return (
    <Link to={to} className="text-link">
      <bdi>{children}</bdi>
      {line.payout_id && ` ${line.payout_id}`}
    </Link>
  );
}
