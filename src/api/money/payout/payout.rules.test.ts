import { describe, expect, test } from 'vitest';
import { bankAccountSchema, putPayoutSettingsSchema } from '#contract/money/payout.schema.ts';
import { changesOf } from '#platform/state/transitions.rules.ts';
import { hindranceOf, last4Of, nextPayoutAt } from './payout.rules.ts';
import { payoutTransitions } from './payout-states.rules.ts';

describe('[W-07] the next time of a schedule', () => {
  test.each([
    ['weekly', 1, '2026-11-23T05:59:59Z', '2026-11-23T06:00:00Z'],
    ['weekly', 1, '2026-11-23T06:00:00Z', '2026-11-30T06:00:00Z'],
    ['weekly', 7, '2026-11-23T12:00:00Z', '2026-11-29T06:00:00Z'],
    ['weekly', 7, '2026-11-29T12:00:00Z', '2026-12-06T06:00:00Z'],
    ['monthly', 1, '2026-11-23T12:00:00Z', '2026-12-01T06:00:00Z'],
    ['monthly', 28, '2026-12-28T06:00:00Z', '2027-01-28T06:00:00Z'],
    ['monthly', 28, '2027-02-28T05:00:00Z', '2027-02-28T06:00:00Z'],
  ] as const)('%s on %i after %s is %s', (schedule, day, now, next) => {
    expect(nextPayoutAt(schedule, day, new Date(now))).toEqual(new Date(next));
  });

  test('is none without one', () => {
    expect(nextPayoutAt('none', null, new Date())).toBeNull();
  });
});

describe('[W-07] what hinders a payout', () => {
  const settings = {
    method: 'bank' as const,
    minimum_cents: 2_500,
    bank_last4: '8820',
    connect_account: null,
    connect_ready: false,
  };
  const connect = { ...settings, method: 'connect' as const, connect_account: 'acct_1' };
  test.each([
    [undefined, { available: 9_900, owed: 0 }, /payout settings/],
    [{ ...settings, bank_last4: null }, { available: 9_900, owed: 0 }, /no bank account/],
    [connect, { available: 9_900, owed: 0 }, /Stripe still needs/],
    [settings, { available: 9_900, owed: 100 }, /\$1\.00 is owed/],
    [settings, { available: 2_499, owed: 0 }, /\$25\.00, and \$24\.99/],
    [settings, { available: 9_900, owed: 0, asked: 9_901 }, /less than \$99\.01/],
    [settings, { available: 9_900, owed: 0, asked: 2_499 }, /at least|least/],
    [settings, { available: 0, owed: 0, closing: true }, /\$0\.00 is available/],
  ])('%#', (given, held, text) => {
    expect(hindranceOf(given, { closing: false, ...held })).toMatch(text);
  });
  test.each([
    [settings, { available: 2_500, owed: 0 }],
    [settings, { available: 9_900, owed: 0, asked: 9_900 }],
    [settings, { available: 1, owed: 0, closing: true }],
    [
      { ...connect, connect_ready: true },
      { available: 2_500, owed: 0, asked: 2_500 },
    ],
  ])('nothing does: %#', (given, held) => {
    expect(hindranceOf(given, { closing: false, ...held })).toBeNull();
  });
});

test('[W-07] a payout that has come back stays so, and only a paid one comes back from the bank', () => {
  expect(changesOf(payoutTransitions).map(([from, to]) => `${from} ${to}`)).toEqual([
    'pending sent',
    'sent paid',
    'pending failed',
    'sent failed',
    'paid returned',
  ]);
});

describe('[W-07] bank accounts', () => {
  const iban = { kind: 'iban', holder: 'Data Forge GmbH', iban: 'DE89 3704 0044 0532 0130 00' };
  const us = { kind: 'us', holder: 'Data Forge Inc', routing_number: '021000021', account_number: '000 123-456789' };
  test('are taken as people type them', () => {
    const account = bankAccountSchema.parse(iban);
    expect(account).toEqual({ ...iban, iban: 'DE89370400440532013000' });
    expect(last4Of(account)).toBe('3000');
    expect(last4Of(bankAccountSchema.parse(us))).toBe('6789');
  });
  test.each([
    { ...iban, iban: 'DE89 3704 0044 0532 0130 01' },
    { ...iban, bic: 'NOT A BIC' },
    { ...us, routing_number: '021000022' },
    { ...us, routing_number: '000000000' },
    { ...us, account_number: '12' },
    { ...us, holder: 'A\u202eB\u0000' },
    { kind: 'card', holder: 'x' },
  ])('are refused with a digit wrong: %j', (account) => {
    expect(bankAccountSchema.safeParse(account).success).toBe(false);
  });
  test('a schedule has a day, and none has none', () => {
    const settings = { method: 'bank', minimum: 25 };
    const valid = (more: object) => putPayoutSettingsSchema.safeParse({ ...settings, ...more }).success;
    expect(valid({ schedule: 'weekly', day: 7 })).toBe(true);
    expect(valid({ schedule: 'monthly', day: 28 })).toBe(true);
    expect(valid({ schedule: 'none', day: null })).toBe(true);
    expect(valid({ schedule: 'weekly', day: 8 })).toBe(false);
    expect(valid({ schedule: 'monthly', day: 29 })).toBe(false);
    expect(valid({ schedule: 'weekly', day: null })).toBe(false);
    expect(valid({ schedule: 'none', day: 1 })).toBe(false);
    expect(valid({ schedule: 'none', day: null, minimum: 0.005 })).toBe(false);
  });
});
