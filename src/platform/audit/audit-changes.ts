// What differs between two states of one thing, as the audit log keeps it.
import type { AuditChanges, AuditValue } from './audit-log.ts';

/** In characters, of one text. */
const LONGEST = 300;
/** So many fields of one entry; the rest is counted. */
const MOST = 12;

/**
 * The fields of both that differ, by name. Whatever is not a simple value is told as JSON, long texts are cut, and only what is in `after` is
 * looked at: name there what may be written down, and no secret.
 */
export function changesBetween(before: Record<string, unknown>, after: Record<string, unknown>): AuditChanges {
  const changed = Object.keys(after).filter((name) => !isSame(before[name], after[name]));
  const told = changed.slice(0, MOST).map((name) => {
    return [name, { before: simple(before[name]), after: simple(after[name]) }] as const;
  });
  const left = changed.length - told.length;
  return Object.fromEntries([
    ...told,
    ...(left > 0 ? [['more', { before: null, after: `${left} more fields` }] as const] : []),
  ]);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}

function simple(value: unknown): AuditValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  const text = value instanceof Date ? value.toISOString() : typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
