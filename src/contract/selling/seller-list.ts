import type { ListDescription } from '../operations/staff-list/description.ts';

export const sellerStateChoices = {
  draft: { label: 'Draft', badge: 'draft' },
  submitted: { label: 'Submitted', badge: 'due' },
  returned: { label: 'Returned', badge: 'wait' },
  approved: { label: 'Approved', badge: 'on' },
  suspended: { label: 'Suspended', badge: 'bad' },
  closing: { label: 'Closing', badge: 'wait' },
  closed: { label: 'Closed', badge: 'off' },
} as const;

export const sellerList = {
  name: 'seller',
  path: '/sellers',
  title: 'Sellers',
  one: 'shop',
  many: 'shops',
  needs: 'readSellers',
  search: 'Name or address',
  columns: {
    name: { label: 'Shop', kind: 'id' },
    address: { label: 'Address', kind: 'text', narrow: 'first' },
    state: { label: 'State', kind: 'choice', choices: sellerStateChoices, narrow: 'last' },
    country: { label: 'Country', kind: 'text' },
    products: { label: 'Products', kind: 'count' },
    approved_at: { label: 'Approved', kind: 'instant', extra: true },
    created_at: { label: 'Applied', kind: 'instant', extra: true },
    updated_at: { label: 'Changed', kind: 'instant', sorts: true },
  },
  filters: {
    state: { label: 'State', kind: 'choice', choices: sellerStateChoices },
    changed: { label: 'Changed', kind: 'days' },
    country: { label: 'Country', kind: 'id', hint: 'Two letters, such as DE' },
  },
  sort: '-updated_at',
  views: [
    { name: 'Suspended', query: 'state=suspended' },
    { name: 'Closing', query: 'state=closing' },
  ],
} as const satisfies ListDescription;
