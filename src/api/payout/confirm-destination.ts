// Payouts wait for some days after the account that they go to was changed: whoever has taken over a session changes it first. A second owner, or the
// staff, may say before that it is right.
import type { SellerRole } from '#contract/seller.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { findMembership } from '../access/member.store.ts';
import { recordAudit } from '../audit.ts';
import { conflict, notFound } from '../http/answers.ts';
import { RefusalAnswer } from '../http/refusal-answer.ts';
import { findSeller } from '../seller/seller.store.ts';
import { waitsUntil } from './payout.rules.ts';
import type { PayoutService } from './payout-service.ts';
import { lockSettings, updateSettings } from './payout-settings.store.ts';

/** Whether somebody of the shop may confirm the account: an owner, where another one has changed it. */
export function mayConfirmDestination(
  settings: { destination_changed_by: string | null },
  { by, role }: { by: string; role: SellerRole | undefined },
): boolean {
  return role === 'owner' && settings.destination_changed_by !== by;
}

/** `as`: an owner confirms what another of the shop has changed, the staff what is not their own shop's. Throws where nothing waits, or it is not for them. */
export function confirmDestination(
  service: PayoutService,
  sellerId: string,
  { by, as }: { by: string; as: 'owner' | 'staff' },
): Promise<void> {
  return inTransaction(service.db, async (transaction) => {
    const membership = await findMembership(transaction, sellerId, by);
    if (as === 'staff' && !(await findSeller(transaction, sellerId))) throw notFound('There is no such shop.');
    if (as === 'staff' && membership)
      throw new RefusalAnswer(
        { code: 'own_shop' },
        { status: 409, message: "Somebody else confirms your own shop's account.", retryAfterSeconds: null },
      );
    if (as === 'owner' && membership?.role !== 'owner') throw conflict('Another owner of the shop confirms it.');
    const settings = await lockSettings(transaction, sellerId);
    if (!settings || !waitsUntil(settings, service.waitDays, service.now()))
      throw conflict('No payout waits because of a changed account.');
    const isOwn = settings.destination_changed_by === by;
    if (as === 'owner' ? !mayConfirmDestination(settings, { by, role: membership?.role }) : isOwn)
      throw conflict('You have changed the account: another owner of the shop, or we, confirm it.');
    await updateSettings(transaction, sellerId, { destination_confirmed_by: by });
    await recordAudit(
      transaction,
      { kind: 'customer' },
      { action: 'seller.payout_account_confirmed', subject: { kind: 'seller', id: sellerId }, details: { by, as } },
    );
  });
}
