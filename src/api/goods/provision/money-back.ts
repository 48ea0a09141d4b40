// A buyer takes the money instead of what was promised and is late.
import type { Transaction } from 'kysely';
import type { RefundState } from '#contract/ordering/order.ts';
import type { Refused } from '#contract/refusal.ts';
import type { Db } from '../../schema/db.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { statusOf } from '../entitlement/entitlement.rules.ts';
import { findEntitlement, type StoredEntitlement } from '../entitlement/entitlement.store.ts';
import { findGrant, forgetMoneyBack, recordMoneyBack } from './access-grant.store.ts';

export type MoneyBackService = {
  db: Db;
  /**
   * Gives back all that is left of a line, or at most a share of what was paid for it; the same key is the same refund. `claim` is called
   * in its transaction: what it throws takes the refund back.
   */
  refundWholeLine: (given: {
    orderId: string;
    line: number;
    reason: string;
    by: string;
    requestKey: string;
    share?: number;
    claim?: (transaction: Transaction<ApiTables>) => Promise<void>;
  }) => Promise<{ refund: { amountCents: number; state: RefundState } } | Refused>;
  now: () => Date;
};

type Outcome =
  | { refund: { amountCents: number; state: RefundState } }
  | Refused
  | { refusal: 'no_entitlement' | 'not_late' };

/**
 * Once for each time it was promised: asked again, it answers the same refund. From the moment at which it is noted nothing that the shop answers
 * counts any more.
 */
export async function moneyBack(service: MoneyBackService, accountId: string, entitlementId: string): Promise<Outcome> {
  const { db, now } = service;
  const entitlement = await findEntitlement(db, accountId, entitlementId);
  if (entitlement?.goods.access?.by !== 'endpoint') return { refusal: 'no_entitlement' };
  const { order_id: orderId, line } = entitlement;
  if (orderId === null || line === null) return { refusal: 'not_late' };
  if (!(await mayTake(service, entitlement))) return { refusal: 'not_late' };
  const round = await recordMoneyBack(db, entitlementId, now());
  if (round === null) return { refusal: 'not_late' };
  const done = await service.refundWholeLine({
    orderId,
    line,
    reason: 'It was not there within the promised time.',
    by: accountId,
    requestKey: `library ${entitlementId} ${round}`,
  });
  if ('refused' in done) await forgetMoneyBack(db, entitlementId);
  return done;
}

/** Refunds that were taken before are answered again, also after the money has arrived. */
async function mayTake({ db, now }: MoneyBackService, entitlement: StoredEntitlement): Promise<boolean> {
  const grant = await findGrant(db, entitlement.entitlement_id);
  return statusOf(entitlement, now()) === 'active' || Boolean(grant?.money_back_at);
}
