import type { ListDescription } from '../operations/staff-list/description.ts';

const roles = {
  admin: { label: 'Staff' },
  seller: { label: 'Seller' },
  buyer: { label: 'Buyer' },
} as const;

export const customerList = {
  name: 'customer',
  path: '/customers',
  title: 'Customers',
  one: 'customer',
  many: 'customers',
  needs: 'readCustomers',
  search: 'Name, address or id',
  columns: {
    name: { label: 'Customer', kind: 'id' },
    email: { label: 'Address', kind: 'text', sorts: true, narrow: 'first' },
    role: { label: 'Kind', kind: 'choice', choices: roles },
    orders: { label: 'Orders', kind: 'count', narrow: 'last' },
    last_order_at: { label: 'Last order', kind: 'instant' },
    created_at: { label: 'Since', kind: 'instant', sorts: true },
  },
  filters: {
    role: { label: 'Kind', kind: 'choice', choices: roles },
    since: { label: 'Since', kind: 'days' },
    has_ordered: { label: 'Orders', kind: 'yes', words: { yes: 'has ordered', no: 'has ordered nothing' } },
  },
  sort: '-created_at',
  views: [
    { name: 'New in 7 days', query: 'since=7d' },
    { name: 'Sellers', query: 'role=seller' },
  ],
} as const satisfies ListDescription;
