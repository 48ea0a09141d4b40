import type { Db } from '../../schema/db.ts';
import { listNewestOfProducts } from './entitlement.store.ts';
import { listPublished } from './library.store.ts';
import { isOwned, type OfferedGoods, type OwnedLine, ownedLine } from './owned.rules.ts';

/** Newest things of one product that are looked at: an account may have any number of them. */
const NEWEST = 20;

/** Which of these products an account has, each with the newest thing of it. */
export async function findOwnedProducts(
  db: Db,
  accountId: string,
  productIds: readonly string[],
  now: Date,
): Promise<Array<{ product_id: string; entitlement_id: string }>> {
  const owned = (await listNewestOfProducts(db, accountId, productIds, NEWEST)).filter((one) => isOwned(one, now));
  const newest = new Map(owned.toReversed().map((one) => [one.product_id, one.entitlement_id]));
  return [...newest].map(([product_id, entitlement_id]) => ({ product_id, entitlement_id }));
}

/** Things of these lines in the library of an account, in their order; null where it has nothing. */
export async function findOwned(
  db: Db,
  accountId: string,
  lines: readonly OfferedGoods[],
  now: Date,
): Promise<Array<OwnedLine | null>> {
  const ids = [...new Set(lines.map(({ product_id: id }) => id))];
  const owned = await listNewestOfProducts(db, accountId, ids, NEWEST);
  const withFiles = owned.filter(({ goods }) => goods.files).map(({ product_id: id }) => id);
  const releases = await listPublished(db, withFiles);
  return lines.map((line) => ownedLine(line, owned, releases, now));
}
