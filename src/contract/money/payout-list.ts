import type { ListDescription } from '../operations/staff-list/description.ts';
import type { StaffPayout } from './payout.schema.ts';

/** `held` waits for a decision of the staff; the money of `stuck` cannot be taken back from the provider. */
const standings = {
  pending: { label: 'Pending', badge: 'due' },
  held: { label: 'On hold', badge: 'draft' },
  sent: { label: 'Sent', badge: 'wait' },
  paid: { label: 'Paid', badge: 'on' },
  failed: { label: 'Failed', badge: 'bad' },
  returned: { label: 'Failed after paid', badge: 'bad' },
  stuck: { label: 'Cannot be taken back', badge: 'bad' },
} as const;
const methods = { bank: { label: 'Bank' }, connect: { label: 'Stripe' } } as const;

export const payoutList = {
  name: 'payout',
  path: '/payouts',
  title: 'Payouts',
  one: 'payout',
  many: 'payouts',
  needs: 'readPayouts',
  search: 'Number of a payout',
  columns: {
    payout_id: { label: 'Payout', kind: 'id' },
    created_at: { label: 'Asked for', kind: 'instant', sorts: true },
    seller: { label: 'Shop', kind: 'text', narrow: 'first' },
    state: { label: 'State', kind: 'choice', choices: standings, narrow: 'last' },
    why: { label: 'Why', kind: 'text', narrow: 'first' },
    method: { label: 'Paid by', kind: 'choice', choices: methods, extra: true },
    account: { label: 'Account', kind: 'text', extra: true },
    batch: { label: 'Bank file', kind: 'text', extra: true },
    sent_at: { label: 'Sent', kind: 'instant', extra: true },
    paid_at: { label: 'Arrived', kind: 'instant', extra: true },
    amount: { label: 'Amount', kind: 'money', sorts: true },
  },
  filters: {
    state: { label: 'State', kind: 'choice', choices: standings },
    asked: { label: 'Asked for', kind: 'days' },
    amount: { label: 'Amount', kind: 'amount' },
    method: { label: 'Paid by', kind: 'choice', choices: methods },
    seller: { label: 'Shop', kind: 'id', hint: 'seller_id' },
    batch: { label: 'Bank file', kind: 'id', hint: 'Its number' },
    filed: { label: 'In a bank file', kind: 'yes', words: { yes: 'already', no: 'not yet' } },
  },
  sort: '-created_at',
  sums: ['amount'],
  views: [
    { name: 'For the next bank file', query: 'state=pending&method=bank&filed=no' },
    { name: 'On hold', query: 'state=held' },
    { name: 'On their way', query: 'state=sent' },
    { name: 'Cannot be taken back', query: 'state=stuck' },
  ],
} as const satisfies ListDescription;

export function statusOfPayout({ state, hold, stuck_since: stuck }: StaffPayout): keyof typeof standings {
  return stuck ? 'stuck' : hold ? 'held' : state;
}
