import { Archive, Package, Pencil, Tag } from 'lucide-react';
import type { StaffProduct } from '#contract/selling/staff-product/staff-product.ts';
import { type TimeItem, Timeline } from '#ui/chart/timeline.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { actionName } from '../../operations/audit-entry/action-name.ts';
import { valueText } from '../../operations/audit-entry/audit-labels.ts';
import { Part } from './product-form.tsx';

type Entry = StaffProduct['history'][number];

/** History of a product from the audit log, newest first, each change with what it was before. */
export function ProductHistory({ of: { history } }: { of: StaffProduct }) {
  return (
    <Part id="history" title="History">
      {history.length === 0 ? (
        <p className="text-sm text-ink-2">Nothing is noted about it: it came with a catalogue file.</p>
      ) : (
        <Timeline label="What happened to it" items={history.map(toItem)} />
      )}
    </Part>
  );
}

function toItem(entry: Entry, index: number): TimeItem {
  const { reason, ...rest } = entry.details;
  // Ids that only programs read say nothing here.
  const details = Object.fromEntries(Object.entries(rest).filter(([, value]) => !isUuid(value)));
  return {
    id: `${entry.at} ${index}`,
    at: entry.at,
    icon: iconOf(entry.action),
    title: (
      <>
        {actionName(entry.action)}
        {entry.by && (
          <span className="text-ink-3">
            {' '}
            by <bdi>{entry.by}</bdi>
          </span>
        )}
      </>
    ),
    detail: <Changes entry={{ ...entry, details }} />,
    quote: typeof reason === 'string' ? reason : null,
  };
}

function Changes({ entry: { changes, details } }: { entry: Entry }) {
  return (
    <>
      {Object.entries(changes).map(([name, { before, after }]) => (
        <span key={name} className="block">
          {name.replaceAll('_', ' ')}: <bdi>{valueText(before)}</bdi> <span aria-hidden="true">→</span>
          <span className="sr-only"> became </span> <bdi className="text-ink-2">{valueText(after)}</bdi>
        </span>
      ))}
      {Object.entries(details).map(([name, value]) => (
        <span key={name} className="block">
          {name.replaceAll('_', ' ')}:{' '}
          {isInstant(value) ? <LocalTime instant={value} /> : <bdi>{valueText(value)}</bdi>}
        </span>
      ))}
    </>
  );
}

function isUuid(value: unknown): boolean {
  return typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value);
}

function isInstant(value: Entry['details'][string] | undefined): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);
}

function iconOf(action: string): TimeItem['icon'] {
  if (action.includes('sale') || action.includes('offer')) return Tag;
  if (action.includes('archived') || action.includes('deleted')) return Archive;
  return action.includes('changed') ? Pencil : Package;
}
