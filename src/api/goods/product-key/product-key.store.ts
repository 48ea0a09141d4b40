// Keys of products. Whoever changes them holds their product locked, as everybody does who changes its stock.
import { type Kysely, type Selectable, sql } from 'kysely';
import type { SelectedOption } from '#contract/catalogue/product/product.ts';
import type { Goods, GoodsOfOne } from '#contract/goods/goods.ts';
import type { ProductKeyState } from '#contract/goods/product-key.ts';
import type { ApiTables } from '../../schema/schema.ts';

type Db = Kysely<ApiTables>;
export type StoredKey = Selectable<ApiTables['api.product_key']>;

/** Keys that are of one list: of a product, or of a variant that has keys of its own. */
export type KeyList = { product_id: string; edition: string };

/** Nobody else changes keys or stock of these products until the transaction ends. Of one that is gone nothing is locked. */
export async function lockProducts(transaction: Db, productIds: readonly string[]): Promise<void> {
  if (productIds.length === 0) return;
  await transaction
    .selectFrom('api.product')
    .select('product_id')
    .where('product_id', 'in', [...productIds])
    .orderBy('product_id')
    .forNoKeyUpdate()
    .execute();
}

/** Counts the stock of a product again from its keys: the table does that itself whenever stock is written (0064-product-keys.sql). */
export async function recountStock(transaction: Db, productIds: readonly string[]): Promise<void> {
  if (productIds.length === 0) return;
  await transaction
    .updateTable('api.product')
    .set({ stock: sql`stock`, variants: sql`variants` })
    .where('product_id', 'in', [...productIds])
    .where(sql<boolean>`goods <> '{}'`)
    .execute();
}

/** Key counts of an entitlement; `missing` ones are still owed. */
export type KeysOf = { given: number; revoked: number; missing: number };

export async function countKeysOf(db: Db, entitlementIds: readonly string[]): Promise<Map<string, KeysOf>> {
  const { rows } = await sql<KeysOf & { entitlement_id: string }>`
    select id as entitlement_id,
      (select count(*) from api.product_key as key where key.entitlement_id = id and key.state = 'given')::int as given,
      (select count(*) from api.product_key as key where key.entitlement_id = id and key.state = 'revoked')::int as revoked,
      coalesce((select wait.missing from api.product_key_wait as wait where wait.entitlement_id = id), 0) as missing
    from jsonb_array_elements_text(${JSON.stringify(entitlementIds)}::jsonb) as asked (id)`.execute(db);
  return new Map(rows.map(({ entitlement_id, ...counts }) => [entitlement_id, counts]));
}

/** Keys that the entitlement had before are its own again, the first ones first; answers how many. */
export async function restoreKeys(transaction: Db, entitlementId: string, most: number): Promise<number> {
  const restored = await transaction
    .updateTable('api.product_key')
    .set({ state: 'given', revoked_at: null })
    .where('key_id', 'in', (query) =>
      query
        .selectFrom('api.product_key')
        .select('key_id')
        .where('entitlement_id', '=', entitlementId)
        .where('state', '=', 'revoked')
        .orderBy('place')
        .limit(most),
    )
    .executeTakeFirst();
  return Number(restored.numUpdatedRows);
}

/**
 * Free keys of the list become those of the entitlement, the first ones first, as far as nobody waits for them longer. Answers how
 * many. Never the same key twice, also where the product is gone and nothing else keeps two of these apart.
 */
export async function giveKeys(
  transaction: Db,
  entitlementId: string,
  { product_id, edition }: KeyList,
  { most, at }: { most: number; at: Date },
): Promise<number> {
  // The embedded database counts no rows of a statement that begins with `with`.
  const { rows } = await sql`
    with picked as materialized (
      select key_id from api.product_key
      where product_id = ${product_id} and edition = ${edition} and state = 'free'
      order by place
      limit least(${most}::bigint, greatest(0,
        coalesce((select free from api.product_key_list where product_id = ${product_id} and edition = ${edition}), 0)
        - (select coalesce(sum(wait.missing), 0) from api.product_key_wait as wait
          where wait.product_id = ${product_id} and wait.edition = ${edition} and wait.place < coalesce(
            (select own.place from api.product_key_wait as own where own.entitlement_id = ${entitlementId}),
            9223372036854775807))))
      for update skip locked)
    update api.product_key as key set state = 'given', entitlement_id = ${entitlementId}, given_at = ${at}
    from picked where key.key_id = picked.key_id returning key.key_id`.execute(transaction);
  return rows.length;
}

