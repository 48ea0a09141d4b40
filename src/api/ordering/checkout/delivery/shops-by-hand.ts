import { kindsOf } from '#contract/goods/goods.ts';
import { findShops } from '../../../goods/ports.ts';
import type { Db } from '../../../schema/db.ts';
import type { PricedCart } from '../placing/quote.rules.ts';

/** The names of those who deliver something of a cart by hand, by their ids. Nothing is asked where nobody does. */
export async function shopsByHand(db: Db, { lines }: PricedCart): Promise<ReadonlyMap<string, string>> {
  const ids = lines.flatMap(({ goods, seller_id: id }) => (kindsOf(goods).length === 0 && id !== null ? [id] : []));
  const shops = await findShops(db, ids);
  return new Map(shops.flatMap(({ seller_id: id, name }) => (name === null ? [] : [[id, name] as const])));
}
