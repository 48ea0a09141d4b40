import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillEmptyCatalogue } from '#api/catalogue/catalogue-file/fill-empty-catalogue.ts';
import { productFields } from '#api/schema/product-columns.rules.ts';
import type { ApiTables } from '#api/schema/schema.ts';
import type { Product } from '#contract/catalogue/product/product.ts';
import { defaultVariant } from '#contract/catalogue/product/variant.ts';
import type { Database } from '#platform/database/database.ts';
import { openTestDatabase } from '../database/test-database.ts';

let database: Database<ApiTables>;
let products: Array<Omit<Required<Product>, 'seller'>>;
beforeAll(async () => {
  database = await openTestDatabase();
  await fillEmptyCatalogue(database.kysely, join(import.meta.dirname, '../../catalogue/demo'));
  products = (await database.kysely.selectFrom('api.product').selectAll().execute()).map((row) => productFields(row));
});
afterAll(() => database.close());

const choicesOf = (product: Product, ...names: string[]) =>
  product.options.find(({ name }) => names.includes(name))?.choices;

test('[V-01] the demo catalogue sells variants at prices and stocks of their own', () => {
  const sold = products.filter(({ variants }) => variants.length > 0);
  expect(sold.length).toBeGreaterThan(60);
  const undecided = sold.filter((product) => !defaultVariant(product) && (product.stock ?? 1) > 0);
  expect(undecided.map(({ product_id }) => product_id).sort()).toEqual([
    'lidar-urban-sweeps-8k',
    'predictive-maintenance-kit',
    'visual-defect-inspection-station',
  ]);
  const h100 = products.find(({ product_id }) => product_id === 'h100-sxm-80gb');
  const offered = h100?.variants.map(({ selected_options }) => selected_options.map(({ value }) => value).join(' '));
  expect(offered).toContain('Quebec 4');
  expect(offered).not.toContain('Quebec 8');
});

test('[V-04] every product of the demo has attributes that agree with its options', () => {
  for (const product of products) {
    const { product_id: id, attributes } = product;
    expect(Object.keys(attributes), id).not.toEqual([]);
    const count = choicesOf(product, 'GPUs', 'Accelerators', 'Number of GPU');
    if (count) expect((attributes.gpu_count as number[]).map(String), id).toEqual(count);
    const region = choicesOf(product, 'Region', 'Available Region');
    if (region && product.product_type === 'computing') expect(attributes.region, id).toEqual(region);
  }
});

test('[V-05] every product of the demo has a license', () => {
  expect(products.filter(({ license }) => license === '')).toEqual([]);
});
