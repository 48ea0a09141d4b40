import type { Kysely } from 'kysely';
import type { AcceptedLicense } from '#contract/catalogue/license.ts';
import type { Operator } from '#contract/marketplace.ts';
import type { Refused } from '#contract/refusal.ts';
import type { SendMail } from '#mail/mailer.ts';
import type { Actor } from '#platform/audit/audit-log.ts';
import type { Log } from '#platform/observability/log.ts';
import type { StoredOrder } from '../../schema/order.record.ts';
import type { ApiTables } from '../../schema/schema.ts';
import type { UnpaidOrderLimits } from '../order/unpaid-order-limits.rules.ts';
import type { PaymentProvider } from './payment/provider/payment-provider.ts';
import type { Payment, PaymentSession } from './payment/provider/provider-answers.ts';

/** Runs `place` when it is the buyer's turn. `purchase` must be equal where the same is bought. Refuses who asks for too many at once. */
export type CheckoutQueue = <T>(purchase: { accountId: string }, place: () => Promise<T>) => Promise<T | Refused>;

/** Accepts these license expressions for an order, by expression; the texts are kept from then on. */
type AcceptLicenses = (
  transaction: Kysely<ApiTables>,
  expressions: readonly string[],
) => Promise<Map<string, AcceptedLicense[]>>;

/** Dependencies of buying. Built once by create-ordering.ts, handed down as values. */
export type CheckoutService = {
  db: Kysely<ApiTables>;
  /** On whose behalf it works, for the audit log. */
  actor: Actor;
  /** On whose word: the account, or `key:` and the id of the key of a shop. */
  by?: string;
  provider: PaymentProvider;
  sendMail: SendMail;
  shop: Operator;
  limits: UnpaidOrderLimits;
  inQueue: CheckoutQueue;
  /** Hands out and takes back what a paid order promises (goods/entitlement/settle-goods.ts); answers the lines that are delivered by it. */
  settleGoods: (
    transaction: Kysely<ApiTables>,
    order: Pick<StoredOrder, 'order_id' | 'lines'>,
    at: Date,
  ) => Promise<number[]>;
  /** Handles the provider's events about the accounts of shops, and about its payouts to them (payout/connect/). */
  handlePayoutEvent: (event: { type: string; account: string | null; subject: string | null }) => Promise<void>;
  /** Handlers of the provider's events about money paid in to wallets (buyer-wallet/); 'foreign': it is none of it. */
  payIns: {
    settle: (payInId: string, session: PaymentSession) => Promise<'foreign' | string>;
    hear: (payInId: string, payment: Payment) => Promise<'heard' | 'foreign'>;
    reconcile: () => Promise<void>;
  };
  /** True if orders are paid from wallets. */
  walletIsOpen: boolean;
  acceptLicenses: AcceptLicenses;
  log: Log;
  now: () => Date;
};

/** For commands, which the provider tells nothing. */
export const noProviderEvents: Pick<CheckoutService, 'handlePayoutEvent' | 'payIns'> = {
  handlePayoutEvent: async () => {},
  payIns: { settle: async () => 'foreign', hear: async () => 'foreign', reconcile: async () => {} },
};
