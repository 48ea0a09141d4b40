// Contents of a payout: every line, the sums of the lines, and where the balance before them is from.
import type { Payout, PayoutDetail, PayoutLine } from '#contract/money/payout.schema.ts';
import { type PayoutGroup, payoutLinesMaximum } from '#contract/money/payout.ts';
import {
  balancesAfter,
  listEntries,
  listEntriesUpwards,
  listSinceZero,
  type StoredEntry,
  sumDetailsByKind,
} from '#ledger/entry.store.ts';
import { notFound } from '../../http/answers.ts';
import { ledgerOf } from '../wallet/ledger.store.ts';
import { sellerAvailable, sellerOwed } from '../wallet/posting/accounts.rules.ts';
import { findPayout, listPayouts, listPayoutsBefore, type StoredPayout } from './payout.store.ts';
import { toPayout } from './payout-answer.rules.ts';
import { cameBackKinds, isOfGroup, kindsOfGroup, sumGroups, toPayoutLine } from './payout-line.rules.ts';
import type { PayoutService } from './payout-service.ts';

type Db = PayoutService['db'];
const BATCH = 500;
/** So many payouts are named that an opening is from, so many that came back, and so many debts that a line pays. */
const NAMED = 50;

type NumberedLine = { version: number; line: PayoutLine };

/** Sums of a payout: opening, groups, the amount paid and the amount left, in cents. */
export type PayoutSums = {
  payout: StoredPayout;
  opening: number;
  groups: ReturnType<typeof sumGroups>;
  closing: number;
  left: number;
};

/** Finds a payout of any shop, for the staff. Throws a 404 where there is none. */
export async function findAnyPayout(db: Db, payoutId: string): Promise<StoredPayout> {
  const payout = await findPayout(db, payoutId);
  if (!payout) throw notFound('There is no such payout.');
  return payout;
}

/** Throws a 404 for a payout of another shop. */
export async function findOwnPayout(db: Db, sellerId: string, payoutId: string): Promise<StoredPayout> {
  const payout = await findPayout(db, payoutId);
  if (payout?.seller_id !== sellerId) throw notFound('The shop has no payout with this id.');
  return payout;
}

export async function readPayout(
  { db, shop }: Pick<PayoutService, 'db' | 'shop'>,
  sellerId: string,
  payoutId: string,
): Promise<PayoutDetail> {
  const [payout] = await listPayouts(db, { sellerId, payoutId, after: null, limit: 1 });
  if (!payout) throw notFound('The shop has no payout with this id.');
  return { ...toPayout(shop.name, payout), ...(await readContents(db, payout)) };
}

/** Reads the contents of a payout, in dollars. */
export async function readContents(db: Db, payout: StoredPayout): Promise<Omit<PayoutDetail, keyof Payout>> {
  const { opening, groups, closing, left } = await sumPayout(db, payout);
  return {
    opening: opening / 100,
    carried_from: await carriedFrom(db, payout, opening),
    line_count: payout.to_version - payout.from_version + 1,
    lines_sum: (closing - opening) / 100,
    groups,
    left: left / 100,
    came_back: await whatCameBack(db, payout),
  };
}

export async function sumPayout(db: Db, payout: StoredPayout): Promise<PayoutSums> {
  const opening = await balanceAt(db, payout, payout.from_version - 1);
  const closing = await balanceAt(db, payout, payout.to_version);
  const range = { fromVersion: payout.from_version, toVersion: payout.to_version };
  const sums = await sumDetailsByKind(ledgerOf(db), accountOf(payout), range, ['fee_cents', 'tax_cents']);
  const groups = sumGroups(sums);
  const grouped = groups.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  if (opening + grouped !== closing)
    throw new Error(`payout ${payout.payout_id}: ${opening} and ${grouped} are not ${closing}`);
  return { payout, opening, groups, closing, left: closing - payout.amount_cents };
}

/** Oldest first, after the movement of that number. One more than `limit` says that there are more. */
export async function listPayoutLines(
  db: Db,
  payout: StoredPayout,
  asked: { group: PayoutGroup | null; after: number | null; limit: number },
): Promise<NumberedLine[]> {
  const found: NumberedLine[] = [];
  const after = Math.max(asked.after ?? 0, payout.from_version - 1);
  for await (const batch of eachLine(db, payout, { group: asked.group, after })) {
    found.push(...batch);
    if (found.length >= asked.limit) break;
  }
  return found.slice(0, asked.limit);
}

