import type { PayoutAccount, PayoutSettings } from '#contract/money/payout.schema.ts';
import { payoutMinimum } from '#contract/money/payout.ts';
import { findBalances } from '#ledger/entry.store.ts';
import { notFound } from '../../../http/answers.ts';
import { findSeller } from '../../../selling/ports.ts';
import { ledgerOf } from '../../wallet/ledger.store.ts';
import { sellerAvailable, sellerOwed } from '../../wallet/posting/accounts.rules.ts';
import { hindranceOf, isLeaving, waitsUntil } from '../payout.rules.ts';
import type { PayoutService } from '../payout-service.ts';
import { confirmRefusal } from './confirm-destination.ts';
import { findSettings } from './payout-settings.store.ts';

type Reads = Pick<PayoutService, 'db' | 'shop' | 'waitDays' | 'now'>;

/** `by`: of the shop, who reads them. */
export async function readSettings(
  { db, waitDays, now }: Reads,
  sellerId: string,
  { by, offersConnect }: { by: string; offersConnect: boolean },
): Promise<PayoutSettings> {
  const settings = await findSettings(db, sellerId);
  const [available, owed] = [sellerAvailable(sellerId).account_id, sellerOwed(sellerId).account_id];
  const balances = await findBalances(ledgerOf(db), [available, owed]);
  const held = { available: balances.get(available) ?? 0, owed: -(balances.get(owed) ?? 0) };
  const waits = settings ? waitsUntil(settings, waitDays, now()) : null;
  return {
    method: settings?.method ?? null,
    schedule: settings?.schedule ?? 'none',
    day: settings?.day ?? null,
    minimum: settings ? settings.minimum_cents / 100 : payoutMinimum.usual,
    next_payout_at: settings?.next_at?.toISOString() ?? null,
    bank_account:
      settings?.bank_last4 && settings.bank_changed_at
        ? { last4: settings.bank_last4, changed_at: settings.bank_changed_at.toISOString() }
        : null,
    connect: settings?.connect_account ? { ready: settings.connect_ready, missing: settings.connect_missing } : null,
    connect_offered: offersConnect,
    available: held.available / 100,
    owed: held.owed / 100,
    waits_until: waits?.toISOString() ?? null,
    may_confirm:
      settings !== undefined && waits !== null && (await confirmRefusal(db, settings, { by, waitDays })) === null,
    changed_at: settings?.destination_changed_at?.toISOString() ?? null,
    hindrance: hindranceOf(settings, {
      ...held,
      closing: isLeaving((await findSeller(db, sellerId))?.state),
      waits,
    }),
  };
}

/** The same as the staff see it, without what a shop has. Throws a 404 where there is no such shop. */
export async function readAccount({ db, waitDays, now }: Reads, sellerId: string): Promise<PayoutAccount> {
  if (!(await findSeller(db, sellerId))) throw notFound('There is no such shop.');
  const settings = await findSettings(db, sellerId);
  const isBank = settings?.method === 'bank';
  return {
    method: settings?.method ?? null,
    last4: isBank ? settings.bank_last4 : null,
    changed_at: settings?.destination_changed_at?.toISOString() ?? null,
    waits_until: (settings && waitsUntil(settings, waitDays, now()))?.toISOString() ?? null,
  };
}
