import { expect, test } from 'vitest';
import { productSchema, productSummarySchema } from '#contract/catalogue/product/product.schema.ts';
import { cardFields, columnsOf, fileFields, productColumns, productFields } from './product-columns.rules.ts';

const row = {
  product_id: 'h100',
  product_name: 'H100',
  product_type: 'computing' as const,
  description: 'A whole description.',
  excerpt: 'A whole…',
  product_img: '',
  price_micros: 2_490_000,
  on_sale: false,
  sale_price_micros: null,
  stock: 0,
  price_unit: 'hour',
  provider: '',
  options: [],
  specs: [],
  attributes: {},
  variants: [],
  license: '',
  goods: {},
  delivery_within_hours: 24,
  pictures: [],
};

test('every field of the contract has a column, and prices are in dollars', () => {
  const product = productFields(row);
  expect(productSchema.parse(product)).toEqual(product);
  expect(product).toMatchObject({ price: 2.49, sale_price: null, stock: 0 });
});

test('every field of a card has a column, and the description is its excerpt', () => {
  const card = cardFields(row);
  expect(productSummarySchema.parse(card)).toEqual(card);
  expect(card.description).toBe(row.excerpt);
});

test('a file has the fields in the order of the contract', () => {
  // Further pictures, and whose it is, are not a file's.
  expect(fileFields).toEqual(
    Object.keys(productSchema.shape).filter((field) => !['pictures', 'seller'].includes(field)),
  );
});

test('what is derived of a field is stored with it', () => {
  expect(columnsOf('description')).toEqual(['description', 'excerpt']);
  expect(columnsOf('sale_price')).toEqual(['sale_price_micros']);
});

test('text and pictures of a product on sale wait for approval; price, sale and stock do not', () => {
  const ofChange = (change: string) =>
    Object.entries(productColumns).flatMap(([name, column]) =>
      'change' in column && column.change === change ? [name] : [],
    );
  expect(ofChange('immediate')).toEqual(['price_micros', 'on_sale', 'sale_price_micros', 'stock']);
  expect(ofChange('staged')).toEqual(expect.arrayContaining(['product_name', 'description', 'product_img']));
});
