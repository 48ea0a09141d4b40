import { describe, expect, test } from 'vitest';
import {
  type CandidatePosting,
  type Facts,
  type JudgedTransaction,
  judge,
  keysOf,
  lookUp,
  postedBy,
  type Subject,
} from './reconciliation.rules.ts';

const charge: JudgedTransaction = {
  transaction_id: 'txn_1',
  type: 'charge',
  reporting_category: 'charge',
  currency: 'usd',
  amount_cents: 1_000,
  source: 'ch_1',
  payment_intent: 'pi_1',
  connect_transfer: null,
};
const of = (changes: Partial<JudgedTransaction>): JudgedTransaction => ({ ...charge, ...changes });
const subject = (kind: Subject['kind'], state = '', cents = 1_000): Subject => ({
  kind,
  id: 'A1',
  order_id: 'A1',
  state,
  cents,
});
const posting = (cents: number, more: Partial<CandidatePosting> = {}): CandidatePosting => ({
  key: 'any',
  transfer_id: 7,
  cents,
  taken_by: null,
  ...more,
});
const facts = (more: Partial<Facts> = {}): Facts => ({ subject: null, postings: [], source_cents: 0, ...more });

const refund = of({ type: 'refund', reporting_category: 'refund', amount_cents: -1_000, source: 're_1' });
const failure = of({ type: 'refund_failure', reporting_category: 'refund_failure', source: 're_1' });
const dispute = of({ type: 'adjustment', reporting_category: 'dispute', amount_cents: -1_000, source: 'du_1' });
const reversal = of({ type: 'adjustment', reporting_category: 'dispute_reversal', source: 'du_1' });
const transfer = of({ type: 'transfer', amount_cents: -1_000, source: 'tr_1', connect_transfer: 'tr_1' });

describe('[W-09] what of ours a transaction is about', () => {
  test.each([
    ['a charge', charge, { by: 'payment', id: 'pi_1' }],
    ['a payment by debit', of({ type: 'payment' }), { by: 'payment', id: 'pi_1' }],
    ['a refund', refund, { by: 'refund', id: 're_1' }],
    ['a refund of a payment by debit', of({ type: 'payment_refund', source: 're_2' }), { by: 'refund', id: 're_2' }],
    ['a refund that failed', failure, { by: 'refund', id: 're_1' }],
    ['the same of a debit', of({ type: 'payment_failure_refund', source: 're_2' }), { by: 'refund', id: 're_2' }],
    ['a dispute', dispute, { by: 'dispute', id: 'du_1' }],
    ['a dispute that was won', reversal, { by: 'dispute', id: 'du_1' }],
    ['a transfer', transfer, { by: 'transfer', id: 'tr_1' }],
    ['one that came back', of({ type: 'transfer_refund', connect_transfer: 'tr_1' }), { by: 'transfer', id: 'tr_1' }],
    ['an adjustment of something else', of({ type: 'adjustment', reporting_category: 'other_adjustment' }), null],
    ['a fee', of({ type: 'stripe_fee' }), null],
    ['a type of tomorrow', of({ type: 'moon_dust' }), null],
    ['another currency', of({ currency: 'eur' }), null],
    ['a charge without a payment', of({ payment_intent: null }), null],
  ])('%s', (_name, transaction, expected) => expect(lookUp(transaction)).toEqual(expected));
});

describe('[W-09] the transfers that may say the same', () => {
  test.each([
    [charge, 'order', ['capture A1']],
    [refund, 'refund', ['refund_paid A1']],
    [failure, 'refund', ['refund_came_back A1']],
    [dispute, 'dispute', ['dispute_lost A1', 'refund_paid A1']],
    [transfer, 'payout', ['payout_paid A1']],
    [of({ type: 'transfer_refund' }), 'payout', ['payout_returned A1', 'payout_failed A1']],
    [charge, 'pay_in', ['pay_in A1']],
    [refund, 'pay_in_refund', ['withdrawal_paid A1']],
    [failure, 'pay_in_refund', ['withdrawal_came_back A1']],
    [dispute, 'pay_in_dispute', ['pay_in_dispute_lost A1']],
    [charge, 'refund', []],
    [of({ type: 'stripe_fee' }), null, ['processor_fee txn_1']],
    [of({ type: 'payout' }), null, ['provider_payout txn_1']],
    [of({ type: 'payout_failure' }), null, ['provider_payout txn_1']],
    [of({ type: 'topup' }), null, ['provider_top_up txn_1']],
    [of({ type: 'moon_dust' }), 'order', []],
    [of({ type: 'stripe_fee', currency: 'eur' }), null, []],
  ] as const)('%# %j', (transaction, kind, keys) => {
    expect(keysOf(transaction, kind && subject(kind))).toEqual(keys);
  });
});

test.each([
  ['of a charge its fee', {}, 59, { fee: 59, payout: 0, top_up: 0 }],
  ['of a fee all of it', { type: 'stripe_fee', amount_cents: -200 }, 0, { fee: 200, payout: 0, top_up: 0 }],
  ['of one given back', { type: 'stripe_fee', amount_cents: 200 }, 0, { fee: -200, payout: 0, top_up: 0 }],
  [
    'of a refund, the fee that comes back',
    { type: 'refund', amount_cents: -10 },
    -9,
    { fee: -9, payout: 0, top_up: 0 },
  ],
  [
    'of a payout the amount and its fee',
    { type: 'payout', amount_cents: -500 },
    25,
    { fee: 25, payout: -500, top_up: 0 },
  ],
  ['of a top-up', { type: 'topup', amount_cents: 500 }, 0, { fee: 0, payout: 0, top_up: 500 }],
  ['of no type that is known, still the fee', { type: 'moon_dust' }, 3, { fee: 3, payout: 0, top_up: 0 }],
  ['of another currency nothing', { type: 'payout', currency: 'eur' }, 3, { fee: 0, payout: 0, top_up: 0 }],
])('[W-09] posts %s', (_name, changes, fee_cents, expected) => {
  expect(postedBy({ ...of(changes), fee_cents })).toEqual(expected);
});

