import { expect, test } from 'vitest';
import { findAttribute } from '#contract/catalogue/product/product-attributes.ts';
import {
  combinationsOf,
  filterFitting,
  previewOf,
  readAmount,
  readAttribute,
  readList,
  writeAttribute,
} from './draft-fields.ts';

test.each([
  ['2,400.00', 2400],
  ['$0.000125', 0.000125],
  ['', null],
  ['  ', null],
  ['abc', undefined],
  ['-1', undefined],
  ['1.2345678', undefined],
])('[S-06] %j is read as the amount %j', (text, amount) => expect(readAmount(text)).toBe(amount));

test('[S-06] values of attributes are read by their kind, and what is none yet is kept as it is typed', () => {
  const read = (name: string, text: string) => {
    const attribute = findAttribute('data', name) ?? findAttribute('computing', name);
    return attribute && readAttribute(attribute, text);
  };
  expect(read('format', 'WAV, Parquet, WAV')).toEqual(['WAV', 'Parquet']);
  expect(read('rows', '1,000')).toBe(1000);
  expect(read('rows', 'many')).toBe('many');
  expect(read('gpu_count', '1, 8')).toEqual([1, 8]);
  expect(read('collected_from', ' 2024-06 ')).toBe('2024-06');
  expect(read('language', ' ')).toBeUndefined();
  expect([writeAttribute(['a', 'b']), writeAttribute(7), writeAttribute(null)]).toEqual(['a, b', '7', '']);
  expect(readList('a,, b\nc')).toEqual(['a', 'b', 'c']);
});

test('[S-06] every combination of the choices can be a variant, and goes with its choice', () => {
  const options = [
    { name: 'License', choices: ['Team', 'Enterprise'] },
    { name: 'Format', choices: ['WAV'] },
  ];
  expect(combinationsOf(options)).toEqual([
    [
      { name: 'License', value: 'Team' },
      { name: 'Format', value: 'WAV' },
    ],
    [
      { name: 'License', value: 'Enterprise' },
      { name: 'Format', value: 'WAV' },
    ],
  ]);
  expect(combinationsOf([...options, { name: 'Empty', choices: [] }])).toEqual([]);
  expect(combinationsOf([{ name: 'a', choices: Array.from({ length: 201 }, String) }])).toEqual([]);
  const variants = combinationsOf(options).map((selected_options) => ({ selected_options, price: 1 }));
  const fewer = [
    { name: 'License', choices: ['Team'] },
    { name: 'Format', choices: ['WAV'] },
  ];
  expect(filterFitting(variants, fewer)).toEqual([variants[0]]);
});

test('[S-06] the preview shows the price that a buyer sees first', () => {
  const card = { productId: 'p', provider: 'Ours', picture: '/art/data/p.svg' };
  expect(previewOf({}, card)).toMatchObject({
    product_name: 'Without a name',
    product_img: '/art/data/p.svg',
    price: 0,
  });
  const choice = (value: string) => [{ name: 'License', value }];
  const variants = [
    { selected_options: choice('a'), price: 9 },
    { selected_options: choice('b'), price: 5 },
    { selected_options: choice('c'), price: null },
  ];
  const shown = previewOf({ variants, pictures: ['/a', '/b'], attributes: { rows: null, format: ['WAV'] } }, card);
  expect(shown).toMatchObject({ price: 5, product_img: '/a', pictures: ['/a', '/b'], attributes: { format: ['WAV'] } });
  expect(shown.variants).toHaveLength(2);
});
