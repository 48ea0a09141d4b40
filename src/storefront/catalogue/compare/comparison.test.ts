import { describe, expect, test } from 'vitest';
import type { Product, Variant } from '#contract/catalogue/product/product.ts';
import { compareProducts } from './comparison.ts';

function aMachine(given: Partial<Product> = {}): Product {
  return {
    product_id: 'gpu',
    product_name: 'GPU',
    product_type: 'computing',
    description: '',
    product_img: '',
    price: 2,
    on_sale: false,
    sale_price: null,
    stock: null,
    price_unit: 'hour',
    provider: '',
    options: [],
    specs: [],
    ...given,
  };
}

/** 'Label: first | second', with a star where they differ. */
function read(...products: Product[]): Record<string, string[]> {
  const groups = compareProducts(products).map(({ heading, rows }) => [
    heading,
    rows.map(
      ({ label, cells, differs }) =>
        `${label}${differs ? '*' : ''}: ${cells.map(({ text, mark }) => `${text}${mark ? ` ${mark}` : ''}`).join(' | ')}`,
    ),
  ]);
  return Object.fromEntries(groups);
}

describe('[Q-08] a comparison', () => {
  test('has the attributes in the order of their table, whatever the order of the products’ own', () => {
    const { Attributes } = read(
      aMachine({ attributes: { region: ['Oregon'], gpu_memory: 80, gpu_model: 'H100' } }),
      aMachine({ attributes: { gpu_model: 'A100', interruptible: true, gpu_memory: 80 } }),
    );
    expect(Attributes).toEqual([
      'GPU*: H100 | A100',
      'GPU memory: 80 GB | 80 GB',
      'Region*: Oregon | null',
      'Can be interrupted*: null | yes',
    ]);
  });

  test('names the lowest and the highest price, and the one for a GB-hour', () => {
    const machine = (price: number, gpu_memory?: number) =>
      aMachine({ price, ...(gpu_memory && { attributes: { gpu_memory } }) });
    const { Price } = read(machine(3, 100), machine(1, 20), machine(2), machine(1, 50));
    expect(Price).toContain('Price*: $3.00/hour highest | $1.00/hour lowest | $2.00/hour | $1.00/hour lowest');
    expect(Price).toContain('A GB-hour*: 3.00 ¢ | 5.00 ¢ highest | null | 2.00 ¢ lowest');
  });

  test('[V-09] says when each is delivered, where a time is promised', () => {
    const goods = { hours: { by: 'endpoint', minutes_each: 60 } } as const;
    const { Price } = read(
      aMachine({ goods }),
      aMachine({ delivery_within_hours: 1, provider: 'Northlight Compute' }),
      aMachine(),
    );
    expect(Price).toContain('Delivery*: Delivered at once | Delivered within 1 hour by Northlight Compute | null');
  });

  test('never ranks prices of different units as if they were one', () => {
    const products = [aMachine({ price: 1 }), aMachine({ price: 2, price_unit: 'minute' })];
    expect(read(...products).Price).toEqual([
      'Price*: $1.00/hour | $2.00/minute',
      'Availability: Available | Available',
    ]);
    expect(compareProducts(products)[0]?.note).toContain('not ranked');
  });

  test('counts the sale price, and tells the one before', () => {
    const [price] = compareProducts([aMachine({ on_sale: true, sale_price: 1.5 }), aMachine()])[0]?.rows ?? [];
    expect(price?.cells).toEqual([
      { text: '$1.50/hour', before: '$2.00', mark: 'lowest' },
      { text: '$2.00/hour', mark: 'highest' },
    ]);
  });

  test('divides a price by all GPUs that it is for', () => {
    const variant = { price: 8, sale_price: null, stock: null, is_default: true };
    const eight = aMachine({
      price: 8,
      attributes: { gpu_memory: 80, gpu_count: [1, 8] },
      options: [{ name: 'GPUs', choices: ['8'] }],
      variants: [{ ...variant, selected_options: [{ name: 'GPUs', value: '8' }] }],
    });
    const atLeastTwo = aMachine({ price: 4, attributes: { gpu_memory: 20, gpu_count: [2, 4] } });
    const { Price } = read(eight, atLeastTwo);
    expect(Price).toContain('A GB-hour*: 1.25 ¢ lowest | 10.00 ¢ highest');
    expect(Price).toContain('At this price*: GPUs: 8 | null');
  });

  test('takes the same values in another order for the same', () => {
    const spec = (value: string) => ({ name: 'Port', value });
    const compared = read(
      aMachine({ attributes: { region: ['Oregon', 'Norway'], gpu_count: [16, 2] }, specs: [spec('B'), spec('A')] }),
      aMachine({ attributes: { region: ['Norway', 'Oregon'], gpu_count: [2, 16] }, specs: [spec('A'), spec('B')] }),
    );
    expect(compared.Attributes).toEqual([
      'GPUs in one machine: 2, 16 | 2, 16',
      'Region: Norway, Oregon | Norway, Oregon',
    ]);
    expect(compared.Specifications).toEqual(['Port: A; B | A; B']);
  });

  test("says 'From' where the price depends on what is chosen, and ranks no price beside it", () => {
    const variant = (value: string, price: number, more: Partial<Variant> = {}) => ({
      selected_options: [{ name: 'Region', value }],
      price,
      sale_price: null,
      stock: null,
      is_default: false,
      ...more,
    });
    const options = [{ name: 'Region', choices: ['Oregon', 'Norway'] }];
    const memory = { attributes: { gpu_memory: 100 } };
    const open = aMachine({ ...memory, options, price: 3, variants: [variant('Oregon', 3), variant('Norway', 9)] });
    const same = aMachine({ ...memory, options, price: 4, variants: [variant('Oregon', 4), variant('Norway', 4)] });
    const usual = aMachine({
      ...memory,
      options,
      price: 5,
      variants: [variant('Oregon', 5, { is_default: true }), variant('Norway', 2)],
    });
    expect(read(open, same, usual).Price).toEqual([
      'Price*: From $3.00/hour | $4.00/hour | $5.00/hour',
      'At this price*: null | null | Region: Oregon',
      'A GB-hour*: 3.00 ¢ | 4.00 ¢ | 5.00 ¢',
      'Availability: Available | Available | Available',
    ]);
    expect(compareProducts([open, same])[0]?.note).toBe(
      "A price 'From' depends on what is chosen: they are not ranked.",
    );
    expect(compareProducts([open])[0]?.note).toBeUndefined();
    expect(read(same, usual).Price).toContain('Price*: $4.00/hour lowest | $5.00/hour highest');
  });

  test('names an end only where more or less of it means something, and where they differ', () => {
    const { Attributes } = read(
      aMachine({ attributes: { gpu_memory: 80, minimum_rental: 1, gpu_count: [1] } }),
      aMachine({ attributes: { gpu_memory: 24, minimum_rental: 1, gpu_count: [8] } }),
    );
    expect(Attributes).toEqual([
      'GPU memory*: 80 GB highest | 24 GB lowest',
      'GPUs in one machine*: 1 | 8',
      'Shortest rental: 1 hour | 1 hour',
    ]);
  });

  test('joins specifications under their names, and leaves out what nobody states', () => {
    const spec = (name: string, value: string) => ({ name, value });
    const compared = read(
      aMachine({ specs: [spec('Max power', '700 W'), spec('Port', 'A'), spec('Port', 'B')] }),
      aMachine({ specs: [spec(' max power', '400 W')] }),
    );
    expect(compared.Specifications).toEqual(['Max power*: 700 W | 400 W', 'Port*: A; B | null']);
    expect(Object.keys(compared)).toEqual(['Price', 'Specifications']);
  });
});
