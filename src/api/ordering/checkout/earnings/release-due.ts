// Money that waited until its time has come: what the reconciliation releases to sellers.
import type { Transaction } from 'kysely';
import { inTransaction } from '#platform/database/after-commit.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import { isPaid } from '../../order/order.rules.ts';
import { listDueReleases, lockOrder, recordReleased } from '../../order/order.store.ts';
import type { CheckoutService } from '../checkout-service.ts';
import { bookOrder } from './book-order.ts';
import { postReleases } from './release-earnings.ts';

const BATCH = 50;

/**
 * Every line whose time has come. Safe to repeat, and in several processes at once. An order that fails is told, and keeps no other waiting.
 */
export async function releaseDueEarnings({ db, log, now }: Pick<CheckoutService, 'db' | 'log' | 'now'>): Promise<void> {
  const failed = new Set<string>();
  for (;;) {
    const due = (await listDueReleases(db, now(), BATCH + failed.size)).filter((id) => !failed.has(id));
    if (due.length === 0) return;
    for (const orderId of due)
      await inTransaction(db, (transaction) => releaseDueLines(transaction, orderId, now())).catch((error: Error) => {
        failed.add(orderId);
        log.error(
          { part: 'api', order: orderId, error: error.stack },
          'the money of an order has not come to its sellers',
        );
      });
  }
}

async function releaseDueLines(transaction: Transaction<ApiTables>, orderId: string, now: Date): Promise<void> {
  const locked = await lockOrder(transaction, orderId);
  if (!locked || !isPaid(locked)) return;
  const order = await bookOrder(transaction, locked);
  const due = order.lines.filter(
    (line) =>
      line.release_at !== null && line.released_at === null && !line.disputed && new Date(line.release_at) <= now,
  );
  await recordReleased(transaction, orderId, await postReleases(transaction, order, due, now));
}
