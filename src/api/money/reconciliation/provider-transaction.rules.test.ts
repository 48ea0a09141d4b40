import { expect, test } from 'vitest';
import { readProviderBalance, readTransaction, UnreadableTransaction } from './provider-transaction.rules.ts';

const reported = {
  id: 'txn_1',
  object: 'balance_transaction',
  type: 'charge',
  reporting_category: 'charge',
  currency: 'usd',
  amount: 1_000,
  fee: 59,
  net: 941,
  created: 1_800_000_000,
  available_on: 1_800_086_400,
  source: { id: 'ch_1', object: 'charge', payment_intent: 'pi_1', transfer: null },
};

test('[W-09] a transaction is read with what its source names', () => {
  expect(readTransaction(reported)).toEqual({
    transaction_id: 'txn_1',
    type: 'charge',
    reporting_category: 'charge',
    currency: 'usd',
    amount_cents: 1_000,
    fee_cents: 59,
    net_cents: 941,
    source: 'ch_1',
    payment_intent: 'pi_1',
    connect_transfer: null,
    created_at: new Date('2027-01-15T08:00:00Z'),
    available_on: new Date('2027-01-16T08:00:00Z'),
  });
});

test.each([
  [
    'a charge with its payment',
    { id: 'ch_1', object: 'charge', payment_intent: { id: 'pi_2' } },
    ['ch_1', 'pi_2', null],
  ],
  ['only its id', 'ch_1', ['ch_1', null, null]],
  ['nothing', null, [null, null, null]],
  ['a transfer', { id: 'tr_1', object: 'transfer' }, ['tr_1', null, 'tr_1']],
  ['what came back of one', { id: 'trr_1', object: 'transfer_reversal', transfer: 'tr_1' }, ['trr_1', null, 'tr_1']],
  ['something unknown', { id: 'xx_1', object: 'star', payment_intent: 7 }, ['xx_1', null, null]],
])('[W-09] of a source that is %s', (_name, source, expected) => {
  const read = readTransaction({ ...reported, source });
  expect([read.source, read.payment_intent, read.connect_transfer]).toEqual(expected);
});

test.each([
  { amount: 1.5 },
  { amount: '1000' },
  { id: 'txn 1' },
  { type: undefined },
  { created: null },
  { source: 7 },
])('[W-09] what is no transaction is not believed: %j', (wrong) =>
  expect(() => readTransaction({ ...reported, ...wrong })).toThrow(UnreadableTransaction),
);

test('[W-09] a balance is that of one currency', () => {
  const of = (usd: number) => [
    { amount: usd, currency: 'usd' },
    { amount: 5, currency: 'eur' },
  ];
  const answer = { available: of(1_000), pending: of(-20), connect_reserved: of(3) };
  expect(readProviderBalance(answer, 'usd')).toEqual({ available: 1_000, pending: -20, reserved: 3 });
  expect(readProviderBalance({ available: [], pending: null }, 'usd')).toEqual({
    available: 0,
    pending: 0,
    reserved: 0,
  });
  expect(() => readProviderBalance({ available: 'all' }, 'usd')).toThrow(UnreadableTransaction);
});
