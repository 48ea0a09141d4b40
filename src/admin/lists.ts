// One file for a browser: who looks at one list goes to another, and all of them are the same few components.
export * as audit from './routes/audit.tsx';
export * as coupons from './routes/coupons.tsx';
export * as customers from './routes/customers.tsx';
export * as disputes from './routes/disputes.tsx';
export * as jobs from './routes/jobs.tsx';
export * as orders from './routes/orders.tsx';
export * as payouts from './routes/payouts.tsx';
export * as products from './routes/products.tsx';
export * as reviews from './routes/reviews.tsx';
export * as sellers from './routes/sellers.tsx';
