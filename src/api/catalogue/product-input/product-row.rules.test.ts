import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StoredProduct } from '../../schema/product-columns.rules.ts';
import { fileFields } from '../../schema/product-columns.rules.ts';
import { faultReason, faultSentence } from './fault-text.rules.ts';
import { readProductRow } from './product-row.rules.ts';

const plain = { product_id: 'a', product_name: 'A', product_type: 'data', price: 1 };

function read(given: Record<string, unknown>) {
  return readProductRow({ ...plain, ...given });
}

function accepted(given: Record<string, unknown>): { product: StoredProduct; changes: string[] } {
  const reading = read(given);
  if (!reading.ok) throw new Error(`rejected: ${reading.faults.map(faultReason).join('; ')}`);
  return { product: reading.product, changes: reading.changes.map(faultReason) };
}

function rejected(given: Record<string, unknown>): string[] {
  const reading = read(given);
  return reading.ok ? [] : reading.faults.map(faultReason);
}

test('a row of required fields is a product with defaults', () => {
  expect(readProductRow(plain)).toEqual({
    ok: true,
    changes: [],
    absent: [
      'description',
      'product_img',
      'on_sale',
      'sale_price',
      'stock',
      'price_unit',
      'provider',
      'options',
      'specs',
      'attributes',
      'variants',
      'license',
      'goods',
      'delivery_within_hours',
    ],
    fromSpecs: false,
    product: {
      product_id: 'a',
      product_name: 'A',
      name_folded: 'a',
      excerpt: '',
      product_type: 'data',
      description: '',
      product_img: '',
      price_micros: 1_000_000,
      on_sale: false,
      sale_price_micros: null,
      stock: null,
      price_unit: '',
      provider: '',
      options: [],
      specs: [],
      attributes: {},
      facets: [],
      gpu_memory_mb: null,
      least_gpus: null,
      variants: [],
      default_options: null,
      default_gpus: null,
      license: '',
      goods: {},
      delivery_within_hours: null,
    },
  });
});

test('every fault of a row is named', () => {
  const reading = readProductRow({ product_id: 8, product_name: ['list'], product_type: { a: 1 }, price: true });
  expect(reading).toEqual({
    ok: false,
    faults: [
      { field: 'product_id', code: 'wrong_type', params: { expected: 'text' } },
      { field: 'product_name', code: 'wrong_type', params: { expected: 'text' } },
      {
        field: 'product_type',
        code: 'not_one_of',
        params: { allowed: ['solutions', 'computing', 'data', 'algorithm'] },
      },
      { field: 'price', code: 'wrong_type', params: { expected: 'number' } },
    ],
  });
});

test.each([
  ['product_id', ' adv-2 ', 'adv-2'],
  ['product_id', "adv-4'; DELETE FROM products WHERE 'a'='a", "adv-4'; DELETE FROM products WHERE 'a'='a"],
  ['product_id', 'x'.repeat(200), 'x'.repeat(200)],
  ['product_id', '...', '...'],
  ['product_name', ' two  spaces ', ' two  spaces '],
  ['product_name', '😀'.repeat(500), '😀'.repeat(500)],
  ['product_type', ' Data ', 'data'],
  ['product_type', 'COMPUTING', 'computing'],
  ['description', 'line\r\n\tline', 'line\r\n\tline'],
  ['product_img', null, ''],
  ['product_img', ' https://example.test/a b.png ', 'https://example.test/a b.png'],
  ['product_img', 'HTTP://169.254.169.254/latest', 'HTTP://169.254.169.254/latest'],
  ['product_img', `/pictures/${'0f'.repeat(32)}.webp`, `/pictures/${'0f'.repeat(32)}.webp`],
  ['on_sale', 'FALSE', false],
  ['on_sale', '', false],
  ['on_sale', 0, false],
  ['on_sale', null, false],
  ['stock', '', null],
  ['stock', null, null],
  ['stock', '0', 0],
  ['stock', '10.0', 10],
  ['stock', -0, 0],
  ['stock', 9_007_199_254_740_991, 9_007_199_254_740_991],
  ['price_unit', null, ''],
  ['options', '', []],
  ['options', '[{"name":"A","choices":[1,"x"],"more":true}]', [{ name: 'A', choices: ['1', 'x'] }]],
  ['specs', null, []],
  ['specs', [{ name: 'A', value: 80 }], [{ name: 'A', value: '80' }]],
  ['specs', [{ name: 'A', value: '' }], [{ name: 'A', value: '' }]],
])('%s %j is accepted without a word', (field, given, stored) => {
  const { product, changes } = accepted({ [field]: given });
  expect(product[field as keyof StoredProduct]).toEqual(stored);
  expect(changes).toEqual([]);
});

