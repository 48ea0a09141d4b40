import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bankFacts } from './money/amount/bank.ts';
import { bankSchema, storeSchema, storeTaxSchema } from './store.schema.ts';

const account = { holder: 'Hearth Ltd', bank: 'Example Bank' };

test('an IBAN is checked, and shown in groups of four however it was written', () => {
  expect(bankSchema.parse({ ...account, iban: 'de75512108001245126199', bic: 'SOGEDEFF' })).toMatchObject({
    iban: 'DE75 5121 0800 1245 1261 99',
  });
  for (const iban of ['', 'DE75512108001245126198', 'DE75', 'XX75512108001245126199', '12345678'])
    expect(bankSchema.safeParse({ ...account, iban }).success, iban).toBe(false);
  expect(bankSchema.safeParse({ ...account, iban: 'DE75512108001245126199', bic: 'NOPE' }).success).toBe(false);
});

test('there is either an IBAN or the number of an account', () => {
  expect(bankSchema.safeParse(account).success).toBe(false);
  const number = { account_number: '12345678', bank_code: '20-00-00' };
  expect(bankSchema.safeParse({ ...account, ...number, iban: 'DE75512108001245126199' }).success).toBe(false);
  expect(bankFacts(bankSchema.parse({ ...account, ...number }))).toEqual([
    { label: 'Account holder', value: 'Hearth Ltd' },
    { label: 'Account number', value: '12345678' },
    { label: 'Bank code', value: '20-00-00' },
    { label: 'Bank', value: 'Example Bank' },
  ]);
});

test('the example store has bank details that no bank takes, and a shop without them is a shop too', () => {
  const store = JSON.parse(readFileSync(new URL('../../store.json', import.meta.url), 'utf8'));
  // No bank has the code 00000000.
  expect(storeSchema.parse(store).bank?.iban).toMatch(/^DE\d\d 0000 0000 /);
  const { bank: _bank, ...without } = store;
  expect(storeSchema.safeParse(without).success).toBe(true);
});

test('[W-12] rates of taxes are checked at the start', () => {
  const tax = (...rates: object[]) =>
    storeTaxSchema.safeParse({
      home_country: 'DE',
      rates: rates.map((rate) => ({ name: 'VAT', country: 'DE', ...rate })),
    });
  expect(tax({ percent: 19 }, { percent: 7, category: 'data' }, { percent: 0, country: '*' }).success).toBe(true);
  expect(tax({ percent: 7.375 }).success).toBe(true);
  for (const wrong of [
    {},
    { percent: -1 },
    { percent: 101 },
    { percent: 7.3755 },
    { percent: 7, country: 'Germany' },
    { percent: 7, category: 'books' },
    { percent: 7, from: '2026-02-30' },
    { percent: 7, from: '2026-02-01', until: '2026-01-01' },
    { percent: 7, name: '' },
  ])
    expect(tax(wrong).success, JSON.stringify(wrong)).toBe(false);
  expect(tax().success).toBe(false);
});

test('[W-12] two rates of the same country and category are not of the same day', () => {
  const parse = (...rates: object[]) =>
    storeTaxSchema.safeParse({
      home_country: 'DE',
      rates: rates.map((rate) => ({ name: 'VAT', country: 'DE', percent: 19, ...rate })),
    }).error?.issues[0]?.message;
  expect(parse({ until: '2026-12-31' }, { from: '2027-01-01' })).toBeUndefined();
  expect(parse({ until: '2026-12-31' }, { from: '2026-12-31' })).toMatch(/same country, category and days/);
  expect(parse({}, {})).toMatch(/same country, category and days/);
  expect(parse({}, { category: 'data' })).toBeUndefined();
});
