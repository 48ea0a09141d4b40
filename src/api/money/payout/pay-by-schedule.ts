// Payouts that nobody asks for: each shop's own schedule does.

import { jobOf } from '#contract/operations/jobs.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { runRegularly } from '#platform/jobs/run-regularly.ts';
import { makePayout } from './make-payout.ts';
import { nextPayoutAt, waitsUntil } from './payout.rules.ts';
import type { PayoutService } from './payout-service.ts';
import { listDue, lockSettings, updateSettings } from './settings/payout-settings.store.ts';

const BATCH = 100;

/** Answers how to stop. `carryOut` is what follows for those that the provider pays. */
export function payRegularly(service: PayoutService, carryOut: () => Promise<void>): () => Promise<void> {
  return runRegularly({
    db: service.db,
    ...jobOf('make payouts'),
    async work() {
      await payBySchedule(service);
      await carryOut();
    },
    onError: (error) => service.log.error({ part: 'api', error: (error as Error).stack }, 'payouts were not made'),
  });
}

/** Makes every payout that is due. Safe to repeat, and in several processes at once: a time of a schedule is one payout. */
export async function payBySchedule(service: PayoutService): Promise<void> {
  const failed = new Set<string>();
  for (;;) {
    const due = (await listDue(service.db, service.now(), BATCH + failed.size)).filter((id) => !failed.has(id));
    if (due.length === 0) return;
    for (const sellerId of due)
      await payOneBySchedule(service, sellerId).catch((error: Error) => {
        failed.add(sellerId);
        service.log.error({ part: 'api', seller: sellerId, error: error.stack }, 'a payout was not made');
      });
  }
}

function payOneBySchedule(service: PayoutService, sellerId: string): Promise<void> {
  return inTransaction(service.db, async (transaction) => {
    const settings = await lockSettings(transaction, sellerId);
    const now = service.now();
    // Another process was faster.
    if (!settings?.next_at || settings.next_at > now) return;
    const next_at = nextPayoutAt(settings.schedule, settings.day, now);
    // An account that was changed shortly before costs the shop some days, not all the time until the next one.
    const waits = waitsUntil(settings, service.waitDays, now);
    await updateSettings(transaction, sellerId, { next_at: waits && next_at && waits < next_at ? waits : next_at });
    // Amounts that can't be paid now stay in the balance until the next time.
    await makePayout(transaction, service, settings, {
      sellerId,
      requestKey: `schedule ${settings.next_at.toISOString()}`,
      cents: null,
      by: 'schedule',
      bySchedule: true,
    });
  });
}
