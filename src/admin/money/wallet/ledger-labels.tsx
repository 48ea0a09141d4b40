// How the ledger is written for people: kinds and details by their names, rates as percentages, cents as money.
import { Link } from 'react-router';
import { formatCents } from '#contract/money/amount/money.ts';
import type { LedgerTransfer } from '#contract/money/ledger.schema.ts';

/** 'fee_returned' -> 'Fee returned'. */
export function nameWords(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Known details of why a transfer was made. */
export function detailLabels(details: LedgerTransfer['details']): Array<[name: string, value: string]> {
  return Object.entries(details).flatMap(([name, value]): Array<[string, string]> => {
    if (value === null || value === '') return [];
    if (typeof value === 'boolean') return [[nameWords(name), value ? 'Yes' : 'No']];
    if (typeof value === 'number' && (name === 'cents' || name.endsWith('_cents')))
      return [[name === 'cents' ? 'Amount' : nameWords(name.slice(0, -'_cents'.length)), formatCents(value)]];
    if (typeof value === 'number' && name.endsWith('_bp'))
      return [[nameWords(name.slice(0, -'_bp'.length)), `${value / 100} %`]];
    return [[nameWords(name), String(value)]];
  });
}

/** Amount of a transfer: the sum of what came into its accounts. */
export function movedCents({ entries }: LedgerTransfer): number {
  return entries.reduce((sum, { amount }) => sum + Math.max(0, Math.round(amount * 100)), 0);
}

export function AccountLink({ id }: { id: string }) {
  return (
    <Link
      to={`/ledger/account/${encodeURIComponent(id)}`}
      className="text-link -my-1 inline-block py-1 [overflow-wrap:anywhere]"
    >
      {id}
    </Link>
  );
}

/** Link from the subject of an entry to everything that was written about it. */
export function AboutLink({ about, item }: { about: string | null; item: string | null }) {
  if (about === null && item === null) return null;
  return (
    <span className="block text-xs text-ink-3 [overflow-wrap:anywhere]">
      {about !== null && (
        <Link to={`/ledger?${new URLSearchParams({ q: about })}`} className="text-link">
          {about}
        </Link>
      )}
      {about !== null && item !== null && ' · '}
      {item}
    </span>
  );
}
