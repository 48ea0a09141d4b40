import { selectedOptionsText } from '#contract/catalogue/product/variant.ts';
import type { Movement } from '#contract/money/wallet.schema.ts';
import { kindsOfGroups, type MovementGroup, rangeOfMonth } from '#contract/money/wallet.ts';
import { findStatuses, findTransfers, listEntries, listEntriesUpwards, listSinceZero } from '#ledger/entry.store.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { lineKey, type MovedEntry, movementOf, type SoldLine, subjectOf } from './movement.rules.ts';
import { sellerAvailable, sellerOwed } from './posting/accounts.rules.ts';
import type { WalletDb } from './read-wallet.ts';
import { findOrdersBeginning, findProductsNamed, findSoldLines } from './sold-line.store.ts';

/** So many orders or products that a search finds are looked into. */
const FOUND = 50;
const DEBTS = 20;
const BATCH = 500;

export type MovementsAsked = {
  group: Exclude<MovementGroup, 'other'> | null;
  month: string | null;
  q: string;
  before: number | null;
  limit: number;
};

/** Newest first. One more than `limit` says that there are more. */
export async function listMovements(db: WalletDb, sellerId: string, asked: MovementsAsked): Promise<Movement[]> {
  const found = await search(db, sellerId, asked.q);
  if (found === null) return [];
  const range = asked.month === null ? {} : await versionsOf(db, sellerId, asked.month);
  const entries = await listEntries(db, sellerAvailable(sellerId).account_id, {
    ...(asked.group && { kinds: kindsOfGroups[asked.group] }),
    ...found,
    ...range,
    before: asked.before,
    limit: asked.limit,
  });
  return explained(db, sellerId, entries);
}

/** All of a range of numbers, oldest first, some at a time: for files that are written as they are read. */
export async function* eachMovement(
  db: WalletDb,
  sellerId: string,
  { fromVersion, toVersion }: { fromVersion: number; toVersion: number },
): AsyncGenerator<Array<{ entry: MovedEntry; movement: Movement }>> {
  const account = sellerAvailable(sellerId).account_id;
  for (let after = fromVersion - 1; after < toVersion; ) {
    const entries = await listEntriesUpwards(db, account, { after, toVersion, limit: BATCH });
    const last = entries.at(-1);
    if (!last) return;
    const movements = await explained(db, sellerId, entries);
    yield entries.map((entry, index) => ({ entry, movement: movements[index] as Movement }));
    after = last.version;
  }
}

/** By the number of a payout or an order, or by a product. Null: nothing is found. */
async function search(
  db: WalletDb,
  sellerId: string,
  q: string,
): Promise<{ about?: string[]; item?: string[] } | null> {
  if (q === '') return {};
  if (!isStorableText(q)) return null;
  const orders = /^[A-Za-z\d]{3,40}$/.test(q) ? await findOrdersBeginning(db, sellerId, q.toUpperCase(), FOUND) : [];
  if (orders.length > 0) return { about: orders };
  const products = await findProductsNamed(db, sellerId, q, FOUND);
  return products.length > 0 ? { item: products } : { about: [q] };
}

async function versionsOf(db: WalletDb, sellerId: string, month: string) {
  const { from, until } = rangeOfMonth(month);
  const [before, last] = await findStatuses(db, sellerAvailable(sellerId).account_id, [from, until]);
  return { fromVersion: (before?.version ?? 0) + 1, toVersion: last?.version ?? 0 };
}

/** With the other sides of their transfers, and the order lines that they are about. */
async function explained(db: WalletDb, sellerId: string, entries: readonly MovedEntry[]): Promise<Movement[]> {
  const transfers = await findTransfers(
    db,
    entries.map(({ transfer_id }) => transfer_id),
  );
  const sides = new Map(transfers.map((transfer) => [transfer.transfer_id, transfer.entries]));
  const orders = new Set(entries.flatMap((entry) => subjectOf(entry).order_id ?? []));
  const lines = await findSoldLines(db, sellerId, [...orders]);
  const sold = new Map<string | null, SoldLine>(
    lines.map((line) => [lineKey(line), { ...line, options: selectedOptionsText(line.selected_options) }]),
  );
  const movements: Movement[] = [];
  for (const entry of entries) {
    const debts =
      entry.kind === 'netting'
        ? await listSinceZero(db, sellerOwed(sellerId).account_id, { upTo: entry.transfer_id, limit: DEBTS })
        : [];
    const known = {
      sides: sides.get(entry.transfer_id) ?? [],
      sold: sold.get(lineKey(subjectOf(entry))) ?? null,
      debts,
    };
    movements.push(movementOf(entry, sellerId, known));
  }
  return movements;
}