/** Those that were given out are not to be used any more. */
export async function revokeKeys(transaction: Db, entitlementId: string, at: Date): Promise<void> {
  await transaction
    .updateTable('api.product_key')
    .set({ state: 'revoked', revoked_at: at })
    .where('entitlement_id', '=', entitlementId)
    .where('state', '=', 'given')
    .execute();
}

/** So many are owed to the entitlement, since it was first so; 0: none. */
export async function recordMissing(
  transaction: Db,
  entitlementId: string,
  { product_id, edition }: KeyList,
  { missing, at }: { missing: number; at: Date },
): Promise<void> {
  if (missing === 0) {
    await transaction.deleteFrom('api.product_key_wait').where('entitlement_id', '=', entitlementId).execute();
    return;
  }
  await transaction
    .insertInto('api.product_key_wait')
    .values({ entitlement_id: entitlementId, product_id, edition, missing, since: at })
    .onConflict((conflict) => conflict.column('entitlement_id').doUpdateSet({ missing }))
    .execute();
}

/** Orders that wait for keys, of lists that have free ones, longest first. */
export async function listServableOrders(db: Db, limit: number, productId: string | null = null): Promise<string[]> {
  const { rows } = await sql<{ order_id: string }>`
    select entitlement.order_id from api.product_key_wait as wait
      join api.entitlement as entitlement using (entitlement_id)
      join api."order" as "order" on "order".order_id = entitlement.order_id
    where "order".status in ('paid', 'fulfilled') and (${productId}::text is null or wait.product_id = ${productId})
      and exists (select from api.product_key as key
        where key.product_id = wait.product_id and key.edition = wait.edition and key.state = 'free')
    group by entitlement.order_id order by min(wait.place) limit ${limit}`.execute(db);
  return rows.map(({ order_id }) => order_id);
}

/** A list as its seller is told of it. */
export type CountedList = KeyList & {
  selected_options: SelectedOption[];
  last_batch: number;
  low_told_at: Date | null;
  waiting_told_at: Date | null;
  free: number;
  given: number;
  revoked: number;
  waiting: number;
};

/** The lists of a product that there are, that of the product as a whole first. */
export async function countLists(db: Db, productId: string): Promise<CountedList[]> {
  const { rows } = await sql<CountedList>`
    select list.product_id, list.edition, list.selected_options, list.last_batch, list.low_told_at, list.waiting_told_at,
      list.free, list.given, list.revoked,
      (select coalesce(sum(wait.missing), 0) from api.product_key_wait as wait
        where wait.product_id = list.product_id and wait.edition = list.edition)::int as waiting
    from api.product_key_list as list
    where list.product_id = ${productId} order by list.edition`.execute(db);
  return rows;
}

/** How much is left of a list, and what its seller knows of that. Locked, so that they are told once. */
export async function lockCounted(
  transaction: Db,
  { product_id, edition }: KeyList,
): Promise<Omit<CountedList, 'given' | 'revoked'> | null> {
  const list = await transaction
    .selectFrom('api.product_key_list as list')
    .selectAll()
    .select(
      sql<number>`(select coalesce(sum(wait.missing), 0) from api.product_key_wait as wait
        where wait.product_id = list.product_id and wait.edition = list.edition)::int`.as('waiting'),
    )
    .where('product_id', '=', product_id)
    .where('edition', '=', edition)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return list ?? null;
}

export async function recordNotified(
  transaction: Db,
  { product_id, edition }: KeyList,
  told: { low_told_at?: Date; waiting_told_at?: Date },
): Promise<void> {
  await transaction
    .updateTable('api.product_key_list')
    .set(told)
    .where('product_id', '=', product_id)
    .where('edition', '=', edition)
    .execute();
}

