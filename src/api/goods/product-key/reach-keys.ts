// Which lists of keys a product has: those that it is sold from, or shall be, and those that were loaded.
import type { Kysely } from 'kysely';
import type { SelectedOption } from '#contract/catalogue/product/product.ts';
import type { Goods } from '#contract/goods/goods.ts';
import type { ListedProductKey, ProductKeyList } from '#contract/goods/product-key.schema.ts';
import { lowMark, maskKey } from '#contract/goods/product-key.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { findListing } from '../../selling/ports.ts';
import { keyBoundTo, keyListsOf } from './product-key.rules.ts';
import { type CountedList, countLists, type ListedKey } from './product-key.store.ts';

type Db = Kysely<ApiTables>;

/** Goods that a product of the shop promises buyers: on sale, and in its draft. Null: the shop has no such product. */
export async function findOwnGoods(db: Db, sellerId: string, productId: string): Promise<Goods[] | null> {
  const whole = await findListing(db, sellerId, productId);
  if (!whole) return null;
  return [whole.product?.goods, whole.listing.draft?.goods].filter((goods) => goods !== undefined);
}

/** Those that there are, and those that are said but have no key yet. */
export async function readLists(db: Db, productId: string, said: readonly Goods[]): Promise<ProductKeyList[]> {
  const counted = await countLists(db, productId);
  const declared = said.flatMap(keyListsOf);
  const editions = new Set([...declared, ...counted].map(({ edition }) => edition));
  return [...editions].sort().map((edition) => {
    const list = counted.find((one) => one.edition === edition);
    return list ? toList(list) : emptyList(edition, declared.find((one) => one.edition === edition)?.selected_options);
  });
}

function toList(list: CountedList): ProductKeyList {
  const { edition, selected_options, free, given, revoked, waiting, last_batch } = list;
  const mark = lowMark(last_batch);
  return { edition, selected_options, free, given, revoked, waiting, low_mark: mark, is_low: free <= mark };
}

function emptyList(edition: string, selectedOptions: SelectedOption[] = []): ProductKeyList {
  return {
    edition,
    selected_options: selectedOptions,
    free: 0,
    given: 0,
    revoked: 0,
    waiting: 0,
    low_mark: lowMark(0),
    is_low: true,
  };
}

/** Never the whole key: who has bought it reads that. */
export function toListedKey(secrets: Secrets, key: ListedKey): ListedProductKey {
  return {
    key_id: key.key_id,
    edition: key.edition,
    masked: maskKey(secrets.open(key.sealed, keyBoundTo(key.key_id)).toString('utf8')),
    state: key.state,
    batch: key.batch,
    create_time: key.created_at.toISOString(),
    given_at: key.given_at?.toISOString() ?? null,
    revoked_at: key.revoked_at?.toISOString() ?? null,
    order_id: key.order_id,
  };
}
