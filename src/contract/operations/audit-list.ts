import type { ListDescription } from './staff-list/description.ts';

/** Who acts, where nobody is named. */
export const auditActors = {
  operator: { label: 'Operator' },
  customer: { label: 'Customer' },
  provider: { label: 'Payment provider' },
  job: { label: 'The shop itself' },
} as const;

/** What entries are about: the part of an action before its dot. */
const auditFamilies = {
  order: { label: 'Orders' },
  dispute: { label: 'Disputes' },
  payment: { label: 'Payments' },
  listing: { label: 'Products of shops' },
  product: { label: 'Own products' },
  catalogue: { label: 'Catalogue' },
  license: { label: 'Licenses' },
  review: { label: 'Reviews' },
  coupon: { label: 'Coupons' },
  seller: { label: 'Shops' },
  approval: { label: 'Approvals' },
  report: { label: 'Reports' },
  job: { label: 'Jobs' },
  outbox: { label: 'Outboxes' },
  thread: { label: 'Conversations' },
  customer: { label: 'Customers' },
  account: { label: 'Accounts and roles' },
  entitlement: { label: 'Gifts' },
  goods: { label: 'Keys of goods' },
  hours: { label: 'Machines' },
  payout: { label: 'Payouts' },
  wallet: { label: 'Wallets' },
  movement: { label: 'Movements by hand' },
  reconciliation: { label: 'Reconciliation' },
  fee: { label: 'Fees' },
  holding: { label: 'Holding times' },
  keys: { label: 'Keys of the installation' },
  backup: { label: 'Backups' },
} as const;

export const auditList = {
  name: 'audit',
  path: '/audit',
  title: 'Audit log',
  one: 'entry',
  many: 'entries',
  needs: 'readAudit',
  search: 'Id of what it is about',
  columns: {
    action: { label: 'What', kind: 'id' },
    at: { label: 'When', kind: 'instant', sorts: true, narrow: 'last' },
    subject_kind: { label: 'Kind', kind: 'text', extra: true },
    subject_id: { label: 'About', kind: 'text', narrow: 'first' },
    by: { label: 'By', kind: 'text', narrow: 'first' },
    actor: { label: 'Kind of actor', kind: 'choice', choices: auditActors, extra: true },
    details: { label: 'Details', kind: 'text', narrow: 'first' },
    changes: { label: 'Changes', kind: 'text' },
    before: { label: 'Before (JSON)', kind: 'text', extra: true },
    after: { label: 'After (JSON)', kind: 'text', extra: true },
  },
  filters: {
    family: { label: 'Of', kind: 'choice', choices: auditFamilies },
    action: { label: 'What', kind: 'id', hint: 'Such as order.refunded; order. for all of orders' },
    at: { label: 'When', kind: 'days' },
    actor: { label: 'By', kind: 'choice', choices: auditActors },
    by: { label: 'Person', kind: 'id', hint: "The account's id" },
    kind: { label: 'Kind', kind: 'id', hint: 'Such as order, coupon, account' },
    changed: { label: 'Changes', kind: 'yes', words: { yes: 'changed something', no: 'changed no field' } },
    subject: { label: 'About', kind: 'id', hint: 'The id of an order, a shop, an account …' },
  },
  sort: '-at',
  views: [
    { name: 'Refunds', query: 'action=order.refunded' },
    { name: 'Accounts and roles', query: 'family=account' },
    { name: 'Commands of 30 days', query: 'actor=operator&at=30d' },
  ],
} as const satisfies ListDescription;