/** All lines, or those of a group, oldest first, some at a time: for files that are written as they are read. */
export async function* eachLine(
  db: Db,
  payout: StoredPayout,
  given: { group?: PayoutGroup | null; after?: number } = {},
): AsyncGenerator<NumberedLine[]> {
  const { group = null } = given;
  const kinds = group && kindsOfGroup(group);
  for (let after = given.after ?? payout.from_version - 1; after < payout.to_version; ) {
    const entries = await listEntriesUpwards(ledgerOf(db), accountOf(payout), {
      ...(kinds && { kinds }),
      after,
      toVersion: payout.to_version,
      limit: BATCH,
    });
    const last = entries.at(-1);
    if (!last) return;
    const lines: NumberedLine[] = [];
    for (const entry of entries) {
      const line = toPayoutLine(entry, await owedFor(db, payout, entry));
      if (group === null || isOfGroup(line, group)) lines.push({ version: entry.version, line });
    }
    yield lines;
    after = last.version;
  }
}

/** The orders of the refunds that a line pays for. */
async function owedFor(db: Db, { seller_id }: StoredPayout, entry: StoredEntry): Promise<string[]> {
  if (entry.kind !== 'netting') return [];
  const account = sellerOwed(seller_id).account_id;
  const debts = await listSinceZero(ledgerOf(db), account, { upTo: entry.transfer_id, limit: NAMED });
  return [...new Set(debts.filter(({ amount }) => amount < 0).flatMap(({ about }) => about ?? []))];
}

/** Also of those that came back into one that came back. */
async function whatCameBack(db: Db, payout: StoredPayout): Promise<PayoutDetail['came_back']> {
  const came = new Map<string, PayoutDetail['came_back'][number]>();
  const waiting = [payout];
  for (let one = waiting.shift(); one && came.size < NAMED; one = waiting.shift())
    for (const before of await cameBackInto(db, one)) {
      if (came.has(before.payout_id)) continue;
      const opening = await balanceAt(db, before, before.from_version - 1);
      const lines = await listPayoutLines(db, before, { group: null, after: null, limit: payoutLinesMaximum });
      came.set(before.payout_id, {
        payout_id: before.payout_id,
        opening: opening / 100,
        carried_from: await carriedFrom(db, before, opening),
        lines: lines.map(({ line }) => line),
      });
      waiting.push(before);
    }
  return [...came.values()];
}

async function cameBackInto(db: Db, payout: StoredPayout): Promise<StoredPayout[]> {
  const entries = await listEntriesUpwards(ledgerOf(db), accountOf(payout), {
    kinds: cameBackKinds,
    after: payout.from_version - 1,
    toVersion: payout.to_version,
    limit: NAMED,
  });
  const found: StoredPayout[] = [];
  for (const { details } of entries) {
    const before = typeof details.payout === 'string' ? await findPayout(db, details.payout) : undefined;
    if (before?.seller_id === payout.seller_id) found.push(before);
  }
  return found;
}

/** The payouts before it back to one that has left nothing: what the others left of their lines is the opening. */
async function carriedFrom(db: Db, payout: StoredPayout, opening: number): Promise<string[]> {
  if (opening === 0) return [];
  const { seller_id, from_version: fromVersion } = payout;
  const before = await listPayoutsBefore(db, seller_id, { fromVersion, limit: NAMED });
  // Its own entry follows its lines.
  const leftBy = ({ to_version }: StoredPayout) => to_version + 1;
  const left = await balancesAfter(ledgerOf(db), accountOf(payout), before.map(leftBy));
  const last = before.findIndex((one) => left.get(leftBy(one)) === 0);
  return before
    .slice(0, last < 0 ? undefined : last)
    .filter(({ from_version: from, to_version: to }) => to >= from)
    .map(({ payout_id }) => payout_id);
}

/** Balance of the shop's account after the entry of this number. */
async function balanceAt(db: Db, payout: StoredPayout, version: number): Promise<number> {
  if (version < 1) return 0;
  const [entry] = await listEntries(ledgerOf(db), accountOf(payout), { toVersion: version, limit: 1 });
  return entry?.balance ?? 0;
}

function accountOf({ seller_id }: StoredPayout): string {
  return sellerAvailable(seller_id).account_id;
}
