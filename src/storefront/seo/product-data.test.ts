import { expect, test } from 'vitest';
import type { Product } from '#contract/catalogue/product/product.ts';
import type { Store } from '#contract/store.ts';
import { productData } from './product-data.ts';
import { feedItems } from './product-feed.ts';

type Offer = { sku: string };

const origin = 'https://shop.example';
const product: Product = {
  product_id: 'h',
  product_name: 'H',
  product_type: 'computing',
  description: '',
  product_img: '/art/computing/h.svg',
  price: 2,
  on_sale: true,
  sale_price: 1.5,
  stock: 3,
  price_unit: 'hour',
  provider: 'P',
  options: [{ name: 'GPUs', choices: ['1', '8'] }],
  specs: [],
  attributes: { gpu_memory: 80, gpu_count: [1, 8], interruptible: false },
  license: 'CC-BY-4.0',
};
const variant = (value: string, price: number, sale_price: number | null, stock: number) => ({
  selected_options: [{ name: 'GPUs', value }],
  price,
  sale_price,
  stock,
  is_default: value === '1',
});
const dataOf = (given: Partial<Product>) =>
  productData({ ...product, ...given }, origin, { count: 0, average: null, stars: [] }, true) as Record<string, object>;

test('a product without variants is one offer, with its unit', () => {
  expect(dataOf({}).offers).toEqual({
    '@type': 'Offer',
    url: 'https://shop.example/products/id/h',
    seller: { '@type': 'Organization', name: 'P' },
    price: 1.5,
    priceCurrency: 'USD',
    availability: 'https://schema.org/InStock',
    priceSpecification: { '@type': 'UnitPriceSpecification', price: 1.5, priceCurrency: 'USD', unitText: 'hour' },
  });
});

test('its ids are those of the feed, also where a long one is cut', () => {
  const variants = [variant('1', 2, 1.5, 3), variant('8', 15, null, 0)];
  const shop = { origin, store: { rental_providers: [] } as unknown as Store };
  for (const product_id of ['h', 'i'.repeat(80)]) {
    const [whole] = feedItems({ ...product, product_id }, shop);
    expect(whole).toContain(`<g:id>${dataOf({ product_id }).sku}</g:id>`);
    const { sku, offers } = dataOf({ product_id, variants }) as unknown as { sku: string; offers: { offers: Offer[] } };
    feedItems({ ...product, product_id, variants }, shop).forEach((item, index) => {
      expect(item).toContain(`<g:id>${offers.offers[index]?.sku}</g:id>`);
      expect(item).toContain(`<g:item_group_id>${sku}</g:item_group_id>`);
    });
  }
});

test('[V-01] each variant is an offer at its own price, sale and stock', () => {
  const variants = [variant('1', 2, 1.5, 3), variant('8', 15, null, 0)];
  expect(dataOf({ variants }).offers).toMatchObject({
    '@type': 'AggregateOffer',
    lowPrice: 1.5,
    highPrice: 15,
    offerCount: 2,
    offers: [
      {
        name: 'GPUs: 1',
        price: 1.5,
        availability: 'https://schema.org/InStock',
        sku: expect.stringMatching(/^h-/),
        url: expect.stringMatching(/\?options=GPUs:1$/),
      },
      { name: 'GPUs: 8', price: 15, availability: 'https://schema.org/OutOfStock' },
    ],
  });
});

test('of many variants the range of prices is told', () => {
  const variants = Array.from({ length: 21 }, (_, index) => variant(String(index + 1), index + 2, null, 1));
  const { offers } = dataOf({ variants });
  expect(offers).toMatchObject({ offerCount: 21, lowPrice: 2, highPrice: 22 });
  expect(offers).not.toHaveProperty('offers');
});

test('[V-04] [V-05] attributes and the license are properties', () => {
  expect(dataOf({}).additionalProperty).toEqual([
    { '@type': 'PropertyValue', propertyID: 'gpu_memory', name: 'GPU memory', value: 80, unitText: 'GB' },
    { '@type': 'PropertyValue', propertyID: 'gpu_count', name: 'GPUs in one machine', value: '1, 8' },
    { '@type': 'PropertyValue', propertyID: 'interruptible', name: 'Can be interrupted', value: false },
    {
      '@type': 'PropertyValue',
      propertyID: 'license',
      name: 'License',
      value: 'CC-BY-4.0',
      url: 'https://spdx.org/licenses/CC-BY-4.0.html',
    },
  ]);
  expect(dataOf({ license: 'MIT OR Apache-2.0', attributes: {} }).additionalProperty).toEqual([
    { '@type': 'PropertyValue', propertyID: 'license', name: 'License', value: 'MIT OR Apache-2.0' },
  ]);
});
