import type { Kysely } from 'kysely';
import type { SendMail } from '#mail/mailer.ts';
import type { Actor } from '#platform/audit.ts';
import type { Log } from '#platform/log.ts';
import type { ApiTables } from '../schema.ts';
import type { PaymentProvider } from './payment-provider.ts';

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
    /** Values of a product's `provider` whose products are rented elsewhere and never sold here. */
    rentedElsewhere: ReadonlySet<string>;
  };
  log: Log;
  now: () => Date;
};

/** Why an order is not placed, for the buyer. `status` is the HTTP status that goes with it. */
export class CheckoutRefusal extends Error {
  status: 400 | 409 | 502;

  constructor(status: CheckoutRefusal['status'], message: string) {
    super(message);
    this.status = status;
  }
}
