import { type Kysely, sql } from 'kysely';
import type { ProductType } from '#contract/product.ts';
import type { ApiTables } from '../schema.ts';

type Db = Kysely<ApiTables>;

const BLOCK = 4_096;
/** Blocks of a key that are looked at to say about how many products have it. */
const COUNTED_BLOCKS = 2;
/** Known words that are looked at for misspelt ones. */
const SPELLINGS = 2_000;
const COMPLETIONS = 30;

/** About how many products have each key: exact for rare ones, and never more than two blocks hold. A key that none has is missing. */
export async function countByKey(db: Db, keys: readonly string[]): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<{ key: string; products: number }>`
    select key, (select sum(cardinality(offsets)) from (
        select offsets from api.search_posting as posting where posting.key = given.key
        order by block limit ${COUNTED_BLOCKS}) as first) as products
    from unnest(${[...keys]}::text[]) as given (key)`.execute(db);
  return new Map(rows.flatMap((row) => (row.products ? [[row.key, Number(row.products)]] : [])));
}

/** The words of which one of these is left without some letters. */
export async function findSpellings(db: Db, variants: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ spelling: string }>`
    select spelling from api.spellings_with(${[...variants]}::text[], ${SPELLINGS}) as found (spelling)`.execute(db);
  return rows.map((row) => row.spelling);
}

/** Known words that begin so. */
export async function findCompletions(db: Db, beginning: string): Promise<string[]> {
  const rows = await db
    .selectFrom('api.search_spelling')
    .select('spelling')
    .where('spelling', '>=', beginning)
    .where('spelling', '<', `${beginning}\u{10ffff}`)
    .orderBy('spelling')
    .limit(COMPLETIONS)
    .execute();
  return rows.map((row) => row.spelling);
}

/** A block of the index: the offsets of each of the keys, in the order in which they were asked for. */
type Block = { block: number; offsets: number[][] };

/** The next blocks in which all of the keys stand, from `from` on. */
export async function findBlocks(
  db: Db,
  keys: readonly string[],
  { from, limit }: { from: number; limit: number },
): Promise<Block[]> {
  const [first, ...others] = keys.map((key, index) => ({ key, name: sql.id(`p${index}`) }));
  if (!first) return [];
  const all = [first, ...others];
  const { rows } = await sql<{ block: number; offsets: string }>`
    select p0.block, concat_ws('|', ${sql.join(all.map(({ name }) => sql`${name}.offsets::text`))}) as offsets
    from api.search_posting as p0
    ${sql.join(
      others.map(
        ({ key, name }) => sql`join api.search_posting as ${name} on ${name}.key = ${key} and ${name}.block = p0.block`,
      ),
      sql` `,
    )}
    where p0.key = ${first.key} and p0.block >= ${from} order by p0.block limit ${limit}`.execute(db);
  return rows.map(({ block, offsets }) => ({ block, offsets: offsets.split('|').map(readOffsets) }));
}

/** The first blocks of each key, with what the other keys have in the same blocks. */
export async function findHeads(
  db: Db,
  keys: readonly string[],
  blocksEach: number,
): Promise<Array<{ key: string; positions: number[] }>> {
  const { rows } = await sql<{ key: string; block: number; offsets: string }>`
    with head as (
      select distinct block from unnest(${[...keys]}::text[]) as given (key)
      cross join lateral (select block from api.search_posting as posting where posting.key = given.key
        order by block limit ${blocksEach}) as first)
    select key, block, offsets::text from api.search_posting join head using (block)
    where key = any (${[...keys]}::text[]) order by block`.execute(db);
  return rows.map(({ key, block, offsets }) => ({
    key,
    positions: readOffsets(offsets).map((offset) => positionAt(block, offset)),
  }));
}

export function positionAt(block: number, offset: number): number {
  return block * BLOCK + offset;
}

/** Read here: the driver's own way of reading arrays takes several times as long. */
function readOffsets(text: string): number[] {
  return text.slice(1, -1).split(',').map(Number);
}

/** What a product is ranked by. */
export type Candidate = {
  position: number;
  product_id: string;
  product_type: ProductType;
  name_folded: string;
  in_stock: boolean;
  effective_micros: number;
  price_unit: string;
};

/** Those of the products that are still there, in the order of the shop. */
export async function findCandidates(db: Db, positions: readonly number[]): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select position, product_id, product_type, name_folded, in_stock, effective_micros, price_unit
    from api.product where position = any (${[...positions]}::bigint[]) order by position`.execute(db);
  return rows;
}

export async function findAttributes(db: Db, positions: readonly number[]) {
  if (positions.length === 0) return [];
  return db
    .selectFrom('api.product')
    .select(['product_type', 'attributes'])
    .where('position', 'in', positions)
    .orderBy('position')
    .execute();
}
