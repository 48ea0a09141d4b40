import type { Kysely } from 'kysely';
import type { BankAccount } from '#contract/store.ts';
import type { SendMail } from '#mail/mailer.ts';
import type { Actor } from '#platform/audit/audit-log.ts';
import type { Log } from '#platform/observability/log.ts';
import type { ApiTables } from '../schema.ts';
import type { OrderLimits } from './order-limits.rules.ts';
import type { PaymentProvider } from './payment/payment-provider.ts';

/** Runs `place` when it is the buyer's turn. `purchase` must be equal where the same is bought. */
export type CheckoutQueue = <T>(purchase: { accountId: string }, place: () => Promise<T>) => Promise<T>;

/** What buying works with. Built once by server.ts, handed down as values. */
export type CheckoutService = {
  db: Kysely<ApiTables>;
  /** On whose behalf it works, for the audit log. */
  actor: Actor;
  provider: PaymentProvider;
  sendMail: SendMail;
  shop: {
    name: string;
    /** Where visitors reach the shop. */
    origin: string;
    address: string[];
    email: string;
    /** As the seller writes it on receipts, such as 'VAT ID DE123456789'; null where there is none. */
    taxNumber: string | null;
    /** Where transfers go to; null: the buyer asks for it by mail. */
    bank: BankAccount | null;
    /** Values of a product's `provider` whose products are rented elsewhere and never sold here. */
    rentedElsewhere: ReadonlySet<string>;
  };
  limits: OrderLimits;
  inQueue: CheckoutQueue;
  log: Log;
  now: () => Date;
};

/** Why an order is not placed, for the buyer. `status` is the HTTP status that goes with it. */
export class CheckoutRefusal extends Error {
  status: 400 | 409 | 429 | 502 | 503;
  /** With 429 and 503. */
  retryAfterSeconds: number | null;

  constructor(status: CheckoutRefusal['status'], message: string, retryAfterSeconds: number | null = null) {
    super(message);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const PROVIDER_RETRY_SECONDS = 30;

/** The card payment provider gives no answer. `what` is what that means for the caller. */
export function providerAway(what: string): CheckoutRefusal {
  const message = `The payment provider does not answer. ${what} Try again in a minute.`;
  return new CheckoutRefusal(503, message, PROVIDER_RETRY_SECONDS);
}
