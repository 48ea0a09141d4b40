// The way into the package: nothing else of it can be imported from outside, besides what tables.ts says of its database schema.
export type { PaymentMethod, PaymentsTables, RefundPlan, Switches } from './schema.ts';
export { boardAddress, createPayments, type Payments, type PaymentsDeps } from './server.ts';
export { webhookOutbox } from './webhook/webhook-delivery.store.ts';
export type { WebhookDeps } from './webhook/webhooks.ts';
