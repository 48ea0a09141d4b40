import { expect, test } from 'vitest';
import { detailLabels, movedCents, nameWords } from './ledger-labels.tsx';

test('details of a transfer are told in words, what is not known is left out', () => {
  const details = {
    reason: 'They waited.',
    fee_rule: 'For all',
    fee_rate_bp: 825,
    fee_cents: -160,
    cents: 2_000,
    line: 0,
    fee_returned: false,
    confirmed_by: null,
    note: '',
  };
  expect(detailLabels(details)).toEqual([
    ['Reason', 'They waited.'],
    ['Fee rule', 'For all'],
    ['Fee rate', '8.25 %'],
    ['Fee', '−$1.60'],
    ['Amount', '$20.00'],
    ['Line', '0'],
    ['Fee returned', 'No'],
  ]);
  expect(nameWords('accepted_difference')).toBe('Accepted difference');
});

test('a transfer has moved what came into its accounts, to the cent', () => {
  const entry = { about: null, item: null };
  const entries = [
    { ...entry, account_id: 'a', amount: -0.3 },
    { ...entry, account_id: 'b', amount: 0.1 },
    { ...entry, account_id: 'c', amount: 0.2 },
  ];
  const transfer = { transfer_id: 1, key: 'k', kind: 'test', at: '2026-01-01T00:00:00.000Z', details: {}, entries };
  expect(movedCents(transfer)).toBe(30);
});
