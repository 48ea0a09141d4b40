import { expect, test } from 'vitest';
import type { Product, Variant } from '#contract/catalogue/product/product.ts';
import { chosenIn, withChoice } from './chosen-options.ts';
import { choicesOf } from './option-choices.ts';
import { optionsQuery } from './options-query.ts';
import { offerOf } from './variant-offer.ts';

function way(region: string, gpus: string, price: number, more: Partial<Variant> = {}): Variant {
  return {
    selected_options: [
      { name: 'Region', value: region },
      { name: 'GPUs', value: gpus },
    ],
    price,
    sale_price: null,
    stock: 4,
    is_default: false,
    ...more,
  };
}

const h100: Product = {
  product_id: 'h100',
  product_name: 'H100',
  product_type: 'computing',
  description: '',
  product_img: '/art/computing/h100.svg',
  price: 3,
  on_sale: true,
  sale_price: 2,
  stock: 12,
  price_unit: 'hour',
  provider: 'Example Cloud',
  options: [
    { name: 'Region', choices: ['Oregon', 'Quebec', 'Norway'] },
    { name: 'GPUs', choices: ['1', '8'] },
  ],
  specs: [],
  variants: [
    way('Oregon', '1', 3, { sale_price: 2, is_default: true }),
    way('Oregon', '8', 20),
    way('Quebec', '1', 4, { stock: 0 }),
    way('Norway', '8', 1_200),
  ],
};
const noDefault = { ...h100, variants: h100.variants?.map((variant) => ({ ...variant, is_default: false })) ?? [] };
const { variants: _none, ...wishes } = h100;
const chosen = (region?: string, gpus?: string) => [
  ...(region ? [{ name: 'Region', value: region }] : []),
  ...(gpus ? [{ name: 'GPUs', value: gpus }] : []),
];

test.each([
  ['', h100, chosen('Oregon', '1')],
  ['', noDefault, []],
  ['', wishes, []],
  ['?options=GPUs:8~Region:Norway', h100, chosen('Norway', '8')],
  ['?options=GPUs:8', h100, chosen('Oregon', '8')],
  ['?options=Region:Quebec~GPUs:8', h100, chosen('Quebec', '1')],
  ['?options=Region:Mars~Color:Red~GPUs:8', noDefault, chosen(undefined, '8')],
  ['?options=Region:Quebec', wishes, chosen('Quebec')],
  ['?options=', h100, chosen('Oregon', '1')],
])('[V-02] the address %j chooses what the product has, with its default for the rest', (search, product, expected) => {
  expect(chosenIn(search, product)).toEqual(expected);
});

test('[V-02] what is chosen is found again in the address that says it, whatever its words are', () => {
  const name = 'Größe & more';
  const product = { options: [{ name, choices: ['a:b, 50 %', 'A+B'] }] };
  for (const value of product.options[0]?.choices ?? []) {
    const selected = [{ name, value }];
    expect(chosenIn(optionsQuery(selected), product)).toEqual(selected);
  }
  expect(optionsQuery(chosen('Norway', '8'))).toBe('?options=Region:Norway~GPUs:8');
  expect(optionsQuery([])).toBe('');
});

test('one choice takes the place of another of its option, and the options keep their order', () => {
  expect(withChoice(h100, chosen('Oregon', '1'), { name: 'Region', value: 'Norway' })).toEqual(chosen('Norway', '1'));
  expect(withChoice(h100, chosen(undefined, '1'), { name: 'Region', value: 'Norway' })).toEqual(chosen('Norway', '1'));
});

test('[V-02] a choice says its price, or why it cannot be had beside the others', () => {
  const [regions, counts] = h100.options as [Product['options'][0], Product['options'][0]];
  expect(choicesOf(h100, counts, chosen('Quebec', '1'))).toEqual([
    { value: '1', isOffered: true, note: 'Sold out' },
    { value: '8', isOffered: false, note: 'not offered with Quebec' },
  ]);
  expect(choicesOf(h100, regions, chosen('Oregon', '8')).map(({ note }) => note)).toEqual([
    '$20.00',
    'not offered with 8',
    '$1,200.00',
  ]);
  expect(choicesOf(noDefault, regions, []).map(({ note }) => note)).toEqual(['from $2.00', 'Sold out', '$1,200.00']);
  expect(choicesOf(wishes, counts, []).map(({ note }) => note)).toEqual([null, null]);
});

test('[V-02] price, sale and stock are those of what is chosen, and the lowest of what can still be meant', () => {
  expect(offerOf(h100, chosen('Oregon', '1'))).toMatchObject({
    product: { price: 3, sale_price: 2, on_sale: true, stock: 4 },
    isFrom: false,
  });
  expect(offerOf(h100, chosen('Oregon', '8')).product).toMatchObject({ price: 20, sale_price: null, on_sale: false });
  expect(offerOf(noDefault, chosen('Norway'))).toMatchObject({ product: { price: 1_200, stock: 4 }, isFrom: false });
  expect(offerOf(noDefault, [])).toMatchObject({ product: { price: 3, sale_price: 2, stock: 12 }, isFrom: true });
  expect(offerOf(wishes, chosen('Quebec'))).toEqual({ product: wishes, isFrom: false });
});
