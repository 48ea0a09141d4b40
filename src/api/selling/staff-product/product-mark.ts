// By which a change knows what somebody else has changed since: a short sum of each field, in the order of the fields.
import { createHash } from 'node:crypto';
import type { EditedField } from '#contract/selling/staff-product/staff-product.ts';
import { stableText } from '#contract/text/stable-text.ts';

type Fields = Readonly<Record<EditedField, unknown>>;

/** Stock is none of it: orders take of it all the time. */
export function markOf(fields: Fields): string {
  return namesOf(fields)
    .map((name) => sumOf(name, fields[name]))
    .join('.');
}

/** The fields that are not as they were when the mark was made; all of them where it is none of ours. */
export function changedSince(mark: string, fields: Fields): EditedField[] {
  const sums = mark.split('.');
  return namesOf(fields).filter((name, index) => sums[index] !== sumOf(name, fields[name]));
}

function namesOf(fields: Fields): EditedField[] {
  return (Object.keys(fields) as EditedField[]).sort();
}

function sumOf(name: EditedField, value: unknown): string {
  const kept = name === 'variants' && Array.isArray(value) ? value.map(withoutStock) : value;
  return createHash('sha256').update(stableText(kept)).digest('base64url').slice(0, 8);
}

function withoutStock({ stock: _stock, ...variant }: { stock: number | null }) {
  return variant;
}
