import type { ListDescription } from '../operations/staff-list/description.ts';

const orderStateChoices = {
  pending: { label: 'Waits for payment', badge: 'wait' },
  paid: { label: 'Paid', badge: 'on' },
  fulfilled: { label: 'Fulfilled', badge: 'off' },
  in_review: { label: 'In review', badge: 'due' },
  refunded: { label: 'Refunded', badge: 'back' },
  cancelled: { label: 'Cancelled', badge: 'off' },
  expired: { label: 'Expired', badge: 'off' },
} as const;

const methods = { card: { label: 'Card' }, transfer: { label: 'Transfer' }, check: { label: 'Check' } } as const;

const promises = { late: { label: 'Late', badge: 'due' }, none: { label: '' } } as const;

/** As the overview counts them: `waiting` has not arrived after a day. */
const refunds = { waiting: { label: 'on its way for a day' }, failed: { label: 'failed' } } as const;

export const orderList = {
  name: 'order',
  path: '/orders',
  title: 'Orders',
  one: 'order',
  many: 'orders',
  needs: 'readSales',
  search: 'Number, customer or product',
  columns: {
    order_id: { label: 'Order', kind: 'id' },
    created_at: { label: 'Placed', kind: 'instant', sorts: true },
    customer: { label: 'Customer', kind: 'text', narrow: 'first' },
    email: { label: 'Address', kind: 'text', extra: true },
    products: { label: 'Products', kind: 'text' },
    state: { label: 'State', kind: 'choice', choices: orderStateChoices, narrow: 'last' },
    promise: { label: 'Promise', kind: 'choice', choices: promises, narrow: 'last' },
    method: { label: 'Paid by', kind: 'choice', choices: methods },
    paid_at: { label: 'Paid', kind: 'instant', extra: true },
    coupon: { label: 'Coupon', kind: 'text', extra: true },
    discount: { label: 'Discount', kind: 'money', extra: true },
    refunded: { label: 'Refunded', kind: 'money', extra: true },
    total: { label: 'Total', kind: 'money', sorts: true },
  },
  filters: {
    state: { label: 'State', kind: 'choice', choices: orderStateChoices },
    placed: { label: 'Placed', kind: 'days' },
    total: { label: 'Total', kind: 'amount' },
    method: { label: 'Paid by', kind: 'choice', choices: methods },
    refunded: { label: 'Refunds', kind: 'yes', words: { yes: 'something went back', no: 'nothing went back' } },
    to_deliver: {
      label: 'Delivery',
      kind: 'yes',
      words: { yes: 'something is to deliver', no: 'nothing is to deliver' },
    },
    late: {
      label: 'Promise',
      kind: 'yes',
      words: { yes: 'something comes later than promised', no: 'nothing is late' },
    },
    refund: { label: 'Refund', kind: 'choice', choices: refunds },
    customer: { label: 'Customer', kind: 'id', hint: "The account's id, or the address" },
    product: { label: 'Product', kind: 'id', hint: 'product_id' },
    seller: { label: 'Shop', kind: 'id', hint: 'seller_id' },
    coupon: { label: 'Coupon', kind: 'id', hint: 'The code' },
  },
  sort: '-created_at',
  sums: ['total'],
  views: [
    { name: 'To deliver', query: 'state=paid&to_deliver=yes' },
    { name: 'Late', query: 'late=yes' },
    { name: 'In review', query: 'state=in_review' },
    { name: 'By transfer or check, unpaid', query: 'state=pending&method=transfer,check' },
    { name: 'Refunds of 30 days', query: 'refunded=yes&placed=30d' },
  ],
} as const satisfies ListDescription;
