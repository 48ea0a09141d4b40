import type { ListDescription } from './description.ts';

/** Who acts, where nobody is named. */
export const auditActors = {
  operator: { label: 'Operator' },
  customer: { label: 'Customer' },
  provider: { label: 'Payment provider' },
  job: { label: 'The shop itself' },
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
    by: { label: 'By', kind: 'text' },
    actor: { label: 'Kind of actor', kind: 'choice', choices: auditActors, extra: true },
    details: { label: 'Details', kind: 'text' },
  },
  filters: {
    action: { label: 'What', kind: 'id', hint: 'Such as order.refunded; order. for all of orders' },
    at: { label: 'When', kind: 'days' },
    actor: { label: 'By', kind: 'choice', choices: auditActors },
    by: { label: 'Person', kind: 'id', hint: "The account's id" },
    subject: { label: 'About', kind: 'id', hint: 'The id of an order, a shop, an account …' },
  },
  sort: '-at',
  views: [
    { name: 'Refunds', query: 'action=order.refunded' },
    { name: 'Staff and roles', query: 'action=staff.' },
    { name: 'Commands of 30 days', query: 'actor=operator&at=30d' },
  ],
} as const satisfies ListDescription;
