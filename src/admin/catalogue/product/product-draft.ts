// What is written of a product beside what it is, and what somebody else has made of it meanwhile. Pure.

import type { EditedField, StaffProduct } from '#contract/selling/staff-product/staff-product.ts';
import { stableText } from '#contract/text/stable-text.ts';

/** While it is written a price may be empty. */
export type ProductFields = Omit<StaffProduct['fields'], 'price' | 'variants'> & {
  price: number | null;
  variants: Array<Omit<StaffProduct['fields']['variants'][number], 'price'> & { price: number | null }>;
};

export type FieldChange = { name: EditedField; before: string; after: string; isMine: boolean };

export const fieldNames: Record<EditedField, string> = {
  product_name: 'Name',
  product_type: 'Category',
  description: 'Description',
  pictures: 'Pictures',
  price: 'Price',
  on_sale: 'On sale',
  sale_price: 'Sale price',
  price_unit: 'What the price is for',
  provider: 'Provider',
  options: 'Options',
  specs: 'Specifications',
  attributes: 'Attributes',
  variants: 'Variants',
  license: 'License',
  goods: 'What buyers get',
};
const names = Object.keys(fieldNames) as EditedField[];

/** The stock of a variant is changed elsewhere, and by orders. */
function same(name: EditedField, one: unknown, other: unknown): boolean {
  const plain = (value: unknown) =>
    stableText(name === 'variants' ? (value as ProductFields['variants']).map((v) => ({ ...v, stock: 0 })) : value);
  return plain(one) === plain(other);
}

/** The names of the fields that differ. A new variant differs; one with another stock does not. */
export function differing(before: ProductFields, after: ProductFields): EditedField[] {
  return names.filter((name) => !same(name, before[name], after[name]));
}

/** What is sent: the fields that were written. */
export function written(base: ProductFields, typed: ProductFields): Partial<Record<EditedField, unknown>> {
  return Object.fromEntries(differing(base, typed).map((name) => [name, typed[name]]));
}

/**
 * What somebody else has changed since it was read here: what was written here stays, what was not touched follows. `isMine`: both have.
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
    before: told(base[name]),
    after: told(now[name]),
    isMine: mine.has(name) && !same(name, typed[name], now[name]),
  }));
  return { fields: { ...now, ...kept }, changes };
}

const LONGEST = 120;

/** Short enough to be read in a sentence. */
function told(value: unknown): string {
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

/** What keeps it from being sent, by field; the API judges the rest. */
export function faultsOf(fields: ProductFields): Partial<Record<EditedField, string>> {
  const isPriced = fields.variants.length === 0;
  const unpriced = fields.variants.some(({ price }) => price === null);
  return {
    ...(fields.product_name.trim() === '' && { product_name: 'Give it a name.' }),
    ...(isPriced && fields.price === null && { price: 'Give it a price.' }),
    ...(unpriced && { variants: 'Give each variant that is sold a price.' }),
    ...(isPriced && fields.on_sale && fields.sale_price === null && { sale_price: 'Give it a sale price.' }),
  };
}
