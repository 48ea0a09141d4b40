import { type Kysely, sql } from 'kysely';
import type { Searched } from '../../schema/product.record.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { searchedColumns } from './index-keys.rules.ts';

type Db = Kysely<ApiTables>;

/** One process at a time writes the index, until its transaction ends. */
const LOCK = 7_236_003;

/** Positions of a block; each of them is a smallint. */
const BLOCK = 4_096;

/** Rows of one statement. */
const ROWS = 2_000;

export type Change = { position: number; before: Searched | null };

export async function hasChanges(db: Db): Promise<boolean> {
  return (await db.selectFrom('api.search_queue').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Takes changes out of the queue, the oldest first, and keeps other processes from the index until the transaction ends. */
export async function takeChanges(transaction: Db, limit: number): Promise<Change[]> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(transaction);
  const { rows } = await sql<Change>`delete from api.search_queue
    where id in (select id from api.search_queue order by id limit ${limit}) returning position, before`.execute(
    transaction,
  );
  return rows;
}

/** Undoes what was written by work that fails, and the transaction goes on. */
export async function inSavepoint(transaction: Db, work: () => Promise<void>): Promise<void> {
  await sql`savepoint work`.execute(transaction);
  try {
    await work();
  } catch (error) {
    await sql`rollback to savepoint work`.execute(transaction);
    throw error;
  } finally {
    await sql`release savepoint work`.execute(transaction);
  }
}

/**
 * Classes of errors in which PostgreSQL refuses what it is given (appendix A of its manual): cardinality, data, constraints, and
 * what is too long. Anything else, such as a full disk, is no product's fault, and may be over at the next look.
 */
const refusals = /^(21|22|23|54)/;

/** True if an error is about what is written, so that it will come again; a value of an unforeseen kind is one, too. */
export function isRefused(error: unknown): error is Error {
  return error instanceof TypeError || refusals.test(String((error as { code?: unknown }).code));
}

export async function findProductId(transaction: Db, position: number): Promise<string | null> {
  const product = await transaction
    .selectFrom('api.listed_product')
    .select('product_id')
    .where('position', '=', position)
    .executeTakeFirst();
  return product?.product_id ?? null;
}

/** Those of the products that are still there. */
export async function findSearched(
  transaction: Db,
  positions: readonly number[],
): Promise<Array<Searched & { position: number }>> {
  return transaction
    .selectFrom('api.listed_product')
    .select(['position', ...searchedColumns])
    .where('position', 'in', positions)
    .execute();
}

/** Positions by key. */
type Postings = ReadonlyMap<string, readonly number[]>;

export async function addPostings(transaction: Db, postings: Postings): Promise<void> {
  for (const rows of rowsOf(postings)) {
    await sql`insert into api.search_posting as posting (key, block, offsets)
      select key, block::bigint, offsets::smallint[] from ${asTable(rows)} as added (key, block, offsets)
      on conflict (key, block) do update set offsets = case
        when posting.offsets[cardinality(posting.offsets)] < excluded.offsets[1] then posting.offsets || excluded.offsets
        else array(select distinct o from unnest(posting.offsets || excluded.offsets) as o order by o) end
      where not posting.offsets @> excluded.offsets`.execute(transaction);
  }
}

export async function removePostings(transaction: Db, postings: Postings): Promise<void> {
  for (const rows of rowsOf(postings)) {
    await sql`update api.search_posting as posting
      set offsets = array(select o from unnest(posting.offsets) as o where o <> all (gone.offsets::smallint[]) order by o)
      from ${asTable(rows)} as gone (key, block, offsets)
      where posting.key = gone.key and posting.block = gone.block::bigint`.execute(transaction);
    await sql`delete from api.search_posting where offsets = '{}' and key in (
      select key from ${asTable(rows)} as gone (key, block, offsets))`.execute(transaction);
  }
}

type Row = { key: string; block: number; offsets: string };

/** As three texts, which no key has the separator of: arrays and JSON take the driver, or the database, many times as long. */
function asTable(rows: readonly Row[]) {
  const column = (name: keyof Row) => sql`string_to_array(${rows.map((row) => row[name]).join('|')}, '|')`;
  return sql`unnest(${column('key')}, ${column('block')}, ${column('offsets')})`;
}

/** In the order of the index, some thousand at a time. */
function* rowsOf(postings: Postings): Generator<Row[]> {
  const rows: Row[] = [];
  for (const [key, positions] of postings) {
    for (const [block, offsets] of Map.groupBy(positions, blockOf)) {
      const sorted = offsets.map((position) => position % BLOCK).sort((a, b) => a - b);
      rows.push({ key, block, offsets: `{${sorted.join(',')}}` });
    }
  }
  rows.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.block - b.block));
  for (let from = 0; from < rows.length; from += ROWS) yield rows.slice(from, from + ROWS);
}

function blockOf(position: number): number {
  return Math.floor(position / BLOCK);
}

/** Those that the index does not have yet. */
export async function unknownSpellings(transaction: Db, spellings: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ spelling: string }>`select spelling from unnest(${spellings}::text[]) as given (spelling)
    where not exists (select from api.search_spelling as known where known.spelling = given.spelling)`.execute(
    transaction,
  );
  return rows.map((row) => row.spelling);
}

export async function addSpellings(
  transaction: Db,
  spellings: ReadonlyArray<{ spelling: string; variants: string[] }>,
): Promise<void> {
  if (spellings.length === 0) return;
  await sql`insert into api.search_spelling (spelling, variants)
    select spelling, array(select jsonb_array_elements_text(variants))
    from jsonb_to_recordset(${JSON.stringify(spellings)}::text::jsonb) as added (spelling text, variants jsonb)
    on conflict do nothing`.execute(transaction);
}

/** Answers of the search are cached as those of the catalogue are: they have changed. */
export async function recordIndexChange(transaction: Db): Promise<void> {
  await sql`insert into api.catalogue_change default values`.execute(transaction);
  await sql`select pg_notify('catalogue_change', '')`.execute(transaction);
}

/** Empties the index and takes every product into the queue. */
export async function queueEverything(transaction: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(transaction);
  for (const table of ['search_posting', 'search_spelling', 'search_queue'])
    await sql`truncate ${sql.id('api', table)}`.execute(transaction);
  await sql`insert into api.search_queue (position) select position from api.listed_product order by position`.execute(
    transaction,
  );
}
