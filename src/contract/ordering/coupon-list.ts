import type { ListDescription } from '../operations/staff-list/description.ts';

const standings = {
  open: { label: 'Open', badge: 'on' },
  used_up: { label: 'Used up', badge: 'off' },
  expired: { label: 'Expired', badge: 'off' },
  ended: { label: 'Ended', badge: 'off' },
} as const;

export const couponList = {
  name: 'coupon',
  path: '/coupons',
  title: 'Coupons',
  one: 'coupon',
  many: 'coupons',
  needs: 'readCoupons',
  search: 'Code',
  columns: {
    code: { label: 'Code', kind: 'id', sorts: true },
    takes_off: { label: 'Takes off', kind: 'text', narrow: 'first' },
    state: { label: 'State', kind: 'choice', choices: standings, narrow: 'last' },
    expires_at: { label: 'Until', kind: 'instant' },
    minimum: { label: 'From a subtotal of', kind: 'money', extra: true },
    created_at: { label: 'Made', kind: 'instant', sorts: true },
    used: { label: 'Used', kind: 'count' },
    sales: { label: 'Sales', kind: 'money' },
    discount: { label: 'Taken off', kind: 'money' },
  },
  filters: {
    state: { label: 'State', kind: 'choice', choices: standings },
    used: { label: 'Used', kind: 'count' },
    made: { label: 'Made', kind: 'days' },
  },
  sort: '-created_at',
  views: [
    { name: 'Open', query: 'state=open' },
    { name: 'Never used', query: 'used=0..0' },
  ],
} as const satisfies ListDescription;
