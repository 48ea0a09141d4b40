import type { ListDescription } from '../../operations/staff-list/description.ts';

const types = {
  solutions: { label: 'Solutions' },
  computing: { label: 'Computing' },
  data: { label: 'Data' },
  algorithm: { label: 'Algorithm' },
} as const;
const standings = {
  listed: { label: 'On sale', badge: 'on' },
  paused: { label: 'Paused', badge: 'wait' },
  archived: { label: 'Archived', badge: 'off' },
  hidden: { label: 'Not shown', badge: 'draft' },
} as const;

export const productList = {
  name: 'product',
  path: '/products',
  title: 'Products',
  one: 'product',
  many: 'products',
  needs: 'readProducts',
  search: 'Name or product_id',
  columns: {
    name: { label: 'Product', kind: 'id', sorts: true },
    product_id: { label: 'product_id', kind: 'text', extra: true },
    type: { label: 'Category', kind: 'choice', choices: types },
    seller: { label: 'Shop', kind: 'text', narrow: 'first' },
    provider: { label: 'Provider', kind: 'text', extra: true },
    state: { label: 'State', kind: 'choice', choices: standings, narrow: 'last' },
    stock: { label: 'Stock', kind: 'count', sorts: true },
    held: { label: 'Held by orders', kind: 'count', extra: true },
    created_at: { label: 'Added', kind: 'instant', extra: true },
    updated_at: { label: 'Changed', kind: 'instant', sorts: true },
    price: { label: 'Price', kind: 'price', sorts: true },
  },
  filters: {
    state: { label: 'State', kind: 'choice', choices: standings },
    type: { label: 'Category', kind: 'choice', choices: types },
    on_sale: { label: 'Sale', kind: 'yes', words: { yes: 'at a lower price now', no: 'at its usual price' } },
    stock: { label: 'Stock', kind: 'count' },
    price: { label: 'Price', kind: 'amount' },
    changed: { label: 'Changed', kind: 'days' },
    provider: { label: 'Provider', kind: 'id', hint: 'As the product says it' },
    seller: { label: 'Shop', kind: 'id', hint: 'seller_id; “own” for your own products' },
  },
  sort: '-updated_at',
  views: [
    { name: 'Sold out', query: 'state=listed&stock=0..0' },
    { name: 'On sale now', query: 'on_sale=yes' },
    { name: 'Own products', query: 'seller=own' },
    { name: 'Own, not on sale', query: 'seller=own&state=paused,archived' },
  ],
} as const satisfies ListDescription;
