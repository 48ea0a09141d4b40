import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { hashOfPicture } from '#contract/catalogue/picture.ts';
import type { PictureTable } from '../../schema/catalogue.ts';
import type { ApiTables } from '../../schema/schema.ts';

type Db = Kysely<ApiTables>;

/** Nobody else sends or removes what has this hash until the end of the transaction, whether there is a row of it or not. */
function lockHash(transaction: Db, hash: string) {
  return sql`select pg_advisory_xact_lock(hashtextextended(${`picture ${hash}`}, 0))`.execute(transaction);
}

/** Written before its bytes are: what is removed because nobody used it, or knew it, is not removed while it comes again. */
export async function rememberPicture(
  db: Db,
  picture: Pick<Selectable<PictureTable>, 'hash' | 'seller_id' | 'width' | 'height' | 'size_bytes'>,
): Promise<void> {
  const now = sql<Date>`now()`;
  const again = { seller_id: picture.seller_id, sent_at: now, checked_at: now, unused_since: null };
  await db.transaction().execute(async (transaction) => {
    await lockHash(transaction, picture.hash);
    await transaction
      .insertInto('api.picture')
      .values(picture)
      .onConflict((conflict) => conflict.column('hash').doUpdateSet(again))
      .execute();
  });
}

/** True if something shows it: a product, what a seller writes, a version that was bought, what waits for a decision. */
const isUsed = (hash: ReturnType<typeof sql>) => sql<boolean>`(
  exists (select 1 from api.product where product_img = '/pictures/' || ${hash} || '.webp' and product_img like '/pictures/%')
  or exists (select 1 from api.product
    where pictures @> jsonb_build_array('/pictures/' || ${hash} || '.webp') and pictures <> '[]')
  or exists (select 1 from api.listing
    where draft -> 'pictures' @> jsonb_build_array('/pictures/' || ${hash} || '.webp') and draft is not null)
  or exists (select 1 from api.listing
    where draft ->> 'product_img' = '/pictures/' || ${hash} || '.webp' and draft ->> 'product_img' like '/pictures/%')
  or exists (select 1 from api.product_version where content -> 'pictures' @> jsonb_build_array('/pictures/' || ${hash} || '.webp'))
  or exists (select 1 from api.approval
    where state = 'waiting' and content -> 'pictures' @> jsonb_build_array('/pictures/' || ${hash} || '.webp')))`;

/** Looks at those that were not looked at since; answers how many these were. */
export async function checkPictures(db: Db, { before, limit }: { before: Date; limit: number }): Promise<number> {
  const { rows } = await sql`
    with due as (
      select hash from api.picture where checked_at < ${before} order by checked_at, hash limit ${limit} for update skip locked)
    update api.picture as picture set checked_at = now(),
      unused_since = case when ${isUsed(sql`due.hash`)} then null else coalesce(picture.unused_since, now()) end
    from due where due.hash = picture.hash returning 1`.execute(db);
  return rows.length;
}

export async function listUnusedPictures(db: Db, { since, limit }: { since: Date; limit: number }): Promise<string[]> {
  const rows = await db
    .selectFrom('api.picture')
    .select('hash')
    .where('unused_since', '<', since)
    .orderBy('unused_since')
    .limit(limit)
    .execute();
  return rows.map(({ hash }) => hash);
}

/** Answers whether it is still nobody's; the row is locked until the end of the transaction, so that nobody sends it again meanwhile. */
export async function deleteUnusedPicture(db: Transaction<ApiTables>, hash: string, since: Date): Promise<boolean> {
  const { rows } = await sql`delete from api.picture as picture
    where hash = ${hash} and unused_since < ${since} and not ${isUsed(sql`picture.hash`)} returning 1`.execute(db);
  return rows.length > 0;
}

/** Those of the hashes that have a row. */
export async function knownPictures(db: Db, hashes: string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await db.selectFrom('api.picture').select('hash').where('hash', 'in', hashes).execute();
  return new Set(rows.map(({ hash }) => hash));
}

/** Those of the addresses that are of pictures of this shop, of which it has none. */
export async function findLostPictures(db: Db, addresses: readonly string[]): Promise<Set<string>> {
  const hashes = new Map(addresses.map((address) => [address, hashOfPicture(address)]));
  const known = await knownPictures(
    db,
    [...hashes.values()].filter((hash) => hash !== null),
  );
  return new Set(addresses.filter((address) => hashes.get(address) && !known.has(hashes.get(address) ?? '')));
}

/** True if no row has the hash, until the end of the transaction. */
export async function isUnknownPicture(db: Transaction<ApiTables>, hash: string): Promise<boolean> {
  await lockHash(db, hash);
  return !(await knownPictures(db, [hash])).has(hash);
}
