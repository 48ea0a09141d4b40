import type { Transaction } from 'kysely';
import { recordAudit } from '../../../audit/audit.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import type { CheckoutService } from '../../checkout/checkout-service.ts';
import type { LineDispute } from '../line-dispute.store.ts';

type DisputeEvent = 'opened' | 'answered' | 'decided' | 'withdrawn' | 'lost_by_silence' | 'settled';

/** Writes into the audit log what becomes of a dispute, with its order, where whoever looks for the money looks. */
export async function recordDispute(
  db: Transaction<ApiTables>,
  { actor, by }: Pick<CheckoutService, 'actor' | 'by'>,
  dispute: Pick<LineDispute, 'dispute_id' | 'order_id' | 'line'>,
  event: DisputeEvent,
  more: Record<string, string | number> = {},
): Promise<void> {
  const { dispute_id, order_id: id, line } = dispute;
  await recordAudit(db, actor, {
    action: `dispute.${event}`,
    subject: { kind: 'order', id },
    details: { ...(by !== undefined && { by }), dispute: dispute_id, line, ...more },
  });
}
