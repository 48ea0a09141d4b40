import { expect, test } from 'vitest';
import { differing, follow, type ProductFields, written } from './product-draft.ts';

const fields: ProductFields = {
  product_name: 'Tide tables',
  product_type: 'data',
  description: '',
  pictures: [],
  price: 10,
  on_sale: false,
  sale_price: null,
  price_unit: '',
  provider: 'Harbor',
  options: [],
  specs: [],
  delivery_within_hours: null,
  attributes: { format: ['CSV'], rows: 12 },
  variants: [],
  license: '',
  goods: {},
};
const variant = (value: string, price: number | null, stock: number | null = null) => ({
  ...{ selected_options: [{ name: 'Size', value }], price, sale_price: null, stock, is_default: false },
});

test('[B-08] only what was written is sent; another order of attributes, or another stock of a variant, is nothing written', () => {
  expect(written(fields, { ...fields, attributes: { rows: 12, format: ['CSV'] } })).toEqual({});
  expect(written(fields, { ...fields, price: 12, attributes: { rows: 13, format: ['CSV'] } })).toEqual({
    price: 12,
    attributes: { rows: 13, format: ['CSV'] },
  });
  const [before, after] = [5, 4].map((stock) => ({ ...fields, variants: [variant('S', 1, stock)] }));
  expect(differing(before as ProductFields, after as ProductFields)).toEqual([]);
});

test('[B-08] what somebody else has changed is followed where nothing was written, and told where both have', () => {
  const typed = { ...fields, product_name: 'Mine', price: 12 };
  const now = { ...fields, product_name: 'Theirs', provider: 'Quay', variants: [variant('S', 1, 3)] };
  expect(follow(typed, fields, now)).toEqual({
    fields: { ...now, product_name: 'Mine', price: 12 },
    changes: [
      { name: 'product_name', before: 'Tide tables', after: 'Theirs', isMine: true },
      { name: 'provider', before: 'Harbor', after: 'Quay', isMine: false },
      { name: 'variants', before: '0 entries', after: '1 entry', isMine: false },
    ],
  });
  // Both have written the same.
  expect(follow({ ...fields, provider: 'Quay' }, fields, { ...fields, provider: 'Quay' }).changes).toMatchObject([
    { isMine: false },
  ]);
});
