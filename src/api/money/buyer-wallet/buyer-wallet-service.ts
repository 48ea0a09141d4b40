import type { Kysely } from 'kysely';
import type { CardDisputeState } from '#contract/ordering/dispute-terms.ts';
import type { Actor } from '#platform/audit/audit-log.ts';
import type { Log } from '#platform/observability/log.ts';
import type { ApiTables } from '../../schema/schema.ts';

/** Provider's answer about the payment page of a pay-in. */
export type PayInSession = {
  id: string;
  url: string | null;
  state: 'open' | 'paid' | 'unpaid' | 'expired';
  amountCents: number;
  currency: string;
  paymentIntent: string | null;
  payInId: string | null;
};

/** Provider's answer about money that goes back to a card. */
export type CardReturn = {
  id: string;
  amountCents: number;
  state: 'pending' | 'succeeded' | 'failed';
  failure: string | null;
  /** The shop's own id, where the shop asked for it. */
  refundId: string | null;
};

export type PayInPayment = {
  paymentIntent: string;
  payInId: string | null;
  receivedCents: number;
  currency: string;
  refunds: CardReturn[];
  disputes: Array<{ id: string; amountCents: number; state: CardDisputeState; reason: string }>;
};

type AskedPayIn = { pay_in_id: string; user_id: string | null; amount_cents: number; expires_at: Date };

/** The card payment provider, as far as wallets need it. */
type PayInProvider = {
  /** The same pay-in makes the same session, however often it is asked. */
  createPayInSession(payIn: AskedPayIn): Promise<PayInSession>;
  findSession(sessionId: string): Promise<PayInSession | null>;
  /** Ends it, unless it was paid; answers what it is then. */
  expireSession(sessionId: string): Promise<PayInSession | null>;
  findPayment(paymentIntent: string): Promise<PayInPayment | null>;
  /** `refundId` is the idempotency key. */
  refund(given: { refundId: string; paymentIntent: string; amountCents: number }): Promise<CardReturn>;
  /** True if it has said no, and will say so again. */
  isRefusal(error: unknown): boolean;
  /** True if it has given no answer: nobody knows what it has done. */
  isAway(error: unknown): boolean;
};

export type BuyerWalletService = {
  db: Kysely<ApiTables>;
  /** On whose behalf it works, for the audit log. */
  actor: Actor;
  provider: PayInProvider;
  /** True if the shop takes money for wallets, and for goods from them. */
  isOpen: boolean;
  log: Log;
  now: () => Date;
};
