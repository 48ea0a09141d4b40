// Where a shop's money goes to, and when.

import type { PutPayoutSettings } from '#contract/money/payout.schema.ts';
import { isMailable } from '#mail/mailer.ts';
import { changesBetween } from '#platform/audit/audit-changes.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { assertStillActs } from '../../../access/still-acts.ts';
import { recordAudit } from '../../../audit/audit.ts';
import { badRequest, conflict } from '../../../http/answers.ts';
import { findSeller, lockSeller, mailedSeller } from '../../../selling/ports.ts';
import { bankBoundTo, isOtherDestination, last4Of, nextPayoutAt } from '../payout.rules.ts';
import { destinationChangedMails } from '../payout-mails.rules.ts';
import type { PayoutService } from '../payout-service.ts';
import { lockSettings, saveSettings } from './payout-settings.store.ts';

/** `who`: the account, and the address that mails name. */
export function putSettings(
  service: PayoutService,
  sellerId: string,
  wanted: PutPayoutSettings,
  who: { by: string; email: string },
): Promise<void> {
  const { db, secrets, now } = service;
  return inTransaction(db, async (transaction) => {
    // Before there are settings, two who save the first ones wait for each other here.
    await lockSeller(transaction, sellerId);
    await assertStillActs(transaction, { sellerId, by: who.by }, 'managePayouts');
    const before = await lockSettings(transaction, sellerId);
    const { method, schedule, day, bank_account: bank } = wanted;
    if (method === 'bank' && !bank && !before?.bank)
      throw badRequest('bank_account is missing: say which account the money goes to.');
    if (method === 'connect' && !before?.connect_account)
      throw conflict('There is no account at Stripe yet. Choose "Continue with Stripe" first.');
    const at = now();
    const isOther = isOtherDestination(before, { method, isOtherBank: bank !== undefined });
    const isSame = before?.schedule === schedule && before.day === day;
    await saveSettings(transaction, {
      seller_id: sellerId,
      method,
      schedule,
      day,
      next_at: isSame ? before.next_at : nextPayoutAt(schedule, day, at),
      minimum_cents: Math.round(wanted.minimum * 100),
      ...(bank && {
        bank: secrets.seal(JSON.stringify(bank), bankBoundTo('settings', sellerId)),
        bank_last4: last4Of(bank),
        bank_changed_at: at,
      }),
      ...(isOther && { destination_changed_at: at, destination_changed_by: who.by, destination_confirmed_by: null }),
      updated_at: at,
      updated_by: who.by,
    });
    await recordAudit(
      transaction,
      { kind: 'customer' },
      {
        action: bank ? 'seller.bank_account_changed' : 'seller.payout_settings_changed',
        subject: { kind: 'seller', id: sellerId },
        details: { by: who.by, method, schedule, ...(bank && { last4: last4Of(bank) }) },
        changes: changesBetween(before ?? {}, {
          method,
          schedule,
          day,
          minimum_cents: Math.round(wanted.minimum * 100),
          ...(bank && { bank_last4: last4Of(bank) }),
        }),
      },
    );
    const seller = bank || isOther ? await findSeller(transaction, sellerId) : undefined;
    if (!seller) return;
    const last4 = method === 'connect' ? null : bank ? last4Of(bank) : (before?.bank_last4 ?? null);
    const change = { last4, by: who.email, waitDays: isOther ? service.waitDays : 0 };
    for (const mail of destinationChangedMails(service.shop, await mailedSeller(transaction, seller), change))
      if (isMailable(mail.to)) await service.sendMail(transaction, mail);
  });
}
