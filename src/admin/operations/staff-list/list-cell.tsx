import { formatAmount, formatUnitPrice } from '#contract/money/amount/money.ts';
import type { ListColumn } from '#contract/operations/staff-list/description.ts';
import { LocalTime } from '#ui/local-time.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';

/** Value of a cell, as its column says; an unknown one is a dash with a word for it. */
export function ListCell({ column, value }: { column: ListColumn; value: unknown }) {
  if (value === null || value === undefined || value === '')
    return (
      <span className="text-ink-3">
        <span aria-hidden>–</span>
        <span className="sr-only">not known</span>
      </span>
    );
  switch (column.kind) {
    case 'instant':
      return <LocalTime instant={String(value)} />;
    case 'money':
      return formatAmount(Number(value));
    case 'price':
      return formatUnitPrice(Number(value));
    case 'count':
      return <span className={Number(value) === 0 ? 'text-ink-3' : ''}>{Number(value).toLocaleString('en-US')}</span>;
    case 'choice': {
      const { label, badge } = column.choices[String(value)] ?? { label: String(value) };
      return badge ? <StatusBadge state={badge}>{label}</StatusBadge> : label;
    }
    default:
      return <bdi>{String(value)}</bdi>;
  }
}

export const isNumber = ({ kind }: ListColumn) => kind === 'money' || kind === 'price' || kind === 'count';
