import { type Kysely, sql } from 'kysely';
import type { ApiTables } from '../../../schema/schema.ts';
import type { Described } from './meaning-text.rules.ts';

type Db = Kysely<ApiTables>;

/** Numbers are given in the order in which transactions end: a reader that follows them misses none. */
const LOCK = 7_236_011;
/** Bytes of a word of a signature. */
const WORD = 4;

/** The index of the search was told of these products: their texts may be others. Nothing happens where there are no vectors. */
export async function noteMeanings(transaction: Db, positions: readonly number[]): Promise<void> {
  await sql`update api.product_vector set changes = changes + 1 where position in (
    select position from api.product_vector where position = any (${[...positions]}::bigint[])
    order by position for update)`.execute(transaction);
}

/** Takes in products that have no vector yet; answers how many. */
export async function addProducts(db: Db): Promise<number> {
  const { rows } = await sql`insert into api.product_vector (position)
    select position from api.listed_product as product
    where not exists (select from api.product_vector as vector where vector.position = product.position)
    order by position on conflict do nothing returning position`.execute(db);
  return rows.length;
}

/** Vectors of another model are made anew, and those of this one that have another number of dimensions, where that is known. */
export async function expireVectors(db: Db, model: string, dimensions: number | null): Promise<void> {
  await sql`update api.product_vector set changes = changes + 1, text_hash = null
    where text_hash is not null and (model <> ${model} or octet_length(vector) <> ${dimensions}::int)`.execute(db);
}

export type Due = Described & { position: number; changes: number; text_hash: string | null };

/** Products whose text is to be looked at, after a position. */
export async function findDue(db: Db, after: number, limit: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select vector.position, vector.changes, encode(vector.text_hash, 'hex') as text_hash,
      product_name, product_type, description, specs
    from api.product_vector as vector join api.listed_product as product on product.position = vector.position
    where vector.changes <> vector.seen and vector.position > ${after} order by vector.position limit ${limit}`.execute(
    db,
  );
  return rows;
}

type Seen = { position: number; changes: number };
/** `vector` null: the endpoint refuses the text. */
export type Made = Seen & { hash: string; vector: Int8Array | null; signature: Uint32Array | null };

/** Texts that are what they were. */
export async function saveUnchanged(db: Db, seen: readonly Seen[]): Promise<void> {
  await sql`update api.product_vector as vector set seen = looked.changes
    from unnest(${seen.map(({ position }) => position)}::bigint[], ${seen.map(({ changes }) => changes)}::int[])
      as looked (position, changes)
    where vector.position = looked.position`.execute(db);
}

/** Vectors that were made. A product that has changed meanwhile is looked at once more. */
export async function saveMade(db: Db, model: string, made: readonly Made[]): Promise<void> {
  const texts = (of: (one: Made) => string | null) => made.map(of);
  await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(transaction);
    await sql`update api.product_vector as vector set seen = made.changes, model = ${model},
        text_hash = decode(made.hash, 'hex'), vector = decode(made.vector, 'base64'),
        signature = decode(made.signature, 'base64'), number = nextval('api.product_vector_number')
      from unnest(${made.map(({ position }) => position)}::bigint[], ${made.map(({ changes }) => changes)}::int[],
        ${texts(({ hash }) => hash)}::text[], ${texts(({ vector }) => vector && base64(vector))}::text[],
        ${texts(({ signature }) => signature && base64(signature))}::text[])
        as made (position, changes, hash, vector, signature)
      where vector.position = made.position`.execute(transaction);
  });
}

export type SignatureRow = { position: number; number: number; signature: Uint32Array | null };

/** Signatures that were made after a number, in their order; null of a text that is refused, or of another model. */
export async function findSignatures(db: Db, model: string, after: number, limit: number): Promise<SignatureRow[]> {
  const { rows } = await sql<{ position: number; number: number; signature: string | null }>`
    select position, number, case when model = ${model} then encode(signature, 'base64') end as signature
    from api.product_vector where number > ${after} order by number limit ${limit}`.execute(db);
  return rows.map(({ position, number, signature }) => ({
    position,
    number,
    signature: signature === null ? null : wordsOf(Buffer.from(signature, 'base64')),
  }));
}

export async function countSignatures(db: Db, model: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from api.product_vector
    where model = ${model} and signature is not null`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function findPositions(db: Db, model: string): Promise<number[]> {
  const { rows } = await sql<{ position: number }>`select position from api.product_vector
    where model = ${model} and signature is not null`.execute(db);
  return rows.map(({ position }) => position);
}

/** Vectors of products, of those that have one. */
export async function findVectors(
  db: Db,
  positions: readonly number[],
): Promise<Array<{ position: number; vector: Int8Array }>> {
  const { rows } = await sql<{ position: number; vector: string }>`
    select position, encode(vector, 'base64') as vector from api.product_vector
    where position = any (${[...positions]}::bigint[]) and vector is not null`.execute(db);
  return rows.map(({ position, vector }) => ({ position, vector: new Int8Array(Buffer.from(vector, 'base64')) }));
}

function base64({ buffer, byteOffset, byteLength }: Int8Array | Uint32Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}

/** Copied, since what was read may begin anywhere in its memory. */
function wordsOf(bytes: Buffer): Uint32Array {
  const words = new Uint32Array(bytes.byteLength / WORD);
  new Uint8Array(words.buffer).set(bytes);
  return words;
}
