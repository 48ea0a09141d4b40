// Loading keys into the list of a product, and taking free ones away.
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { SelectedOption } from '#contract/catalogue/product/product.ts';
import { freeProductKeysMaximum } from '#contract/goods/product-key.ts';
import type { Actor } from '#platform/audit/audit-log.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import type { Secrets } from '#platform/secrets.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { digestPurpose, keyBoundTo } from './product-key.rules.ts';
import {
  countLists,
  findDigests,
  insertFreeKeys,
  listServableOrders,
  lockProducts,
  recountStock,
  removeFreeKey,
  saveList,
} from './product-key.store.ts';

type Db = Kysely<ApiTables>;

export type KeyLoading = {
  db: Db;
  secrets: Secrets;
  /** Hands out what an order is owed (ordering/checkout/delivery/deliver-goods.ts). */
  deliverGoods: (orderId: string) => Promise<void>;
};

/** Whose keys they are, and who loads them. `sellerId` null: the operator's own. */
type Loading = {
  productId: string;
  edition: string;
  selectedOptions: readonly SelectedOption[];
  sellerId: string | null;
  actor: Actor;
  by: string;
};

type Loaded = { loaded: number; duplicates: number; served: number };

const INSERTED_AT_ONCE = 2_000;
const SERVED_AT_ONCE = 100;

/**
 * Adds keys that are not known yet, in this order; who has waited for some gets theirs before anybody can buy one. Refused where there would
 * be too many. With `dryRun` nothing is changed.
 */
export async function loadKeys(
  loading: KeyLoading,
  given: Loading,
  keys: readonly string[],
  { batch, dryRun }: { batch: string; dryRun: boolean },
): Promise<Loaded | { refused: string }> {
  const { db, secrets } = loading;
  const { productId, edition } = given;
  // Keys that were loaded before the newest secret was made are known under an older one.
  const known = new Map<string, string>();
  for (const key of keys)
    for (const digest of secrets.hmacs(key, digestPurpose(productId))) known.set(digest.toString('hex'), key);
  const added = await inTransaction(db, async (transaction): Promise<number | { refused: string }> => {
    await lockProducts(transaction, [productId]);
    const found = await findDigests(
      transaction,
      productId,
      [...known.keys()].map((hex) => Buffer.from(hex, 'hex')),
    );
    const old = new Set([...found].map((hex) => known.get(hex)));
    const fresh = keys.filter((key) => !old.has(key));
    const free = (await countLists(transaction, productId)).find((list) => list.edition === edition)?.free ?? 0;
    if (free + fresh.length > freeProductKeysMaximum)
      return {
        refused: `A product has at most ${freeProductKeysMaximum.toLocaleString('en')} free keys; ${free.toLocaleString('en')} are there. Load more when some are sold.`,
      };
    if (dryRun) return fresh.length;
    return add(transaction, loading, given, fresh, batch);
  });
  if (typeof added === 'object') return added;
  const served = dryRun || added === 0 ? 0 : await serveWaiting(loading, productId);
  return { loaded: added, duplicates: keys.length - added, served };
}

async function add(
  transaction: Db,
  { secrets }: KeyLoading,
  given: Loading,
  fresh: readonly string[],
  batch: string,
): Promise<number> {
  const { productId, edition, sellerId } = given;
  const list = { product_id: productId, edition };
  let added = 0;
  for (let start = 0; start < fresh.length; start += INSERTED_AT_ONCE) {
    const keys = fresh.slice(start, start + INSERTED_AT_ONCE).map((key) => {
      const key_id = randomUUID();
      const digest = secrets.hmac(key, digestPurpose(productId));
      return { key_id, sealed: secrets.seal(key, keyBoundTo(key_id)), digest };
    });
    added += await insertFreeKeys(transaction, list, { sellerId, batch, keys });
  }
  await saveList(transaction, list, { selected_options: given.selectedOptions, loaded: added });
  await recountStock(transaction, [productId]);
  if (added > 0)
    await recordAudit(transaction, given.actor, {
      action: 'goods.keys_loaded',
      subject: { kind: 'listing', id: productId },
      details: { by: given.by, ...(sellerId && { seller: sellerId }), keys: added, batch },
    });
  return added;
}

/** Orders that wait for keys get those that there are, longest first; answers how many keys went out. Null: of all products. */
async function serveWaiting(loading: Omit<KeyLoading, 'secrets'>, productId: string | null): Promise<number> {
  const waitingOf = async () =>
    productId === null ? 0 : (await countLists(loading.db, productId)).reduce((sum, { waiting }) => sum + waiting, 0);
  const before = await waitingOf();
  const tried = new Set<string>();
  for (;;) {
    const orders = (await listServableOrders(loading.db, SERVED_AT_ONCE, productId)).filter((id) => !tried.has(id));
    if (orders.length === 0) break;
    for (const orderId of orders) {
      tried.add(orderId);
      await loading.deliverGoods(orderId);
    }
  }
  return Math.max(0, before - (await waitingOf()));
}

/** Takes a free key away: nobody gets it. Null: the product has no such key. */
export async function removeKey(
  db: Db,
  given: Pick<Loading, 'productId' | 'sellerId' | 'actor' | 'by'>,
  keyId: string,
): Promise<{ removed: boolean } | null> {
  const { productId, sellerId, actor, by } = given;
  return inTransaction(db, async (transaction) => {
    await lockProducts(transaction, [productId]);
    const outcome = await removeFreeKey(transaction, productId, keyId);
    if (!outcome?.removed) return outcome;
    await recountStock(transaction, [productId]);
    await recordAudit(transaction, actor, {
      action: 'goods.key_removed',
      subject: { kind: 'listing', id: productId },
      details: { by, ...(sellerId && { seller: sellerId }), key: keyId },
    });
    return outcome;
  });
}
