// Payouts as they are told: to their shop with everything that is in them, to the staff with the shop.
import { stringify } from 'csv-stringify/sync';
import type {
  Payout,
  PayoutBatch,
  PayoutDetail,
  PayoutLine,
  PayoutSettings,
  StaffPayout,
} from '#contract/payout.schema.ts';
import { payoutLinesMaximum, payoutMinimum, payoutReference } from '#contract/payout.ts';
import { findBalances, listEntries, listEntriesUpwards } from '#ledger/entry.store.ts';
import { guardCell } from '../catalogue/csv-cell.rules.ts';
import { notFound } from '../http/answers.ts';
import { findSeller } from '../seller/seller.store.ts';
import { sellerAvailable, sellerOwed } from '../wallet/accounts.rules.ts';
import { ledgerOf } from '../wallet/ledger.store.ts';
import { decimal } from './bank-file.rules.ts';
import { hindranceOf, holdOf, isHeld, isLeaving } from './payout.rules.ts';
import { findPayout, type ListedPayout, listPayouts, type StoredPayout } from './payout.store.ts';
import type { ListedBatch } from './payout-batch.store.ts';
import { cameBackKinds, toPayoutLine } from './payout-line.rules.ts';
import type { PayoutService } from './payout-service.ts';
import { findSettings } from './payout-settings.store.ts';

type Reads = Pick<PayoutService, 'db' | 'shop'>;
const BATCH = 500;

export function toPayout(shopName: string, payout: ListedPayout): Payout {
  const waits = payout.state === 'pending' && payout.released_by === null;
  return {
    payout_id: payout.payout_id,
    amount: payout.amount_cents / 100,
    state: payout.state,
    method: payout.method,
    last4: payout.bank_last4,
    reference: payoutReference(shopName, payout.payout_id),
    failure: payout.failure,
    hold: isHeld(payout) ? payout.hold : waits ? holdOf(payout.seller_state) : null,
    by_schedule: payout.by_schedule,
    create_time: payout.created_at.toISOString(),
    sent_at: payout.sent_at?.toISOString() ?? null,
    paid_at: payout.paid_at?.toISOString() ?? null,
    ended_at: payout.ended_at?.toISOString() ?? null,
  };
}

export function toStaffPayout(shopName: string, payout: ListedPayout): StaffPayout {
  const { seller_id, seller_name, batch_id } = payout;
  return { ...toPayout(shopName, payout), seller_id, seller_name, batch_id };
}

export function toBatch(batch: ListedBatch): PayoutBatch {
  return {
    batch_id: batch.batch_id,
    create_time: batch.made_at.toISOString(),
    sent_at: batch.sent_at?.toISOString() ?? null,
    payouts: batch.payouts,
    open: batch.open,
    amount: Number(batch.amount_cents) / 100,
  };
}

export async function readSettings({ db }: Reads, sellerId: string, offersConnect: boolean): Promise<PayoutSettings> {
  const settings = await findSettings(db, sellerId);
  const [available, owed] = [sellerAvailable(sellerId).account_id, sellerOwed(sellerId).account_id];
  const balances = await findBalances(ledgerOf(db), [available, owed]);
  const held = { available: balances.get(available) ?? 0, owed: -(balances.get(owed) ?? 0) };
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
    hindrance: hindranceOf(settings, { ...held, closing: isLeaving((await findSeller(db, sellerId))?.state) }),
  };
}

export async function readPayout({ db, shop }: Reads, sellerId: string, payoutId: string): Promise<PayoutDetail> {
  const [payout] = await listPayouts(db, { sellerId, payoutId, after: null, limit: 1 });
  if (!payout) throw notFound('The shop has no payout with this id.');
  const opening = await balanceAt(db, payout, payout.from_version - 1);
  const closing = await balanceAt(db, payout, payout.to_version);
  const lines = await linesOf(db, payout);
  return {
    ...toPayout(shop.name, payout),
    opening: opening / 100,
    line_count: payout.to_version - payout.from_version + 1,
    lines_sum: (closing - opening) / 100,
    left: (closing - payout.amount_cents) / 100,
    lines,
    came_back: await linesThatCameBack(db, sellerId, lines),
  };
}

async function linesThatCameBack(db: Reads['db'], sellerId: string, lines: readonly PayoutLine[]) {
  const came: PayoutDetail['came_back'] = [];
  for (const { kind, payout_id: id } of lines) {
    const before = id && cameBackKinds.includes(kind) ? await findPayout(db, id) : undefined;
    if (before?.seller_id === sellerId) came.push({ payout_id: before.payout_id, lines: await linesOf(db, before) });
  }
  return came;
}

/** What the shop's account held after the entry of this number. */
async function balanceAt(db: Reads['db'], { seller_id }: StoredPayout, version: number): Promise<number> {
  if (version < 1) return 0;
  const account = sellerAvailable(seller_id).account_id;
  const [entry] = await listEntries(ledgerOf(db), account, { toVersion: version, limit: 1 });
  return entry?.balance ?? 0;
}

async function linesOf(db: Reads['db'], payout: StoredPayout): Promise<PayoutLine[]> {
  const entries = await listEntriesUpwards(ledgerOf(db), sellerAvailable(payout.seller_id).account_id, {
    after: payout.from_version - 1,
    toVersion: payout.to_version,
    limit: payoutLinesMaximum,
  });
  return entries.map(toPayoutLine);
}

const head = ['date', 'what', 'product', 'order', 'price', 'fee', 'tax', 'fee_rule', 'payout', 'reason', 'amount'];

/** Everything that is in a payout, piece by piece. The amounts of all rows come to what is left in the balance: the last row. */
export async function* payoutTable({ db }: Reads, sellerId: string, payoutId: string): AsyncGenerator<string> {
  const payout = await findPayout(db, payoutId);
  if (payout?.seller_id !== sellerId) throw notFound('The shop has no payout with this id.');
  const row = (at: Date | string, what: string, cents: number, id = '') =>
    [typeof at === 'string' ? at : at.toISOString(), what, '', '', '', '', '', '', id, '', decimal(cents)] as string[];
  const made = payout.created_at;
  yield stringify([head, row(made, 'opening', await balanceAt(db, payout, payout.from_version - 1))]);
  for (let after = payout.from_version - 1; after < payout.to_version; ) {
    const entries = await listEntriesUpwards(ledgerOf(db), sellerAvailable(sellerId).account_id, {
      after,
      toVersion: payout.to_version,
      limit: BATCH,
    });
    const last = entries.at(-1);
    if (!last) break;
    yield stringify(entries.map((entry) => cellsOf(toPayoutLine(entry))));
    after = last.version;
  }
  const closing = await balanceAt(db, payout, payout.to_version);
  yield stringify([
    row(made, 'payout', -payout.amount_cents, payoutId),
    row(made, 'left in the balance', closing - payout.amount_cents),
  ]);
}

function cellsOf(line: PayoutLine): string[] {
  const money = (dollars: number | null) => (dollars === null ? '' : decimal(Math.round(dollars * 100)));
  const text = (value: string | null) => guardCell(value ?? '');
  return [
    line.at,
    line.kind,
    text(line.name),
    text(line.order_id),
    ...[line.price, line.fee, line.tax].map(money),
    text(line.fee_rule),
    text(line.payout_id),
    text(line.reason),
    money(line.amount),
  ];
}
