import type { Insertable } from 'kysely';
import { foldName } from '#api/product/search-text.rules.ts';
import type { ProductTable } from '../../src/api/schema.ts';

let made = 0;

/** A row of the product table: plain defaults, and what matters to the test. */
export function aProduct(given: Partial<Insertable<ProductTable>> = {}): Insertable<ProductTable> {
  made++;
  const name = given.product_name ?? `Product ${made}`;
  return {
    product_id: `product-${made}`,
    product_name: name,
    name_folded: foldName(name),
    product_type: 'computing',
    description: given.description ?? 'What it is.',
    excerpt: given.description ?? 'What it is.',
    product_img: '',
    price_micros: 2_500_000,
    on_sale: false,
    sale_price_micros: null,
    stock: null,
    price_unit: 'hour',
    provider: 'Northlight Compute',
    options: '[]',
    specs: '[]',
    ...given,
  };
}
