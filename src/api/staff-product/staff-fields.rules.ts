// A product's fields as the staff read and change them, and what a change is in the log.
import { cutText } from '#contract/cut-text.ts';
import type { Variant } from '#contract/product.ts';
import type { EditedField, StaffProduct } from '#contract/staff-product.ts';
import { findVariant } from '#contract/variant.ts';
import { productFields, type StoredProduct } from '../product/product-columns.rules.ts';

/** What the log says of a value at most, in characters. */
const LONGEST_DETAIL = 300;

export function staffFields(stored: StoredProduct): StaffProduct['fields'] {
  const { product_id: _id, stock: _stock, ...fields } = productFields(stored);
  // A row may have more than a file says.
  const { pictures: _pictures, ...ofFile } = fields as typeof fields & { pictures?: unknown };
  return ofFile;
}

/** Orders may have taken of a variant since it was read: the stock of those that there are stays. */
export function withKnownStock(given: unknown, known: readonly Variant[]): unknown {
  if (!Array.isArray(given)) return given;
  return given.map((variant) => {
    const was = Array.isArray(variant?.selected_options)
      ? findVariant({ variants: [...known] }, variant.selected_options)
      : undefined;
    return was ? { ...variant, stock: was.stock } : variant;
  });
}

/** Each field that differs as `name_before` and `name`. */
export function fieldDetails(
  before: StaffProduct['fields'],
  after: StaffProduct['fields'],
): Record<string, string | number | boolean | null> {
  const names = Object.keys(after) as EditedField[];
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .flatMap((name) => [
        [`${name}_before`, detailOf(before[name])],
        [name, detailOf(after[name])],
      ]),
  );
}

function detailOf(value: unknown): string | number | boolean | null {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value;
  return cutText(typeof value === 'string' ? value : JSON.stringify(value), LONGEST_DETAIL);
}
