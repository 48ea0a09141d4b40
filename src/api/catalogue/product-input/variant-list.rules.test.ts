import { expect, test } from 'vitest';
import { faultReason } from './fault-text.rules.ts';
import { readProductRow } from './product-row.rules.ts';

const options = [
  { name: 'Region', choices: ['Oregon', 'Norway'] },
  { name: 'GPUs', choices: ['1', '8'] },
];
const row = { product_id: 'h100', product_name: 'H100', product_type: 'computing', price: 2.5, options };

function read(fields: Record<string, unknown>) {
  const reading = readProductRow({ ...row, ...fields });
  return reading.ok ? reading.product : reading.faults.map(faultReason);
}

const oregon = (gpus: string, rest: object) => ({ selected_options: { Region: 'Oregon', GPUs: gpus }, ...rest });

test("[V-01] a variant has a price, or a difference from the product's, and a stock of its own", () => {
  const variants = [oregon('1', { is_default: true, stock: 9 }), oregon('8', { price_difference: 17.5 })];
  const chosen = (gpus: string) => [
    { name: 'Region', value: 'Oregon' },
    { name: 'GPUs', value: gpus },
  ];
  expect(read({ variants })).toMatchObject({
    variants: [
      { selected_options: chosen('1'), price: 2.5, sale_price: null, stock: 9, is_default: true },
      { selected_options: chosen('8'), price: 20, sale_price: null, stock: null, is_default: false },
    ],
    default_options: chosen('1'),
  });
  expect(read({ variants: [] })).toMatchObject({ variants: [], default_options: null });
  expect(read({ variants: [oregon('1', {})] })).toMatchObject({ default_options: [] });
});

test('a difference holds for the sale price too', () => {
  const sale = { on_sale: true, sale_price: 2, variants: [oregon('8', { price_difference: 17.5 })] };
  expect(read(sale)).toMatchObject({ variants: [{ price: 20, sale_price: 19.5 }] });
});

test.each([
  [{ variants: 'x' }, 'variants is not JSON'],
  [{ variants: {} }, 'variants is not a list'],
  [{ variants: [1] }, 'variants[0] is not an object'],
  [{ variants: [{}] }, 'variants[0].selected_options is missing'],
  [{ variants: [{ selected_options: { Region: 'Oregon' } }] }, 'variants[0] lacks a choice of GPUs'],
  [{ variants: [oregon('3', {})] }, 'variants[0] chooses 3, which is not a choice of GPUs'],
  [{ variants: [oregon('1', {}), oregon('1', {})] }, 'variants[1] has the choices of one before it'],
  [
    { variants: [oregon('1', { price: 1, price_difference: 1 })] },
    'variants[0] has both a price and a price_difference',
  ],
  [{ variants: [oregon('1', { price_difference: -9 })] }, 'variants[0] would cost less than nothing'],
  [{ variants: [oregon('1', { price: 1, sale_price: 2 })] }, 'variants[0].sale_price is not below its price'],
  [{ variants: [oregon('1', { sale_price: 'x' })] }, 'variants[0].sale_price is not a number: x'],
  [{ variants: [oregon('1', { stock: -1 })] }, 'variants[0].stock is below 0'],
  [{ variants: [oregon('1', { prize: 1 })] }, 'variants[0].prize is not known'],
  [
    { variants: [oregon('1', { is_default: true }), oregon('8', { is_default: true })] },
    'variants has more than one default',
  ],
])('refuses %j', (fields, reason) => {
  expect(read(fields)).toEqual([reason]);
});

test('variants come with their options', () => {
  const { options: _left, ...bare } = row;
  const reading = readProductRow({ ...bare, variants: [oregon('1', {})] });
  expect(reading).toMatchObject({ ok: false, faults: [{ field: 'variants' }] });
});

test('a product with variants has at most 20 options', () => {
  const withOptions = (count: number) => {
    const many = Array.from({ length: count }, (_, index) => ({ name: `Option ${index}`, choices: ['Only'] }));
    const selected_options = Object.fromEntries(many.map(({ name }) => [name, 'Only']));
    return read({ options: many, variants: [{ selected_options }] });
  };
  expect(withOptions(20)).toMatchObject({ variants: [{ price: 2.5 }] });
  expect(withOptions(21)).toEqual(['variants are of 21 options, at most 20 fit']);
});

test('choices come in any order and stand in that of the options', () => {
  const turned = [
    { name: 'GPUs', value: 8 },
    { name: 'Region', value: 'Norway' },
  ];
  expect(read({ variants: [{ selected_options: turned }] })).toMatchObject({
    variants: [
      {
        selected_options: [
          { name: 'Region', value: 'Norway' },
          { name: 'GPUs', value: '8' },
        ],
      },
    ],
  });
  expect(read({ variants: [{ selected_options: [...turned, ...turned] }] })).toEqual([
    'variants[0].selected_options chooses GPUs twice',
  ]);
  expect(read({ variants: [{ selected_options: { Colour: 'Red' } }] })).toEqual([
    'variants[0] has a choice of Colour, which is not an option of the product',
  ]);
});