/** The list, made where there is none yet. `loaded`: so many were added, and what was told of before is over. */
export async function saveList(
  transaction: Db,
  { product_id, edition }: KeyList,
  { selected_options, loaded }: { selected_options: readonly SelectedOption[]; loaded: number },
): Promise<void> {
  await transaction
    .insertInto('api.product_key_list')
    .values({ product_id, edition, selected_options: JSON.stringify(selected_options), last_batch: loaded })
    .onConflict((conflict) =>
      loaded === 0
        ? conflict.columns(['product_id', 'edition']).doNothing()
        : conflict
            .columns(['product_id', 'edition'])
            .doUpdateSet({ last_batch: loaded, low_told_at: null, waiting_told_at: null }),
    )
    .execute();
}

/** Those of these digests that the product has, whatever has become of the keys. */
export async function findDigests(db: Db, productId: string, digests: readonly Buffer[]): Promise<Set<string>> {
  const hex = JSON.stringify(digests.map((digest) => digest.toString('hex')));
  const { rows } = await sql<{ digest: string }>`
    select encode(key.digest, 'hex') as digest from api.product_key as key
    where key.product_id = ${productId}
      and key.digest in (select decode(asked.hex, 'hex') from jsonb_array_elements_text(${hex}::jsonb) as asked (hex))`.execute(
    db,
  );
  return new Set(rows.map(({ digest }) => digest));
}

type NewKey = { key_id: string; sealed: Buffer; digest: Buffer };

/** Free keys, in this order; those whose digest the product has already are left out. Answers how many were added. */
export async function insertFreeKeys(
  transaction: Db,
  { product_id, edition }: KeyList,
  { sellerId, batch, keys }: { sellerId: string | null; batch: string; keys: readonly NewKey[] },
): Promise<number> {
  const rows = JSON.stringify(
    keys.map(({ key_id, sealed, digest }) => [key_id, sealed.toString('hex'), digest.toString('hex')]),
  );
  const { numAffectedRows } = await sql`
    insert into api.product_key (key_id, product_id, edition, seller_id, source, sealed, digest, state, batch)
    select row.value ->> 0, ${product_id}, ${edition}, ${sellerId}, 'list', decode(row.value ->> 1, 'hex'),
      decode(row.value ->> 2, 'hex'), 'free', ${batch}
    from jsonb_array_elements(${rows}::jsonb) with ordinality as row (value, place) order by row.place
    on conflict (product_id, digest) do nothing`.execute(transaction);
  return Number(numAffectedRows ?? 0);
}

