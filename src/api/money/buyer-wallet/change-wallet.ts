import type { BuyerWalletSettings } from '#contract/money/buyer-wallet.ts';
import { recordAudit } from '../../audit/audit.ts';
import { toCents } from './buyer-wallet.rules.ts';
import { saveWallet } from './buyer-wallet.store.ts';
import type { BuyerWalletService } from './buyer-wallet-service.ts';

/** In place of what the buyer wanted of their wallet before. */
export async function changeWallet(
  { db, actor }: BuyerWalletService,
  accountId: string,
  { monthly_limit: limit, refunds_to }: BuyerWalletSettings,
): Promise<void> {
  const monthly_limit_cents = limit === null ? null : toCents(limit);
  await db.transaction().execute(async (transaction) => {
    await saveWallet(transaction, accountId, { monthly_limit_cents, refunds_to });
    await recordAudit(transaction, actor, {
      action: 'wallet.changed',
      subject: { kind: 'account', id: accountId },
      details: { monthly_limit_cents: monthly_limit_cents ?? 'none', refunds_to },
    });
  });
}
