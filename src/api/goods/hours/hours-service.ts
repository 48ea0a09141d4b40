import type { Transaction } from 'kysely';
import type { Message } from '#mail/mailer.ts';
import type { Log } from '#platform/observability/log.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Db } from '../../schema/db.ts';
import type { LockMachine, LockOrder, StoredOrder } from '../../schema/order.record.ts';
import type { ApiTables } from '../../schema/schema.ts';
import type { MoneyBackService } from '../provision/money-back.ts';
import type { HoursMail, ToShop } from './hours-mail.rules.ts';

export type HoursService = {
  db: Db;
  secrets: Secrets;
  lockOrder: LockOrder;
  lockMachine: LockMachine;
  /** Mails the buyer of an order, which must be locked, and notes that. */
  notifyBuyer: (transaction: Transaction<ApiTables>, order: StoredOrder, mail: HoursMail) => Promise<void>;
  /** Mails those of a shop ('' for the operator) who deliver. */
  notifyShop: (
    transaction: Transaction<ApiTables>,
    sellerId: string,
    mail: (about: ToShop) => Message,
  ) => Promise<void>;
  /** Refunds of more time for machines that are nobody's any more. */
  refundWholeLine: MoneyBackService['refundWholeLine'];
  log: Log;
  now: () => Date;
};

/** Why it was not done; the sentence is the routes'. */
export type HoursRefusal =
  | 'no_hours'
  | 'on_hold'
  | 'ended'
  | 'nothing_left'
  | 'no_machine'
  | 'other_purchase'
  | 'not_asked'
  | 'not_on'
  | 'is_on'
  | 'no_template'
  | 'no_key'
  | 'no_price'
  | 'small_budget'
  | 'limit_passed'
  | 'not_by_hand'
  | 'own_shop'
  | 'in_future'
  | 'too_old';
