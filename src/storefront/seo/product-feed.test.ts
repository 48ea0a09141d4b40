import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { type ApiClient, createApiClient } from '#client/api/api-client.ts';
import type { Product } from '#contract/catalogue/product/product.ts';
import type { Store } from '#contract/store.ts';
import { productFeed } from './product-feed.ts';

const origin = 'https://shop.example';
const store = {
  name: 'Shop & Sons',
  description: 'Sells.',
  rental_providers: [{ provider: 'HYCONS' }],
} as unknown as Store;

function aProduct(given: Partial<Product>): Product {
  return {
    product_id: 'a',
    product_name: 'A',
    product_type: 'data',
    description: '',
    product_img: '/art/data/a.svg',
    price: 2.5,
    on_sale: false,
    sale_price: null,
    stock: null,
    price_unit: '',
    provider: 'P',
    options: [],
    specs: [],
    ...given,
  };
}

/** A shop whose parts have two products each. */
function shopOf(products: Product[]): { api: ApiClient; reads: string[] } {
  const reads: string[] = [];
  const fetch = (request: Request) => {
    const after = new URL(request.url).searchParams.get('after') ?? '';
    reads.push(after);
    const rest = products.filter(({ product_id }) => product_id > after);
    const part = rest.slice(0, 2);
    return Response.json({ products: part, next: rest.length > 2 ? part.at(-1)?.product_id : null });
  };
  return { api: createApiClient({ base: 'http://shop.test', fetch }), reads };
}

async function feedOf(...products: Product[]) {
  let xml = '';
  for await (const piece of productFeed({ api: shopOf(products).api, origin, store })) xml += piece;
  expect(XMLValidator.validate(xml)).toBe(true);
  const parser = new XMLParser({
    ignoreAttributes: false,
    parseTagValue: false,
    isArray: (name) => /^(item|g:product_detail)$/.test(name),
  });
  const { channel } = parser.parse(xml).rss;
  return { channel, items: (channel.item ?? []) as Array<Record<string, unknown>> };
}

test('a product is an item with what engines ask for', async () => {
  const { channel, items } = await feedOf(
    aProduct({
      product_name: 'Rows <1k> & "more"',
      description: '**Good** data.',
      on_sale: true,
      sale_price: 0.5,
      stock: 0,
      price_unit: 'license',
    }),
  );
  expect(channel.title).toBe('Shop &amp; Sons'.replace('&amp;', '&'));
  expect(items).toEqual([
    {
      'g:id': 'a',
      'g:title': 'Rows <1k> & "more", per license',
      'g:description': 'Good data.',
      'g:link': 'https://shop.example/products/id/a',
      'g:image_link': 'https://shop.example/og/product/a.jpg',
      'g:availability': 'out_of_stock',
      'g:price': '2.50 USD',
      'g:sale_price': '0.50 USD',
      'g:brand': 'P',
      'g:condition': 'new',
      'g:identifier_exists': 'no',
      'g:product_type': 'data',
    },
  ]);
});

test('[V-01] each variant is an item of one group, at its own price and stock', async () => {
  const variant = (gpus: string, price: number, stock: number) => ({
    selected_options: [{ name: 'GPUs', value: gpus }],
    price,
    sale_price: null,
    stock,
    is_default: false,
  });
  const { items } = await feedOf(
    aProduct({
      options: [{ name: 'GPUs', choices: ['1', '8'] }],
      variants: [variant('1', 2.5, 3), variant('8', 19.000001, 0)],
    }),
  );
  expect(items).toMatchObject([
    { 'g:title': 'A (GPUs: 1)', 'g:price': '2.50 USD', 'g:availability': 'in_stock', 'g:item_group_id': 'a' },
    { 'g:title': 'A (GPUs: 8)', 'g:price': '19.000001 USD', 'g:availability': 'out_of_stock', 'g:item_group_id': 'a' },
  ]);
  expect(new Set(items.map((item) => item['g:id'])).size).toBe(2);
  expect(items[1]?.['g:link']).toBe('https://shop.example/products/id/a?options=GPUs:8');
  expect(items[1]?.['g:product_detail']).toEqual([
    { 'g:section_name': 'Options', 'g:attribute_name': 'GPUs', 'g:attribute_value': '8' },
  ]);
});

test('what cannot be bought here and what is free is left out; what XML cannot say is too', async () => {
  const { items } = await feedOf(
    aProduct({ provider: 'HYCONS' }),
    aProduct({ product_id: 'b', price: 0 }),
    aProduct({ product_id: 'c', product_name: 'bell\u0007 \ufffe]]> end', provider: '' }),
  );
  expect(items).toMatchObject([{ 'g:id': 'c', 'g:title': 'bell ]]> end' }]);
  expect(items[0]).not.toHaveProperty('g:brand');
});

test('ids and names that are too long for engines are cut, and ids stay apart', async () => {
  const long = 'x'.repeat(60);
  const { items } = await feedOf(
    aProduct({ product_id: `${long}1`, product_name: '\u{1f40e}'.repeat(200) }),
    aProduct({ product_id: `${long}2` }),
  );
  const ids = items.map((item) => String(item['g:id']));
  expect(ids.map((id) => id.length <= 50)).toEqual([true, true]);
  expect(ids[0]).not.toBe(ids[1]);
  expect([...String(items[0]?.['g:title'])]).toHaveLength(150);
});

test('variants of a product with a long name have titles of their own', async () => {
  const variant = (gpus: string) => ({
    selected_options: [{ name: 'GPUs', value: gpus }],
    price: 1,
    sale_price: null,
    stock: null,
    is_default: false,
  });
  const sold = {
    options: [{ name: 'GPUs', choices: ['1', '8'] }],
    variants: [variant('1'), variant('8')],
    price_unit: 'hour',
  };
  const { items } = await feedOf(aProduct({ ...sold, product_name: 'n'.repeat(200) }));
  expect(items.map((item) => item['g:title'])).toEqual([
    `${'n'.repeat(129)}… (GPUs: 1), per hour`,
    `${'n'.repeat(129)}… (GPUs: 8), per hour`,
  ]);
  const choice = variant('c'.repeat(200));
  const [long] = (await feedOf(aProduct({ ...sold, product_name: 'Name', variants: [choice] }))).items;
  expect(long?.['g:title']).toMatch(/^Name \(GPUs: c{137}…$/);
});

test('the next part is read when the one before was taken', async () => {
  const { api, reads } = shopOf(['a', 'b', 'c', 'd', 'e'].map((product_id) => aProduct({ product_id })));
  const pieces = productFeed({ api, origin, store });
  await pieces.next();
  await pieces.next();
  expect(reads).toEqual(['']);
  for await (const piece of pieces) expect(piece).toBeTypeOf('string');
  expect(reads).toEqual(['', 'b', 'd']);
});
