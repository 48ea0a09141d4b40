import type { Insertable } from 'kysely';
import type { ProductTable } from '#api/schema/catalogue.ts';
import { foldName } from '#api/text/search-text.rules.ts';

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
    price_unit: 'license',
    provider: 'Northlight Compute',
    options: '[]',
    specs: '[]',
    ...given,
  };
}

const size = (value: string) => [{ name: 'Size', value }];

/** The columns of a product in two sizes: S for $1, which is the default, and L for $2. */
export const inSizes = {
  options: JSON.stringify([{ name: 'Size', choices: ['S', 'L'] }]),
  variants: JSON.stringify([
    { selected_options: size('S'), price: 1, sale_price: null, stock: 1, is_default: true },
    { selected_options: size('L'), price: 2, sale_price: null, stock: 2, is_default: false },
  ]),
  default_options: JSON.stringify(size('S')),
};
