// One payout as the staff see it: what its shop is told, the file or the transfer that it goes by, and what was done with it.
import type { PayoutEvent, StaffPayoutDetail } from '#contract/money/payout.schema.ts';
import { pageAudit } from '#platform/audit/audit-log.ts';
import { namesOf } from '../../access/staff-name.store.ts';
import { notFound } from '../../http/answers.ts';
import { findBatch } from './bank-file/payout-batch.store.ts';
import { retriedBy } from './payout.rules.ts';
import { listPayouts, type StoredPayout } from './payout.store.ts';
import { toStaffPayout } from './payout-answer.rules.ts';
import type { PayoutService } from './payout-service.ts';
import { readContents } from './read-payout.ts';

const HISTORY = 100;

/** Throws a 404 where there is none. */
export async function readStaffPayout(
  { db, shop }: Pick<PayoutService, 'db' | 'shop'>,
  payoutId: string,
): Promise<StaffPayoutDetail> {
  const [payout] = await listPayouts(db, { payoutId, after: null, limit: 1 });
  if (!payout) throw notFound('There is no such payout.');
  const batch = payout.batch_id ? await findBatch(db, payout.batch_id) : undefined;
  return {
    ...toStaffPayout(shop.name, payout),
    ...(await readContents(db, payout)),
    provider_payout: payout.provider_payout,
    retry_of: retriedBy(payout.request_key),
    retried_as: payout.retried_as,
    batch: batch
      ? {
          batch_id: batch.batch_id,
          create_time: batch.made_at.toISOString(),
          sent_at: batch.sent_at?.toISOString() ?? null,
        }
      : null,
    history: await readHistory(db, payout),
  };
}

async function readHistory(db: PayoutService['db'], payout: StoredPayout): Promise<PayoutEvent[]> {
  const moments = momentsOf(payout);
  const entries = (await pageAudit(db, { subject: payout.payout_id, limit: HISTORY }))
    .filter(({ subject_kind: kind }) => kind === 'payout')
    .map((entry) => ({ ...entry, at: moments[entry.action] ?? entry.at }));
  const names = await namesOf(
    db,
    entries.flatMap(({ details }) => textOf(details, 'by') ?? []),
  );
  return entries.map(({ id, at, action, actor_kind, actor_name, details }) => {
    const by = textOf(details, 'by');
    return {
      entry_id: Number(id),
      at: at.toISOString(),
      action,
      by: (by && names.get(by)) ?? (actor_name || byMachine(actor_kind) || by || ''),
      reason: textOf(details, 'because') ?? textOf(details, 'reason'),
      batch_id: textOf(details, 'batch'),
    };
  });
}

/** When the payout itself says that it happened, which may have been noted later. */
function momentsOf(payout: StoredPayout): Record<string, Date | null> {
  const { created_at, sent_at, paid_at, ended_at } = payout;
  return {
    'payout.made': created_at,
    'payout.sent': sent_at,
    'payout.paid': paid_at,
    'payout.failed': ended_at,
    'payout.returned': ended_at,
  };
}

function byMachine(kind: string): string | null {
  if (kind === 'provider') return 'Stripe';
  return kind === 'job' ? 'the schedule' : null;
}

function textOf(details: object, name: string): string | null {
  const value = (details as Record<string, unknown>)[name];
  return typeof value === 'string' && value !== '' ? value : null;
}
