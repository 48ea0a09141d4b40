// The orders of a list: by which columns, which way, and what a page's boundary is made of.
import type { ProductSort } from '#contract/product-query.ts';
import type { CountedProduct } from './product-filter.rules.ts';

/** Each is ended by the position, so that no two products are equal; each has an index, alone and within a category. */
export type OrderColumn = 'price_unit' | 'effective_micros' | 'name_folded' | 'gb_hour_micros' | 'memory_order';
export type OrderKey = Array<string | number>;

export const orders: Record<ProductSort, { columns: readonly OrderColumn[]; descending: boolean }> = {
  featured: { columns: [], descending: false },
  newest: { columns: [], descending: true },
  // Prices of different units are not one order: they stand in groups.
  price_asc: { columns: ['price_unit', 'effective_micros'], descending: false },
  price_desc: { columns: ['price_unit', 'effective_micros'], descending: true },
  name: { columns: ['name_folded'], descending: false },
  gb_hour_asc: { columns: ['gb_hour_micros'], descending: false },
  memory_desc: { columns: ['memory_order'], descending: false },
};

export function keyOf(product: Pick<CountedProduct, OrderColumn>, sort: ProductSort): OrderKey {
  return orders[sort].columns.map((column) => product[column]);
}

/** Whether a key from outside is one of this order. */
export function isKeyOf(key: OrderKey, sort: ProductSort): boolean {
  const { columns } = orders[sort];
  return (
    key.length === columns.length &&
    columns.every((column, index) => {
      const value = key[index];
      const isText = column === 'price_unit' || column === 'name_folded';
      return isText
        ? typeof value === 'string' && !value.includes('\0') && value.isWellFormed()
        : Number.isSafeInteger(value);
    })
  );
}

/** How many of the products stand in front of the first one that matches, seen from the end where the reading begins. */
export function rankOfFirst(
  products: readonly CountedProduct[],
  matching: readonly CountedProduct[],
  sort: ProductSort,
  backwards: boolean,
): number {
  const before = backwards !== orders[sort].descending ? isAfter : isBefore;
  const columns: ReadonlyArray<OrderColumn | 'position'> = [...orders[sort].columns, 'position'];
  let first = matching[0];
  if (!first) return products.length;
  for (const product of matching) if (before(product, first, columns)) first = product;
  let rank = 0;
  for (const product of products) if (before(product, first, columns)) rank++;
  return rank;
}

type Comparison = (a: CountedProduct, b: CountedProduct, columns: ReadonlyArray<OrderColumn | 'position'>) => boolean;

const isBefore: Comparison = (a, b, columns) => {
  const column = columns.find((name) => a[name] !== b[name]);
  return column !== undefined && a[column] < b[column];
};
const isAfter: Comparison = (a, b, columns) => isBefore(b, a, columns);
