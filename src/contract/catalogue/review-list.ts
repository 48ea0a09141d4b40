import type { ListDescription } from '../operations/staff-list/description.ts';

const standings = { shown: { label: 'Shown', badge: 'on' }, hidden: { label: 'Hidden', badge: 'off' } } as const;
const rates = {
  '5': { label: '5' },
  '4': { label: '4' },
  '3': { label: '3' },
  '2': { label: '2' },
  '1': { label: '1' },
} as const;

export const reviewList = {
  name: 'review',
  path: '/reviews',
  title: 'Reviews',
  one: 'review',
  many: 'reviews',
  needs: 'readReviews',
  search: 'What it says',
  columns: {
    product: { label: 'Product', kind: 'id' },
    author: { label: 'By', kind: 'text', narrow: 'first' },
    text: { label: 'Review', kind: 'text', narrow: 'first' },
    rate: { label: 'Stars', kind: 'choice', choices: rates },
    reports: { label: 'Reports', kind: 'count' },
    seller: { label: 'Shop', kind: 'text', extra: true },
    state: { label: 'State', kind: 'choice', choices: standings, narrow: 'last' },
    updated_at: { label: 'Written', kind: 'instant', sorts: true },
  },
  filters: {
    waiting: { label: 'Queue', kind: 'yes', words: { yes: 'waits for us', no: 'waits for nobody' } },
    state: { label: 'State', kind: 'choice', choices: standings },
    rate: { label: 'Stars', kind: 'choice', choices: rates },
    written: { label: 'Written', kind: 'days' },
    product: { label: 'Product', kind: 'id', hint: 'product_id' },
    seller: { label: 'Shop', kind: 'id', hint: 'seller_id' },
  },
  sort: '-updated_at',
  views: [
    { name: 'Queue', query: 'waiting=yes&sort=updated_at' },
    { name: 'Hidden', query: 'state=hidden' },
    { name: 'One star', query: 'rate=1' },
  ],
} as const satisfies ListDescription;
