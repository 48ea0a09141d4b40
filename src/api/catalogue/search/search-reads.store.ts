import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ProductType, Variant } from '#contract/catalogue/product/product.ts';
import type { AttributeValues } from '#contract/catalogue/product/product-attributes.ts';
import type { ApiTables } from '../../schema/schema.ts';
import type { KeyCount } from './index-keys.rules.ts';

type Db = Kysely<ApiTables>;

/** Positions of a block. */
export const BLOCK = 4_096;
/** Offsets that are read at once: more than the keys of a query have in one block, and enough of rare words for many blocks. */
const MOST_OFFSETS = 24 * BLOCK;
/** Blocks of a key that are looked at to say about how many products have it. */
const COUNTED_BLOCKS = 2;
/** Known words that are looked at for misspelt ones. */
const SPELLINGS = 2_000;
const COMPLETIONS = 30;
const ZERO = 48;

/** A key that no product has is missing. */
export async function countByKey(db: Db, keys: readonly string[]): Promise<Map<string, KeyCount>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<{ key: string; products: number; blocks: string }>`
    select key, products, blocks from unnest(${[...keys]}::text[]) as given (key) cross join lateral (
      select sum(cardinality(offsets))::int as products, string_agg(block::text, ' ') as blocks from (
        select block, offsets from api.search_posting as posting where posting.key = given.key
        order by block limit ${COUNTED_BLOCKS}) as first) as counted
    where products > 0`.execute(db);
  return new Map(
    rows.map(({ key, products, blocks }) => [key, { products, blocks: blocks.split(' ').map(Number) }] as const),
  );
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

/** A block of the index: the offsets of each key that stands in it. */
export type Block = { block: number; offsets: ReadonlyMap<string, number[]> };

/**
 * The next blocks in which a key of each group stands, from `from` on; the blocks of the first group are gone through, which had
 * best be a rare one. What `besides` have in these blocks is read with them. One join, however many keys there are: in what order
 * to join as many tables as there are words takes the planner longer than the search.
 */
export async function findBlocks(
  db: Db,
  {
    groups,
    besides,
    from,
    limit,
  }: { groups: ReadonlyArray<readonly string[]>; besides: readonly string[]; from: number; limit: number },
): Promise<Block[]> {
  const [first = [], ...others] = groups;
  const keys = others.flat();
  const parts = others.flatMap((group, part) => group.map(() => part));
  const shared = sql`select block, block as turn from (
      select distinct block from api.search_posting where key = any (${[...first]}::text[]) and block >= ${from}
      order by block offset 0) as given
    where ${others.length} = (select count(distinct part)
      from unnest(${keys}::text[], ${parts}::int[]) as wanted (key, part)
      join api.search_posting as other on other.key = wanted.key and other.block = given.block)
    limit ${limit}`;
  return readBlocks(db, shared, [...new Set([...groups.flat(), ...besides])]);
}

/** True if there is a block besides those that are read in which a key of each group stands. */
export async function hasOtherBlock(
  db: Db,
  { groups, read }: { groups: ReadonlyArray<readonly string[]>; read: ReadonlySet<number> },
): Promise<boolean> {
  const [first = [], ...others] = groups;
  const keys = others.flat();
  const parts = others.flatMap((group, part) => group.map(() => part));
  const { rows } = await sql<{ block: number }>`select block from (
      select distinct block from api.search_posting
      where key = any (${[...first]}::text[]) and block <> all (${[...read]}::bigint[]) offset 0) as given
    where ${others.length} = (select count(distinct part)
      from unnest(${keys}::text[], ${parts}::int[]) as wanted (key, part)
      join api.search_posting as other on other.key = wanted.key and other.block = given.block)
    limit 1`.execute(db);
  return rows.length > 0;
}

/** The first blocks of each key, with what the other keys have in the same blocks; the very first ones of all keys come first. */
export async function findHeads(
  db: Db,
  keys: readonly string[],
  blocksEach: number,
  besides: readonly string[] = [],
): Promise<Block[]> {
  const heads = sql`select block, min(turn) as turn from unnest(${[...keys]}::text[]) as given (key)
    cross join lateral (select block, row_number() over (order by block) as turn from api.search_posting as posting
      where posting.key = given.key order by block limit ${blocksEach}) as head
    group by block`;
  return readBlocks(db, heads, [...new Set([...keys, ...besides])]);
}