test.each([
  ['product_id', undefined, 'product_id is missing'],
  ['product_id', '  ', 'product_id is missing'],
  ['product_id', 'a b/c?d#e%2F..', 'product_id contains one of the characters / ? # % \\'],
  ['product_id', 'a\\b', 'product_id contains one of the characters / ? # % \\'],
  ['product_id', '..', 'product_id may not be ..'],
  ['product_id', 'all', 'product_id may not be all'],
  ['product_id', 'a\tb', 'product_id contains a control character'],
  ['product_id', 'x'.repeat(201), 'product_id is longer than 200 characters'],
  ['product_name', null, 'product_name is missing'],
  ['product_name', '\u2003\u3000 ', 'product_name is empty'],
  ['product_name', 'nul \0 inside', 'product_name contains a control character'],
  ['product_name', 'esc \u001b[31m', 'product_name contains a control character'],
  ['product_name', 'lone \ud800', 'product_name is not valid Unicode'],
  ['product_name', 'a'.repeat(501), 'product_name is longer than 500 characters'],
  // One character that folds to eighteen: short as written, too long for the index of names.
  ['product_name', '\ufdfa'.repeat(100), 'product_name is too long to be searched'],
  ['product_type', null, 'product_type is missing'],
  ['product_type', 'solutions|data', 'product_type is not one of solutions, computing, data, algorithm'],
  ['description', 'a'.repeat(1_000_001), 'description is longer than 1,000,000 characters'],
  ['description', 'bell \u0007', 'description contains a control character'],
  ['price', null, 'price is missing'],
  ['price', '-1', 'price is negative'],
  ['product_img', 'javascript:alert(1)', 'product_img is not an http or https address'],
  ['product_img', ' VBScript:x', 'product_img is not an http or https address'],
  ['product_img', 'java\nscript:alert(1)', 'product_img contains a control character'],
  ['product_img', 'data:image/png;base64,AAAA', 'product_img is not an http or https address'],
  ['product_img', 'file:///etc/passwd', 'product_img is not an http or https address'],
  ['product_img', '/pictures/../etc/passwd', 'product_img is not an http or https address'],
  ['product_img', `//pictures/${'0f'.repeat(32)}.webp`, 'product_img is not an http or https address'],
  ['product_img', '../../etc/passwd', 'product_img is not an http or https address'],
  ['product_img', 'C:\\images\\a.png', 'product_img is not an http or https address'],
  ['product_img', 'https:example.test', 'product_img is not a valid address'],
  ['product_img', 'https://', 'product_img is not a valid address'],
  ['product_img', `https://example.test/${'a'.repeat(2_000)}`, 'product_img is longer than 2,000 characters'],
  ['on_sale', 'maybe', 'on_sale is not true or false'],
  ['on_sale', {}, 'on_sale is not true or false'],
  ['stock', -1, 'stock is negative'],
  ['stock', '1.5', 'stock is not a whole number'],
  ['stock', '1e3', 'stock is not a whole number'],
  ['stock', 'many', 'stock is not a number'],
  ['stock', true, 'stock is not a number'],
  ['stock', '9007199254740993', 'stock is too large'],
  ['stock', 1e300, 'stock is too large'],
  ['price_unit', 'a'.repeat(101), 'price_unit is longer than 100 characters'],
  ['provider', 5, 'provider is not text'],
  ['options', 'not json', 'options is not JSON'],
  ['options', '{"name":"OS"}', 'options is not a list'],
  ['options', [[[]]], 'options[0] is not an object'],
  ['options', [{ choices: ['a'] }], 'options[0].name is missing'],
  ['options', [{ name: ' ', choices: ['a'] }], 'options[0].name is empty'],
  ['options', [{ name: 'A', choices: 'Linux' }], 'options[0].choices is not a list'],
  ['options', [{ name: 'A', choices: [] }], 'options[0].choices is empty'],
  ['options', [{ name: 'A', choices: ['a', 'a'] }], 'options[0].choices[1] repeats a choice before it'],
  ['options', [{ name: 'A', choices: [1, '1'] }], 'options[0].choices[1] repeats a choice before it'],
  ['options', Array(2).fill({ name: 'A', choices: ['a'] }), 'options[1].name repeats the name of an option before it'],
  ['options', Array(101).fill({}), 'options has 101 entries, at most 100 fit'],
  ['specs', "[{'name': 'GPU'}]", 'specs is not JSON'],
  ['specs', [{ name: 'A' }], 'specs[0].value is missing'],
  ['specs', [{ name: 'A', value: null }], 'specs[0].value is missing'],
  ['specs', [{ name: 'A', value: true }], 'specs[0].value is not text'],
  ['specs', [{ name: 'A', value: 'nul \0' }], 'specs[0].value contains a control character'],
  ['specs', [{ name: 'A', value: 'a'.repeat(50_001) }], 'specs[0].value is longer than 50,000 characters'],
])('%s %j rejects the row', (field, given, reason) => {
  expect(rejected({ [field]: given })).toEqual([reason]);
});

