// Releases the earnings of a line to its seller: at once where no hold applies, otherwise when its time has come (release-due.ts).
import type { Transaction } from 'kysely';
import { post } from '#ledger/post.ts';
import { release, releasedShare } from '../../../money/ports.rules.ts';
import type { StoredLine, StoredOrder } from '../../../schema/order.record.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import { deliveredAt, isPaid } from '../../order/order.rules.ts';
import { type DeliveredLine, recordReleased } from '../../order/order.store.ts';
import { listRefundShares, type RefundShare } from '../../order/refund-share.store.ts';

const HOUR_MS = 60 * 60_000;

/** Records earnings of lines that are delivered now. Lines without a hold are posted. The order must be locked, and in the ledger. */
export async function earnByDelivery(
  transaction: Transaction<ApiTables>,
  order: StoredOrder,
  lines: readonly StoredLine[],
  at: Date,
): Promise<DeliveredLine[]> {
  const atOnce = isPaid(order) ? lines.filter((line) => line.holding_hours === 0 && !line.disputed) : [];
  const released = new Map(
    (await postReleases(transaction, order, atOnce, at)).map((line) => [line.line, line.released]),
  );
  return lines.map((line) => ({
    line: line.line,
    release_at: releaseAt(line, at),
    released: released.get(line.line) ?? null,
  }));
}

export function releaseAt(line: Pick<StoredLine, 'holding_hours'>, deliveredAt: Date): Date {
  return new Date(deliveredAt.getTime() + line.holding_hours * HOUR_MS);
}

/** Releases a line that was delivered before its order, already settled, came into the ledger. */
export async function releaseDelivered(
  transaction: Transaction<ApiTables>,
  order: StoredOrder,
  line: StoredLine,
): Promise<void> {
  const at = deliveredAt(order, line);
  if (at) await recordReleased(transaction, order.order_id, await postReleases(transaction, order, [line], at));
}

/** Posts the money of lines to their sellers; answers what is to be noted with the lines. */
export async function postReleases(
  transaction: Transaction<ApiTables>,
  order: StoredOrder,
  lines: readonly StoredLine[],
  at: Date,
) {
  if (lines.length === 0) return [];
  const shares = order.refunds.length > 0 ? await listRefundShares(transaction, order.order_id) : [];
  return lines.map((line) => {
    const refunded = takenOf(shares, line.line);
    const share = releasedShare({ ...line, tax_cents: line.withheld_tax_cents }, refunded);
    post(transaction, release(order, line, share, { refunded, at }));
    const { paid, discount, fee, tax } = share;
    return { line: line.line, released: { at, paid, discount, fee, tax } };
  });
}

/** Amount that refunds have taken of a line, and keep. */
export function takenOf(shares: readonly RefundShare[], line: number): number {
  return shares
    .filter((share) => share.line === line && share.state !== 'failed')
    .reduce((sum, { cents }) => sum + cents, 0);
}
