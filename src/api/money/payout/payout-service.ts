// Dependencies of payouts. Built once by server.ts, handed down as values.
import type { BankAccount } from '#contract/store.ts';
import type { SendMail } from '#mail/mailer.ts';
import type { Log } from '#platform/observability/log.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Db } from '../../schema/db.ts';

export type PayoutService = {
  db: Db;
  secrets: Secrets;
  sendMail: SendMail;
  shop: { name: string; email: string; origin: string; bank: BankAccount | null };
  log: Log;
  /** So many days payouts wait after the account that they go to was changed; 0: they do not. */
  waitDays: number;
  now: () => Date;
};
