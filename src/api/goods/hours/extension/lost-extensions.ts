// Extensions of a machine whose own money goes back: the minutes that are left go with it, and so does their share of the money (run-hours.ts).
import type { Db } from '../../../schema/db.ts';
import { addEntry } from '../hours-balance.store.ts';
import { listGranted, listUnrefunded, recordLost, recordTaken } from './extension.store.ts';

/** How entries of extensions are told from those of the machine's own order. */
export const byExtension = 'extension';

/** Reason of their entries. */
export function reasonOf(orderId: string): string {
  return `Order ${orderId}.`;
}

/**
 * Takes what is left of the extensions of a machine, the newest first: minutes are used in the order in which they were bought. `left`: all
 * minutes of the machine. Answers those that are left of its own order. The hours must be locked, and counted until now.
 */
export async function loseExtensions(
  transaction: Db,
  entitlementId: string,
  { left, at }: { left: number; at: Date },
): Promise<number> {
  let rest = left;
  for (const extension of await listGranted(transaction, entitlementId)) {
    const minutes = Math.min(rest, extension.minutes);
    rest -= minutes;
    await recordLost(transaction, extension, { at, minutes });
    if (minutes === 0) continue;
    const reason = reasonOf(extension.order_id);
    await addEntry(transaction, { entitlementId, kind: 'taken', minutes, at, reason, by: byExtension });
  }
  return rest;
}

/** The machine is its buyer's again: so are the minutes that went with it, but for those whose money is on its way. */
export async function returnExtensions(transaction: Db, entitlementId: string, at: Date): Promise<void> {
  for (const extension of await listUnrefunded(transaction, entitlementId)) {
    const { order_id: orderId, line, lost_minutes: minutes, taken_minutes: taken } = extension;
    await recordLost(transaction, extension, null);
    // Its own payment is looked at, or has gone back: they come with that.
    if (taken !== null) await recordTaken(transaction, { orderId, line }, minutes);
    else if (minutes > 0) {
      const reason = 'The refund has failed.';
      await addEntry(transaction, { entitlementId, kind: 'returned', minutes, at, reason, by: byExtension });
    }
  }
}
