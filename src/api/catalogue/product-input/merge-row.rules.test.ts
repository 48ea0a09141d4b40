import { expect, test } from 'vitest';
import { faultReason } from './fault-text.rules.ts';
import { mergeRow } from './merge-row.rules.ts';
import { readProductRow } from './product-row.rules.ts';

type Priced = { price: number; sale_price?: number; is_default?: boolean };

/** A new product of variants that are called after their places, or what is wrong with it. */
function merge(fields: { price: number; on_sale?: boolean; sale_price?: number }, variants: Priced[]) {
  const choices = variants.map((_, index) => String(index));
  const reading = readProductRow({
    product_id: 'a',
    product_name: 'A',
    product_type: 'data',
    options: [{ name: 'Size', choices }],
    variants: variants.map((variant, index) => ({ selected_options: { Size: String(index) }, ...variant })),
    ...fields,
  });
  const merged = reading.ok ? mergeRow(reading, null, { held: 0, variants_held: [] }) : reading;
  return merged.ok ? merged.product : merged.faults.map(faultReason);
}

const onSale = { on_sale: true };

test.each<[string, Parameters<typeof merge>[0], Priced[]]>([
  [
    'the sale counts',
    { ...onSale, price: 12, sale_price: 3 },
    [
      { price: 10, sale_price: 9 },
      { price: 12, sale_price: 3 },
    ],
  ],
  ['only one is on sale', { ...onSale, price: 12, sale_price: 5 }, [{ price: 10 }, { price: 12, sale_price: 5 }]],
  ['both are as cheap', { ...onSale, price: 12, sale_price: 10 }, [{ price: 10 }, { price: 12, sale_price: 10 }]],
  ['a sale that is not in force', { price: 10 }, [{ price: 12, sale_price: 3 }, { price: 10 }]],
  [
    'the default goes before the cheapest',
    { ...onSale, price: 20, sale_price: 19 },
    [
      { price: 12, sale_price: 3 },
      { price: 20, sale_price: 19, is_default: true },
    ],
  ],
])('[V-01] a product costs what its cheapest variant costs now: %s', (_, fields, variants) => {
  expect(merge(fields, variants)).toMatchObject({ price_micros: fields.price * 1_000_000 });
});

test.each<[string, Parameters<typeof merge>[0], Priced[]]>([
  [
    'price 10 is not that of its cheapest variant, 12',
    { ...onSale, price: 10, sale_price: 9 },
    [
      { price: 10, sale_price: 9 },
      { price: 12, sale_price: 3 },
    ],
  ],
  [
    'sale_price is not that of its cheapest variant, 3',
    { ...onSale, price: 12, sale_price: 4 },
    [{ price: 12, sale_price: 3 }],
  ],
  [
    'on_sale is true although its cheapest variant, 10, has no sale_price',
    { ...onSale, price: 10, sale_price: 9 },
    [{ price: 10 }, { price: 20, sale_price: 19 }],
  ],
  [
    'on_sale is true although its default variant, 10, has no sale_price',
    { ...onSale, price: 10, sale_price: 9 },
    [
      { price: 10, is_default: true },
      { price: 12, sale_price: 3 },
    ],
  ],
])('[V-01] a product at another price is refused: %s', (reason, fields, variants) => {
  expect(merge(fields, variants)).toEqual([reason]);
});
