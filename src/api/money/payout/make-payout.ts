// A payout is decided: what is available is locked, counted and moved apart in one transaction, so that no cent is paid twice.
import { randomInt } from 'node:crypto';
import type { Transaction } from 'kysely';
import { listEntries } from '#ledger/entry.store.ts';
import { post } from '#ledger/post.ts';
import { lockAccounts } from '#ledger/posting.store.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { findSeller } from '../../selling/ports.ts';
import { ledgerOf } from '../wallet/ledger.store.ts';
import { sellerAvailable, sellerOwed } from '../wallet/posting/accounts.rules.ts';
import { accountsOfPayout, payoutMade } from '../wallet/posting/payout.posting.rules.ts';
import { bankBoundTo, hindranceOf, holdOf, isLeaving, waitsUntil } from './payout.rules.ts';
import { findByRequestKey, insertPayout, lastPaidVersion, type StoredPayout } from './payout.store.ts';
import type { PayoutService } from './payout-service.ts';
import { lockSettings, type StoredSettings } from './settings/payout-settings.store.ts';

const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 10;

/** Short enough to be read out from a bank statement, and not to be guessed: 49 bits. */
export function newPayoutId(prefix: 'PO' | 'PB'): string {
  return `${prefix}-${Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`;
}

type AskedPayout = {
  sellerId: string;
  /** The same key is the same payout. */
  requestKey: string;
  /** Null: all that is available. */
  cents: number | null;
  by: string;
  bySchedule: boolean;
  /** Readers of the sentence that says why nothing is paid; left out: the shop. */
  asks?: 'shop' | 'staff';
};

/** `hindrance`: why nothing is paid out; null: the key has been used for something else. */
type Made = { ok: true; payout: StoredPayout } | { ok: false; hindrance: string | null };

export function requestPayout(service: PayoutService, asked: AskedPayout): Promise<Made> {
  return inTransaction(service.db, async (transaction) => {
    const settings = await lockSettings(transaction, asked.sellerId);
    return makePayout(transaction, service, settings, asked);
  });
}

/** The settings of the shop must be locked: one payout of it is made after the other. */
export async function makePayout(
  transaction: Transaction<ApiTables>,
  { secrets, now, waitDays }: PayoutService,
  settings: StoredSettings | undefined,
  asked: AskedPayout,
): Promise<Made> {
  const { sellerId, requestKey, cents, by, bySchedule, asks = 'shop' } = asked;
  const known = await findByRequestKey(transaction, sellerId, requestKey);
  if (known) return known.asked_cents === cents ? { ok: true, payout: known } : { ok: false, hindrance: null };
  const seller = await findSeller(transaction, sellerId);
  const balances = await lockAccounts(transaction, accountsOfPayout(sellerId));
  const account = sellerAvailable(sellerId).account_id;
  const available = balances.get(account) ?? 0;
  const owed = -(balances.get(sellerOwed(sellerId).account_id) ?? 0);
  const hindrance = hindranceOf(settings, {
    ...{ available, owed, asked: cents, closing: isLeaving(seller?.state) },
    waits: settings ? waitsUntil(settings, waitDays, now()) : null,
    asks,
  });
  if (hindrance || !settings?.method || !seller) return { ok: false, hindrance: hindrance ?? 'There is no such shop.' };
  const [last] = await listEntries(ledgerOf(transaction), account, { limit: 1 });
  const payoutId = newPayoutId('PO');
  const at = now();
  const isBank = settings.method === 'bank';
  const payout = await insertPayout(transaction, {
    payout_id: payoutId,
    seller_id: sellerId,
    request_key: requestKey,
    asked_cents: cents,
    amount_cents: cents ?? available,
    method: settings.method,
    from_version: (await lastPaidVersion(transaction, sellerId)) + 1,
    to_version: last?.version ?? 0,
    hold: holdOf(seller.acting_state),
    bank: isBank && settings.bank ? sealedFor(payoutId, settings, secrets) : null,
    bank_last4: isBank ? settings.bank_last4 : null,
    connect_account: isBank ? null : settings.connect_account,
    by_schedule: bySchedule,
    requested_by: by,
    created_at: at,
    next_check_at: isBank ? null : at,
  });
  post(transaction, payoutMade(payout, at));
  await recordAudit(transaction, bySchedule ? { kind: 'job' } : { kind: 'customer' }, {
    action: 'payout.made',
    subject: { kind: 'payout', id: payoutId },
    details: { by, seller: sellerId, cents: payout.amount_cents, method: payout.method },
  });
  return { ok: true, payout };
}

/** The account as it is now: a payout goes where it was decided to, whatever is changed afterwards. */
function sealedFor(payoutId: string, { seller_id, bank }: StoredSettings, secrets: PayoutService['secrets']): Buffer {
  const account = secrets.open(bank as Buffer, bankBoundTo('settings', seller_id));
  return secrets.seal(account, bankBoundTo('payout', payoutId));
}
