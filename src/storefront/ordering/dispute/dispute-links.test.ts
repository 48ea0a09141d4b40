import { expect, test } from 'vitest';
import type { DisputableLine, OrderDisputes } from '#contract/ordering/dispute.ts';
import { disputeLinks } from './dispute-links.ts';

const ours = { name: 'Alder Labs', address: 'alder-labs' };
const theirs = { name: 'Data Forge', address: 'data-forge' };
const lineOf = (given: Partial<DisputableLine>): DisputableLine => ({
  line: 0,
  product_name: 'Bird calls',
  seller: ours,
  dispute_id: null,
  state: null,
  reasons: [],
  from: null,
  until: null,
  ...given,
});
const known: OrderDisputes = {
  lines: [
    lineOf({ dispute_id: 'birds', state: 'open' }),
    lineOf({ line: 1, product_name: 'Bat calls (Size: Large)', dispute_id: 'bats', state: 'decided' }),
    lineOf({ line: 2, product_name: 'Words', seller: theirs, dispute_id: 'words', state: 'answered' }),
    lineOf({ line: 3, product_name: 'Trees', seller: theirs, reasons: ['unusable'] }),
    lineOf({ line: 4, product_name: 'Hours', seller: null, dispute_id: 'hours', state: 'open' }),
  ],
  card_disputes: [{ dispute_id: 'du_1', state: 'open' }],
};
const chargeback = { path: '/profile/disputes/du_1', text: 'Chargeback: the bank decides' };

test('[W-10] a conversation leads to the disputes of its own shop, each with its product, and to those of the payment', () => {
  expect(disputeLinks(known, { seller: 'alder-labs' })).toEqual({
    links: [
      { path: '/profile/disputes/birds', text: 'Dispute about Bird calls: waits for the seller' },
      { path: '/profile/disputes/bats', text: 'Dispute about Bat calls (Size: Large): decided' },
      chargeback,
    ],
    canReport: false,
  });
  expect(disputeLinks(known, { seller: 'data-forge' })).toMatchObject({
    links: [{ path: '/profile/disputes/words' }, chargeback],
    canReport: true,
  });
});

test('[W-10] a thing in the library leads to its own dispute and to those of its payment', () => {
  expect(disputeLinks(known, { line: 2 })).toEqual({
    links: [{ path: '/profile/disputes/words', text: 'Dispute: waits for our decision' }, chargeback],
    canReport: false,
  });
  expect(disputeLinks(known, { line: 3 })).toEqual({ links: [chargeback], canReport: true });
});
