// One file for a browser: who looks at one list goes to another, and all of them are the same few components.

export * as products from './catalogue/product/products.screen.tsx';
export * as reviews from './catalogue/review/reviews.screen.tsx';
export * as payouts from './money/payout/payouts.screen.tsx';
export * as audit from './operations/audit-entry/audit.screen.tsx';
export * as jobs from './operations/staff-job/jobs.screen.tsx';
export * as coupons from './ordering/coupon/coupons.screen.tsx';
export * as disputes from './ordering/dispute/disputes.screen.tsx';
export * as orders from './ordering/order/orders.screen.tsx';
export * as customers from './people/customer/customers.screen.tsx';
export * as sellers from './selling/seller/sellers.screen.tsx';