/** Offsets of the keys in some blocks, in their turn; the last blocks are left out where the lists are long, and never the first. */
async function readBlocks(db: Db, blocks: RawBuilder<unknown>, keys: readonly string[]): Promise<Block[]> {
  const { rows } = await sql<{ block: number; key: string; offsets: string }>`
    with wanted as (${blocks}),
    list as (
      select turn, block, key, offsets, sum(cardinality(offsets)) over (order by turn, block) as read,
        dense_rank() over (order by turn, block) as nth
      from wanted cross join lateral (select key, offsets from api.search_posting as posting
        where posting.key = any (${[...keys]}::text[]) and posting.block = wanted.block) as posting)
    select block, key, offsets::text from list where read <= ${MOST_OFFSETS} or nth = 1 order by turn, block`.execute(
    db,
  );
  return [...Map.groupBy(rows, (row) => row.block)].map(([block, lists]) => ({
    block,
    offsets: new Map(lists.map((list) => [list.key, readOffsets(list.offsets)])),
  }));
}

export function positionAt(block: number, offset: number): number {
  return block * BLOCK + offset;
}

/** Read here, digit by digit: the driver's own way of reading arrays, and cutting the text, take several times as long. */
function readOffsets(text: string): number[] {
  const offsets: number[] = [];
  let offset = 0;
  for (let at = 1; at < text.length; at++) {
    const digit = text.charCodeAt(at) - ZERO;
    if (digit >= 0 && digit <= 9) offset = 10 * offset + digit;
    else {
      offsets.push(offset);
      offset = 0;
    }
  }
  return offsets;
}

/** Fields of a product by which it is ranked. */
export type Candidate = {
  position: number;
  product_id: string;
  product_type: ProductType;
  name_folded: string;
  in_stock: boolean;
  on_sale: boolean;
  effective_micros: number;
  price_unit: string;
  memory_order: number;
  default_gpus: number | null;
  least_gpus: number | null;
  attributes: AttributeValues;
  license: string;
  /** Where they are asked for. */
  variants: Variant[];
};

/** Those of the products that are still there, in the order in which they are asked for. */
export async function findCandidates(
  db: Db,
  positions: readonly number[],
  { withVariants = false } = {},
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select position, product_id, product_type, name_folded, in_stock, on_sale, effective_micros, price_unit, attributes,
      memory_order, default_gpus, least_gpus, license, ${withVariants ? sql.ref('variants') : sql`'[]'::jsonb`} as variants
    from api.listed_product where position = any (${[...positions]}::bigint[])`.execute(db);
  const products = new Map(rows.map((row) => [row.position, row]));
  return positions.flatMap((position) => products.get(position) ?? []);
}

export async function findAttributes(db: Db, productIds: readonly string[]) {
  if (productIds.length === 0) return [];
  return db
    .selectFrom('api.listed_product')
    .select(['product_type', 'attributes'])
    .where('product_id', 'in', productIds)
    .orderBy('position')
    .execute();
}

/** Which of the products have which of the keys in the index. */
export async function findKeysOf(
  db: Db,
  positions: readonly number[],
  keys: readonly string[],
): Promise<Map<number, Set<string>>> {
  const found = new Map(positions.map((position) => [position, new Set<string>()] as const));
  if (keys.length === 0 || positions.length === 0) return found;
  const { rows } = await sql<{ position: number; key: string }>`
    select given.position, posting.key from unnest(${[...positions]}::bigint[]) as given (position)
    join api.search_posting as posting on posting.block = given.position / ${BLOCK} and posting.key = any (${[...keys]}::text[])
    where (given.position % ${BLOCK})::smallint = any (posting.offsets)`.execute(db);
  for (const { position, key } of rows) found.get(position)?.add(key);
  return found;
}
