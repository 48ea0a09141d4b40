import { expect, test } from 'vitest';
import { balanceParts, type SummedTransactions } from './balance-parts.rules.ts';

const sum = (row: Partial<SummedTransactions>): SummedTransactions => ({
  state: 'matched',
  explanation: 'posting',
  amount: 0,
  posted: 0,
  difference: 0,
  ...row,
});
const nothing = {
  provider: { available: 0, pending: 0, reserved: 0 },
  ours: 0,
  sums: [],
  missing: 0,
  recent: 0,
  closedPostings: 0,
};

test('[W-09] two equal balances differ by nothing', () => {
  expect(
    balanceParts({
      ...nothing,
      provider: { available: 900, pending: 60, reserved: 40 },
      ours: 1_000,
      sums: [sum({ amount: 1_030, posted: 1_030 })],
    }),
  ).toEqual({ difference: 0, parts: [] });
});

test('[W-09] every cent of the difference has its reason, and all of them sum to it', () => {
  const sums = [
    sum({ amount: 10_000, posted: 10_000 }),
    sum({ state: 'different', amount: 500, posted: 450, difference: 50 }),
    sum({ state: 'unmatched', explanation: null, amount: 300, difference: 300 }),
    sum({ state: 'closed', explanation: null, amount: -20, difference: -20 }),
    sum({ explanation: 'held', amount: -1_000 }),
    sum({ state: 'different', explanation: 'held', amount: -110, difference: -10 }),
    sum({ explanation: 'under_way', amount: -5 }),
    sum({ explanation: 'offset', amount: 0 }),
    sum({ explanation: 'within', amount: -7 }),
  ];
  const found = balanceParts({
    provider: { available: 9_000, pending: 500, reserved: 0 },
    ours: 10_500,
    sums,
    missing: 90,
    recent: 12,
    closedPostings: 6,
  });
  expect(found.difference).toBe(-1_000);
  expect(Object.fromEntries(found.parts.map(({ part, cents }) => [part, cents]))).toEqual({
    open: 340,
    closed: -26,
    held: -1_100,
    under_way: -5,
    within: -7,
    missing: -90,
    recent: -12,
    not_fetched: -100,
  });
  expect(found.parts.reduce((all, { cents }) => all + cents, 0)).toBe(-1_000);
});