test('a license is as long as it is stored: written out it may be longer than it was given', () => {
  const given = (licenses: number) => Array(licenses).fill('gemma').join(' AND ');
  const written = (licenses: number) => Array(licenses).fill('LicenseRef-Gemma').join(' AND ');
  expect(accepted({ license: given(14) }).product.license).toBe(written(14));
  expect(accepted({ license: written(14) })).toMatchObject({ product: { license: written(14) }, changes: [] });
  expect(rejected({ license: given(15) })).toEqual(['license is longer than 300 characters when it is written out']);
});

/** Options of so many choices each. */
function manyChoices(...counts: number[]) {
  return counts.map((count, option) => ({
    name: `Option ${option}`,
    choices: Array.from({ length: count }, (_, choice) => `Choice ${choice}`),
  }));
}

test('all options together have at most 1,000 choices', () => {
  expect(accepted({ options: manyChoices(400, 600) }).product.options).toEqual(manyChoices(400, 600));
  expect(rejected({ options: manyChoices(400, 601) })).toEqual([
    'options[1].choices has 601 entries; all options together have at most 1,000 choices',
  ]);
});

test('attributes that are read from specifications are what a file may give', () => {
  const options = [{ name: 'Region', choices: Array.from({ length: 300 }, (_, index) => `Region ${index}`) }];
  const { attributes } = accepted({ product_type: 'computing', options }).product;
  expect(attributes.region).toHaveLength(200);
  expect(accepted({ product_type: 'computing', options, attributes }).product.attributes).toEqual(attributes);
});

test('a price with more than six decimals is rounded and told', () => {
  const { product, changes } = accepted({ price: '141.583993642521', sale_price: 0.0000025 });
  expect(product).toMatchObject({ price_micros: 141_583_994, sale_price_micros: 3 });
  expect(changes).toEqual([
    'price 141.583993642521 is rounded to 141.583994',
    'sale_price 0.0000025 is rounded to 0.000003',
  ]);
});