describe('[W-09] a transaction', () => {
  const matched = { state: 'matched', explanation: 'posting', transfer_id: 7, difference_cents: 0 };
  const explained = (explanation: string) => ({
    state: 'matched',
    explanation,
    transfer_id: null,
    difference_cents: 0,
  });
  const alone = (cents: number) => ({
    state: 'unmatched',
    explanation: null,
    transfer_id: null,
    posted_cents: 0,
    difference_cents: cents,
  });

  test.each<[string, JudgedTransaction, Partial<Facts>, object]>([
    ['matches its posting', charge, { postings: [posting(1_000)] }, { ...matched, posted_cents: 1_000 }],
    [
      'that says more is different by so much',
      charge,
      { postings: [posting(900)] },
      { ...matched, state: 'different', posted_cents: 900, difference_cents: 100 },
    ],
    [
      'and less',
      refund,
      { postings: [posting(-1_200)] },
      { ...matched, state: 'different', posted_cents: -1_200, difference_cents: 200 },
    ],
    [
      'takes the posting of its amount before another',
      charge,
      { postings: [posting(900, { transfer_id: 3 }), posting(1_000)] },
      matched,
    ],
    ['keeps the posting that it has', charge, { postings: [posting(1_000, { taken_by: 'txn_1' })] }, matched],
    ['never takes one that another has', charge, { postings: [posting(1_000, { taken_by: 'txn_2' })] }, alone(1_000)],
    ['never takes one that goes the other way', charge, { postings: [posting(-1_000)] }, alone(1_000)],
    ['without a posting stands on the list', charge, { subject: subject('order') }, alone(1_000)],
    ['of nothing of ours does too', refund, {}, alone(-1_000)],
    ['of an unknown type does too', of({ type: 'moon_dust' }), { postings: [posting(1_000)] }, alone(1_000)],
    ['of another currency does too', of({ currency: 'eur' }), { postings: [posting(1_000)] }, alone(1_000)],
    ['that moves a reserve needs no posting', of({ type: 'reserve_hold', amount_cents: -50 }), {}, explained('within')],

    [
      'of a refund that is decided is under way',
      refund,
      { subject: subject('refund', 'decided') },
      explained('under_way'),
    ],
    ['of a refund that waits is under way', refund, { subject: subject('refund', 'pending') }, explained('under_way')],
    [
      'of a refund of another amount is different by that',
      refund,
      { subject: subject('refund', 'pending', 700) },
      { ...explained('under_way'), state: 'different', difference_cents: -300 },
    ],
    [
      'of a refund that failed before it was heard of, and its coming back, need no posting',
      refund,
      { subject: subject('refund', 'failed'), source_cents: 0 },
      explained('offset'),
    ],
    ['the coming back too', failure, { subject: subject('refund', 'failed'), source_cents: 0 }, explained('offset')],
    [
      'of a refund that failed and has not come back stands on the list',
      refund,
      { subject: subject('refund', 'failed'), source_cents: -1_000 },
      alone(-1_000),
    ],
    [
      'of a refund that came back, of which we have not heard, stands on the list',
      failure,
      { subject: subject('refund', 'succeeded'), source_cents: 0 },
      alone(1_000),
    ],
    [
      'of a refund that came back while it is still under way for us, too',
      failure,
      { subject: subject('refund', 'pending'), source_cents: 0 },
      alone(1_000),
    ],

    ['of an open dispute is held', dispute, { subject: subject('dispute', 'open') }, explained('held')],
    [
      'of an open dispute of another amount is different by that',
      dispute,
      { subject: subject('dispute', 'open', 1_100) },
      { ...explained('held'), state: 'different', difference_cents: 100 },
    ],
    [
      'of a dispute that was lost matches what has left',
      dispute,
      { subject: subject('dispute', 'lost'), postings: [posting(-1_000)] },
      matched,
    ],
    [
      'of a lost one without a posting stands on the list',
      dispute,
      { subject: subject('dispute', 'lost') },
      alone(-1_000),
    ],
    [
      'of a dispute that was won has come back',
      dispute,
      { subject: subject('dispute', 'won'), source_cents: 0 },
      explained('offset'),
    ],
    ['and its coming back', reversal, { subject: subject('dispute', 'won'), source_cents: 0 }, explained('offset')],
    [
      'of a dispute that was won before it was heard of has come back',
      dispute,
      { subject: null, source_cents: 0 },
      explained('offset'),
    ],
    [
      'of a dispute that nobody has heard of stands on the list',
      dispute,
      { subject: null, source_cents: -1_000 },
      alone(-1_000),
    ],
    [
      'of a dispute that was won and has not come back stands on the list',
      dispute,
      { subject: subject('dispute', 'won'), source_cents: -1_000 },
      alone(-1_000),
    ],
    [
      'of an appeal that was won after all stands on the list',
      reversal,
      { subject: subject('dispute', 'lost'), source_cents: 0, postings: [posting(-1_000)] },
      alone(1_000),
    ],
    ['of a transfer without its payout stands on the list', transfer, { subject: null }, alone(-1_000)],
    ['of a transfer matches', transfer, { subject: subject('payout'), postings: [posting(-1_000)] }, matched],
  ])('%s', (_name, transaction, given, expected) => {
    expect(judge(transaction, facts(given))).toMatchObject(expected);
  });
});