/** Signed for an entitlement; one that is there already stays. */
export async function insertSignedKey(
  transaction: Db,
  key: NewKey & KeyList & { seller_id: string | null; entitlement_id: string; given_at: Date },
): Promise<void> {
  await transaction
    .insertInto('api.product_key')
    .values({ ...key, source: 'signed', state: 'given' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

type OwnKey = Pick<StoredKey, 'key_id' | 'sealed' | 'given_at' | 'place'>;

/** Those that an entitlement has, in the order in which they are listed, after `after`. */
export function listGivenKeys(
  db: Db,
  entitlementId: string,
  { after, limit }: { after: number; limit: number },
): Promise<OwnKey[]> {
  return db
    .selectFrom('api.product_key')
    .select(['key_id', 'sealed', 'given_at', 'place'])
    .where('entitlement_id', '=', entitlementId)
    .where('state', '=', 'given')
    .where('place', '>', after)
    .orderBy('place')
    .limit(limit)
    .execute();
}

export async function listKeyIds(db: Db, entitlementId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('api.product_key')
    .select('key_id')
    .where('entitlement_id', '=', entitlementId)
    .execute();
  return new Set(rows.map(({ key_id }) => key_id));
}

/** Since when keys of the entitlement are revoked; null: none is. */
export async function findRevokedAt(db: Db, entitlementId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('api.product_key')
    .select(({ fn }) => fn.max('revoked_at').as('revoked_at'))
    .where('entitlement_id', '=', entitlementId)
    .executeTakeFirst();
  return row?.revoked_at ?? null;
}

type RevokedToken = { key_id: string; goods: GoodsOfOne; granted_at: Date; expires_at: Date | null };

/** Signed keys of a product whose money went back, or that were withdrawn. */
export function listRevokedTokens(db: Db, productId: string): Promise<RevokedToken[]> {
  return db
    .selectFrom('api.product_key as key')
    .innerJoin('api.entitlement as entitlement', 'entitlement.entitlement_id', 'key.entitlement_id')
    .select(['key.key_id', 'entitlement.goods', 'entitlement.granted_at', 'entitlement.expires_at'])
    .where('key.product_id', '=', productId)
    .where('key.state', '=', 'revoked')
    .where('key.source', '=', 'signed')
    .execute();
}

/** True if it exists, on sale or not. */
export async function hasProduct(db: Db, productId: string): Promise<boolean> {
  const found = await db
    .selectFrom('api.product')
    .select('product_id')
    .where('product_id', '=', productId)
    .executeTakeFirst();
  return found !== undefined;
}

export type ListedKey = Omit<StoredKey, 'digest' | 'entitlement_id' | 'product_id' | 'seller_id' | 'source'> & {
  order_id: string | null;
};

/** Keys of the lists of a product, newest first. */
export function listKeys(
  db: Db,
  productId: string,
  { state, before, limit }: { state: ProductKeyState | null; before: number | null; limit: number },
): Promise<ListedKey[]> {
  return db
    .selectFrom('api.product_key as key')
    .leftJoin('api.entitlement as entitlement', 'entitlement.entitlement_id', 'key.entitlement_id')
    .select([
      'key.key_id',
      'key.edition',
      'key.place',
      'key.sealed',
      'key.state',
      'key.batch',
      'key.created_at',
      'key.given_at',
      'key.revoked_at',
      'entitlement.order_id',
    ])
    .where('key.product_id', '=', productId)
    .where('key.source', '=', 'list')
    .$if(state !== null, (query) => query.where('key.state', '=', state as ProductKeyState))
    .$if(before !== null, (query) => query.where('key.place', '<', before as number))
    .orderBy('key.place', 'desc')
    .limit(limit)
    .execute();
}

/** Takes a free key away. Answers what it was instead: given out, or unknown (null). */
export async function removeFreeKey(
  transaction: Db,
  productId: string,
  keyId: string,
): Promise<{ removed: boolean } | null> {
  const key = await transaction
    .selectFrom('api.product_key')
    .select('state')
    .where('product_id', '=', productId)
    .where('key_id', '=', keyId)
    .where('source', '=', 'list')
    .forUpdate()
    .executeTakeFirst();
  if (!key) return null;
  if (key.state !== 'free') return { removed: false };
  await transaction.deleteFrom('api.product_key').where('key_id', '=', keyId).execute();
  return { removed: true };
}

/** Sealed texts after this id, in the order of ids. */
export function listSealedKeys(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<Array<Pick<StoredKey, 'key_id' | 'product_id' | 'sealed' | 'digest'>>> {
  return db
    .selectFrom('api.product_key')
    .select(['key_id', 'product_id', 'sealed', 'digest'])
    .where('key_id', '>', after)
    .orderBy('key_id')
    .limit(limit)
    .execute();
}

export async function replaceSealedKey(
  db: Db,
  keyId: string,
  { from, sealed, digest }: { from: Uint8Array; sealed: Uint8Array; digest: Uint8Array },
): Promise<void> {
  await db
    .updateTable('api.product_key')
    .set({ sealed, digest })
    .where('key_id', '=', keyId)
    .where('sealed', '=', from)
    .execute();
}

/** Goods that a product of the operator's own promises buyers; null: there is no such product. */
export async function findOperatorsGoods(db: Db, productId: string): Promise<Goods | null> {
  const product = await db
    .selectFrom('api.product')
    .select('goods')
    .where('product_id', '=', productId)
    .where('seller_id', 'is', null)
    .executeTakeFirst();
  return product?.goods ?? null;
}