test('a long description is cut between characters and told', () => {
  const { product, changes } = accepted({ description: '😀'.repeat(20_001) });
  expect(product.description).toBe('😀'.repeat(20_000));
  expect(changes).toEqual(['description: it is cut to 20,000 of 20,001 characters']);
});

test('control characters that broken quotation marks leave behind are left out of a description and told', () => {
  const { product, changes } = accepted({ description: '\u009d\ufeffa\u009d b' });
  expect(product.description).toBe('a b');
  expect(changes).toEqual(['description: characters that cannot be seen are left out']);
});

test('line breaks in a text of one line become spaces, a byte order mark in front goes, and both are told', () => {
  const { product, changes } = accepted({ product_name: 'One\r\nTwo\n', price_unit: '\ufeffhour', provider: 'NOAA\n' });
  expect(product).toMatchObject({ product_name: 'One Two', price_unit: 'hour', provider: 'NOAA' });
  expect(changes).toEqual([
    'product_name: line breaks or a byte order mark are left out',
    'price_unit: line breaks or a byte order mark are left out',
    'provider: line breaks or a byte order mark are left out',
  ]);
});

test.each(['🤖', 'memo', 'blob:https://chat.test/0f', 'ftp://example.test/a.png'])(
  '%s is no image: it is left out and told',
  (given) => {
    const { product, changes } = accepted({ product_img: given });
    expect(product.product_img).toBe('');
    expect(changes).toEqual([`product_img is left out, as it is no http or https address: ${given}`]);
  },
);

test.each([
  ['true', '3.5', []],
  ['1', '0', []],
  [true, 1.999999, []],
  ['true', '5', ['sale_price is above price']],
  ['true', '2.0000001', ['sale_price is equal to price; on sale it must be below it']],
  ['TRUE', '', ['sale_price is missing although on_sale is true']],
  ['true', '-1', ['sale_price is negative']],
  ['false', '1', []],
  ['false', '2', []],
  ['false', '9', ['sale_price is above price']],
])('on_sale %j with sale_price %j at a price of 2', (on_sale, sale_price, reasons) => {
  const price = sale_price === '3.5' ? 4.775 : 2;
  expect(rejected({ price, on_sale, sale_price })).toEqual(reasons);
});

test('lists nested a million deep are turned down, not followed', () => {
  const deep = `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`;
  expect(rejected({ specs: deep })).toEqual(['specs[0] is not an object']);
  expect(rejected({ price: JSON.parse(deep) })).toEqual(['price is not a number']);
});

test('whatever JSON a field holds, it is judged without a failure, and each fault has its sentences', () => {
  const entry = fc.record(
    Object.fromEntries(
      ['name', 'value', 'choices', 'selected_options', 'price', 'sale_price', 'stock', 'is_default'].map((key) => [
        key,
        fc.jsonValue(),
      ]),
    ),
    { requiredKeys: [] },
  );
  const kind = fc.record(
    Object.fromEntries(
      ['by', 'text', 'within_minutes', 'valid_days', 'source', 'seats', 'updates', 'release', 'minutes_each'].map(
        (key) => [key, fc.jsonValue()],
      ),
    ),
    { requiredKeys: [] },
  );
  const kinds = fc.record(
    { files: kind, keys: kind, access: kind, hours: kind, variants: fc.array(entry) },
    { requiredKeys: [] },
  );
  const value = fc.oneof(fc.jsonValue(), fc.array(entry), kinds, fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(
      fc.record(Object.fromEntries(fileFields.map((field) => [field, value])), { requiredKeys: [] }),
      (given) => {
        const reading = read(given);
        for (const fault of reading.ok ? reading.changes : reading.faults) {
          expect(faultReason(fault)).not.toMatch(/undefined|^$/);
          expect(faultSentence(fault)).toMatch(/\.$/);
        }
      },
    ),
    { numRuns: 500 },
  );
});
