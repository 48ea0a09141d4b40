// Entries of the audit log in words: amounts as money, lists and objects without their brackets.

import { formatCents } from '#contract/money/amount/money.ts';
import type { AuditEntry } from '#contract/operations/audit.schema.ts';

type Value = AuditEntry['said'][string];

/** 'refund_cents' is an amount: 'refund'. */
export function nameOf(name: string): string {
  const words = name.replace(/_?cents$/, '').replaceAll('_', ' ');
  return words || 'amount';
}

/** A value as a person reads it. `name` is that of its field. */
export function valueText(value: Value, name = ''): string {
  if (value === null || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (name.endsWith('cents') && Number.isInteger(Number(value))) return formatCents(Number(value));
  return typeof value === 'string' ? inWords(value) : String(value);
}

/** Stored lists and objects are JSON; a text that was cut, or only looks like it, stays as it is. */
function inWords(text: string): string {
  if (!/^[[{]/.test(text)) return text;
  try {
    return flat(JSON.parse(text)) || 'nothing';
  } catch {
    return text;
  }
}

function flat(value: unknown): string {
  if (Array.isArray(value)) return value.map(flat).join(', ');
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, one]) => `${nameOf(name)} ${flat(one)}`)
      .join(', ');
  return valueText(value as Value);
}
