// The account of a shop at the provider: how it is made, what it still lacks, and what the provider tells of it.

import { payoutMinimum } from '#contract/money/payout.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { assertStillActs } from '../../../access/still-acts.ts';
import { conflict } from '../../../http/answers.ts';
import { lockSeller } from '../../../selling/ports.ts';
import { findByProviderId } from '../payout.store.ts';
import {
  findSettings,
  findSettingsByConnect,
  lockSettings,
  saveSettings,
  updateSettings,
} from '../settings/payout-settings.store.ts';
import { type Carrying, carryOut, carryOutDue } from './carry-out.ts';

export type ConnectPayouts = ReturnType<typeof createConnectPayouts>;

/** Event of the provider: its kind, the connected account and its subject. */
type ProviderNews = { type: string; account: string | null; subject: string | null };

export function createConnectPayouts(service: Carrying) {
  const { db, connect, shop, now } = service;

  async function recordAccount(sellerId: string, account: string): Promise<void> {
    const { ready, missing } = await connect.findAccount(account);
    await inTransaction(db, async (transaction) => {
      const settings = await lockSettings(transaction, sellerId);
      if (settings?.connect_account !== account) return;
      await updateSettings(transaction, sellerId, { connect_ready: ready, connect_missing: JSON.stringify(missing) });
    });
  }

  return {
    /** A link to the provider, which asks there what it has to know, and leads back to the settings. */
    async link(sellerId: string, who: { by: string; email: string }): Promise<{ url: string }> {
      const known = await findSettings(db, sellerId);
      const seller = await inTransaction(db, (transaction) => lockSeller(transaction, sellerId));
      if (!seller?.country) throw conflict('The application of this shop names no country. Complete it first.');
      const account =
        known?.connect_account ??
        (await connect.createAccount({
          sellerId,
          email: who.email,
          name: seller.name ?? '',
          country: seller.country,
        }));
      if (!known?.connect_account) await recordNew(sellerId, account, who.by);
      const back = (state: string) =>
        `${shop.origin}/profile/wallet/settings?${new URLSearchParams({ seller: seller.address ?? '', stripe: state })}`;
      const url = await connect.openOnboarding(account, {
        returnUrl: back('returned'),
        refreshUrl: back('again'),
        isReady: known?.connect_ready ?? false,
      });
      return { url };
    },

    async refresh(sellerId: string): Promise<void> {
      const settings = await findSettings(db, sellerId);
      if (!settings?.connect_account)
        throw conflict('There is no account at Stripe yet. Choose "Continue with Stripe".');
      await recordAccount(sellerId, settings.connect_account);
    },

    /** Something may have changed: what is true is asked for. What is not ours changes nothing. */
    async hear({ type, account, subject }: ProviderNews): Promise<void> {
      const ofAccount = /^(v2\.core\.account|account\.)/.test(type) ? subject : null;
      if (ofAccount) {
        const settings = await findSettingsByConnect(db, ofAccount);
        if (settings) await recordAccount(settings.seller_id, ofAccount);
        return;
      }
      const payout = subject && (await findByProviderId(db, subject));
      if (!payout || (account !== null && account !== payout.connect_account)) return;
      await carryOut(service, payout.payout_id);
    },

    carryOutDue: () => carryOutDue(service),
  };

  async function recordNew(sellerId: string, account: string, by: string): Promise<void> {
    await inTransaction(db, async (transaction) => {
      await lockSeller(transaction, sellerId);
      await assertStillActs(transaction, { sellerId, by }, 'managePayouts');
      const before = await lockSettings(transaction, sellerId);
      if (before?.connect_account) return;
      if (before) return updateSettings(transaction, sellerId, { connect_account: account });
      await saveSettings(transaction, {
        seller_id: sellerId,
        method: null,
        schedule: 'none',
        day: null,
        next_at: null,
        minimum_cents: payoutMinimum.usual * 100,
        connect_account: account,
        updated_at: now(),
        updated_by: by,
      });
    });
  }
}
