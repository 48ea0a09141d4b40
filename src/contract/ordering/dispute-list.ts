import type { ListDescription } from '../operations/staff-list/description.ts';

/** Disputes of lines, which buyers open with a shop, and of card payments, which their banks ask for. */
const kinds = { line: { label: 'Line of an order' }, card: { label: 'Card payment' } } as const;
const standings = {
  open: { label: 'Waits for the seller', badge: 'wait' },
  answered: { label: 'Decide it', badge: 'due' },
  bank: { label: 'The bank decides', badge: 'wait' },
  over: { label: 'Over', badge: 'off' },
} as const;

export const disputeList = {
  name: 'dispute',
  path: '/disputes',
  title: 'Disputes',
  one: 'dispute',
  many: 'disputes',
  needs: 'readDisputes',
  search: 'Number of an order',
  columns: {
    about: { label: 'About', kind: 'id' },
    order_id: { label: 'Order', kind: 'text' },
    seller: { label: 'Shop', kind: 'text', narrow: 'first' },
    kind: { label: 'Kind', kind: 'choice', choices: kinds, extra: true },
    reason: { label: 'Reason', kind: 'text' },
    state: { label: 'State', kind: 'choice', choices: standings, narrow: 'last' },
    opened_at: { label: 'Opened', kind: 'instant', sorts: true },
    due_at: { label: 'Due', kind: 'instant', sorts: true },
    ended_at: { label: 'Ended', kind: 'instant', extra: true },
    amount: { label: 'Amount', kind: 'money' },
  },
  filters: {
    state: { label: 'State', kind: 'choice', choices: standings },
    kind: { label: 'Kind', kind: 'choice', choices: kinds },
    opened: { label: 'Opened', kind: 'days' },
    amount: { label: 'Amount', kind: 'amount' },
    seller: { label: 'Shop', kind: 'id', hint: 'seller_id' },
    order: { label: 'Order', kind: 'id', hint: 'Its number' },
  },
  sort: 'due_at',
  sums: ['amount'],
  views: [
    { name: 'Decide', query: 'state=answered' },
    { name: 'Open', query: 'state=open,answered,bank' },
    { name: 'Card payments', query: 'kind=card' },
  ],
} as const satisfies ListDescription;
