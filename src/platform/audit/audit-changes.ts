// Differences between two states of one record, as the audit log stores them.
import type { AuditChanges, AuditValue } from './audit-log.ts';

/** In characters, of one text. */
const LONGEST = 300;
/** So many fields of one entry; the rest is counted. */
const MOST = 12;
/** In characters, as JSON: the table takes 8,000 with the spaces that it writes between (migrations/0004-audit-changes.sql). */
const ROOM = 7_800;

/**
 * The fields of both that differ, by name. Whatever is not a simple value is told as JSON, long texts are cut, and only what is in `after` is
 * looked at: name there what may be written down, and no secret.
 */
export function changesBetween(before: Record<string, unknown>, after: Record<string, unknown>): AuditChanges {
  const changed = Object.keys(after).filter((name) => !isSame(before[name], after[name]));
  const left = changed.length - MOST;
  const cutChanges = (longest: number): AuditChanges =>
    Object.fromEntries([
      ...changed
        .slice(0, MOST)
        .map((name) => [name, { before: simple(before[name], longest), after: simple(after[name], longest) }] as const),
      ...(left > 0 ? [['more', { before: null, after: `${left} more fields` }] as const] : []),
    ]);
  // Quotes and ends of lines are two characters each of JSON: texts that are full of them are cut shorter, all alike.
  let longest = LONGEST;
  while (longest > 1 && JSON.stringify(cutChanges(longest)).length > ROOM) longest = Math.floor(longest / 2);
  return cutChanges(longest);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}

function simple(value: unknown, longest: number): AuditValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  const text = value instanceof Date ? value.toISOString() : typeof value === 'string' ? value : JSON.stringify(value);
  if (text.length <= longest) return text;
  // Half a pair of surrogates is nothing that the database takes.
  return `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
