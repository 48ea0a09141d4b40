// Draft of a product beside what it is, and what somebody else has made of it meanwhile. Pure.

import type { ListingContent } from '#contract/selling/listing/listing.ts';
import type { EditedField, StaffProduct } from '#contract/selling/staff-product/staff-product.ts';
import { stableText } from '#contract/text/stable-text.ts';

/** While it is written a price may be empty. */
export type ProductFields = Omit<StaffProduct['fields'], 'price' | 'variants' | 'attributes'> & {
  attributes: NonNullable<ListingContent['attributes']>;
  price: number | null;
  variants: Array<Omit<StaffProduct['fields']['variants'][number], 'price'> & { price: number | null }>;
};

export type FieldChange = { name: EditedField; before: string; after: string; isMine: boolean };

/** The stock of a variant is changed elsewhere, and by orders. */
function same(name: EditedField, one: unknown, other: unknown): boolean {
  const plain = (value: unknown) =>
    stableText(name === 'variants' ? (value as ProductFields['variants']).map((v) => ({ ...v, stock: 0 })) : value);
  return plain(one) === plain(other);
}

/** The names of the fields that differ. A new variant differs; one with another stock does not. */
export function differing(before: ProductFields, after: ProductFields): EditedField[] {
  const names = Object.keys(before) as EditedField[];
  return names.filter((name) => !same(name, before[name], after[name]));
}

/** Fields that were written, to be sent. */
export function written(base: ProductFields, typed: ProductFields): Partial<Record<EditedField, unknown>> {
  return Object.fromEntries(differing(base, typed).map((name) => [name, typed[name]]));
}

/**
 * Follows what somebody else has changed since it was read here: what was written here stays, what was not touched follows. `isMine`: both have.
 */
export function follow(
  typed: ProductFields,
  base: ProductFields,
  now: ProductFields,
): { fields: ProductFields; changes: FieldChange[] } {
  const mine = new Set(differing(base, typed));
  const kept = Object.fromEntries([...mine].map((name) => [name, typed[name]]));
  const changes = differing(base, now).map((name) => ({
    name,
    before: valueText(base[name]),
    after: valueText(now[name]),
    isMine: mine.has(name) && !same(name, typed[name], now[name]),
  }));
  return { fields: { ...now, ...kept }, changes };
}

const LONGEST = 120;

/** Short enough to be read in a sentence. */
function valueText(value: unknown): string {
  if (value === null || value === '' || value === undefined) return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 1 ? '1 entry' : `${value.length} entries`;
  if (typeof value === 'object')
    return (
      Object.keys(value)
        .map((key) => key.replaceAll('_', ' '))
        .join(', ') || 'nothing'
    );
  const text = String(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
