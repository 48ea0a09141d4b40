// One file for a browser: who looks at one list goes to another, and all of them are the same few components.
export * as audit from './audit.tsx';
export * as coupons from './coupons.tsx';
export * as customers from './customers.tsx';
export * as disputes from './disputes.tsx';
export * as jobs from './jobs.tsx';
export * as orders from './orders.tsx';
export * as payouts from './payouts.tsx';
export * as products from './products.tsx';
export * as reviews from './reviews.tsx';
export * as sellers from './sellers.tsx';
