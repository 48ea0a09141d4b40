// Payouts wait for some days after the account that they go to was changed: whoever has taken over a session changes it first. A second owner, or the
// staff, may say before that it is right.
import { inTransaction } from '#platform/database/after-commit.ts';
import { findMembership } from '../../../access/member.store.ts';
import { recordAudit } from '../../../audit/audit.ts';
import { conflict, notFound } from '../../../http/answers.ts';
import { RefusalAnswer } from '../../../http/refusal-answer.ts';
import type { Db } from '../../../schema/db.ts';
import { findSeller, lockSeller } from '../../../selling/ports.ts';
import { daysBefore, waitsUntil } from '../payout.rules.ts';
import type { PayoutService } from '../payout-service.ts';
import { lockSettings, type StoredSettings, updateSettings } from './payout-settings.store.ts';

/** Why somebody of the shop may not confirm the account, in a sentence; null: they may. */
export async function confirmRefusal(
  db: Db,
  settings: Pick<StoredSettings, 'seller_id' | 'destination_changed_by' | 'destination_changed_at'>,
  { by, waitDays }: { by: string; waitDays: number },
): Promise<string | null> {
  const { seller_id: sellerId, destination_changed_by: changedBy, destination_changed_at: changedAt } = settings;
  const owner = await findMembership(db, sellerId, by);
  if (owner?.role !== 'owner') return 'Another owner of the shop confirms it.';
  if (changedBy === by) return 'You have changed the account: another owner of the shop, or we, confirm it.';
  // A stolen session invites an owner as easily as it changes the account, and lets that owner change it.
  const changer = changedBy === null ? undefined : await findMembership(db, sellerId, changedBy);
  const isLong = (member?: { role_since: Date }) =>
    member !== undefined && changedAt !== null && member.role_since <= daysBefore(changedAt, waitDays);
  return isLong(owner) && isLong(changer)
    ? null
    : `Whoever changes the account, and whoever confirms it, has had their role for ${waitDays} days by then. Write to us: we confirm it.`;
}

/**
 * `as`: an owner confirms what another of the shop has changed, the staff what is not their own shop's. `seen`: when the account that they have looked
 * at was entered. Throws where nothing waits, it is not for them, or another account stands there now.
 */
export function confirmDestination(
  service: PayoutService,
  sellerId: string,
  { by, as, seen }: { by: string; as: 'owner' | 'staff'; seen: Date },
): Promise<void> {
  return inTransaction(service.db, async (transaction) => {
    if (as === 'staff' && !(await findSeller(transaction, sellerId))) throw notFound('There is no such shop.');
    if (as === 'staff' && (await findMembership(transaction, sellerId, by)))
      throw new RefusalAnswer(
        { code: 'own_shop' },
        { status: 409, message: "Somebody else confirms your own shop's account.", retryAfterSeconds: null },
      );
    // Before the settings, as everybody locks them: who owns the shop stays as it is until this is decided.
    await lockSeller(transaction, sellerId);
    const settings = await lockSettings(transaction, sellerId);
    if (!settings || !waitsUntil(settings, service.waitDays, service.now()))
      throw conflict('No payout waits because of a changed account.');
    if (settings.destination_changed_at?.getTime() !== seen.getTime())
      throw conflict(
        'The account was changed again since you have looked at it. Look at the one that stands there now.',
      );
    const refusal =
      as === 'owner' ? await confirmRefusal(transaction, settings, { by, waitDays: service.waitDays }) : null;
    if (refusal !== null) throw conflict(refusal);
    await updateSettings(transaction, sellerId, { destination_confirmed_by: by });
    await recordAudit(
      transaction,
      { kind: 'customer' },
      { action: 'seller.payout_account_confirmed', subject: { kind: 'seller', id: sellerId }, details: { by, as } },
    );
  });
}
