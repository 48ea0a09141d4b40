// The other direction: postings on external:card that the provider knows nothing of. They are found by query, and none is kept but what the staff have closed.
import { type Kysely, sql } from 'kysely';
import type { ApiTables } from '../../schema/schema.ts';
import { cardProcessor } from '../wallet/posting/accounts.rules.ts';

type Db = Kysely<ApiTables>;

/** Amounts as the provider signs them. */
export type MissingPosting = {
  version: number;
  transfer_id: number;
  kind: string;
  about: string | null;
  cents: number;
  at: Date;
};
export type ClosedPosting = MissingPosting & {
  closed_by: string;
  closed_at: Date;
  close_reason: string;
  micros: string;
};

/** Kinds that the reconciliation posts itself, from transactions of the provider. */
const ownKinds = sql.raw(`('processor_fee', 'provider_payout', 'provider_top_up')`);
const card = cardProcessor.account_id;

const unexplained = sql`entry.account_id = ${card} and entry.kind not in ${ownKinds}
  and not exists (select from api.provider_transaction as match where match.transfer_id = entry.transfer_id)
  and not exists (select from api.closed_posting as closed where closed.transfer_id = entry.transfer_id)`;

/** Moves the mark below which nothing is missing, so that no list reads it again. */
export async function recordExplained(
  db: Db,
  { explained_version: from }: { explained_version: number },
): Promise<void> {
  const { rows } = await sql<{ version: number }>`
    select coalesce(
      (select version - 1 from ledger.entry as entry where ${unexplained} and entry.version > ${from} and entry.version <= account.version
        order by version limit 1),
      account.version) as version
    from ledger.account as account where account_id = ${card}`.execute(db);
  const version = Number(rows[0]?.version ?? from);
  if (version > from) await db.updateTable('api.reconciliation').set({ explained_version: version }).execute();
}

/** Older than `before`, newest first; `after` is the number of the last one told. */
export async function listMissing(
  db: Db,
  { above, before, after, limit }: { above: number; before: Date; after: number | null; limit: number },
): Promise<MissingPosting[]> {
  const { rows } = await sql<MissingPosting>`
    select version, transfer_id, kind, about, -amount as cents, at from ledger.entry as entry
      where ${unexplained} and entry.version > ${above} and entry.version < ${after ?? Number.MAX_SAFE_INTEGER} and entry.at < ${before}
      order by version desc limit ${limit}`.execute(db);
  return rows.map(toMissing);
}

/** One posting that a transaction of the provider was looked for; null where it is no such, or has one. `closed`: with those that were. */
export async function findMissing(db: Db, transferId: number): Promise<MissingPosting | null> {
  const { rows } = await sql<MissingPosting>`
    select version, transfer_id, kind, about, -amount as cents, at from ledger.entry as entry
      where ${unexplained} and entry.transfer_id = ${transferId}`.execute(db);
  return rows[0] ? toMissing(rows[0]) : null;
}

/** How many there are, and what they come to: those older than `before`, and those of later. */
export async function sumMissing(
  db: Db,
  { above, before }: { above: number; before: Date },
): Promise<{ count: number; cents: number; recent_cents: number }> {
  const { rows } = await sql<{ count: number; cents: number | null; recent_cents: number | null }>`
    select count(*) filter (where at < ${before}) as count, -sum(amount) filter (where at < ${before}) as cents,
        -sum(amount) filter (where at >= ${before}) as recent_cents
      from ledger.entry as entry where ${unexplained} and entry.version > ${above}`.execute(db);
  const [sum] = rows;
  return {
    count: Number(sum?.count ?? 0),
    cents: Number(sum?.cents ?? 0),
    recent_cents: Number(sum?.recent_cents ?? 0),
  };
}

const ofClosed = sql`api.closed_posting as closed
  join ledger.entry as entry on entry.transfer_id = closed.transfer_id and entry.account_id = ${card}`;

/** Newest first by when they were closed. */
export async function listClosedPostings(
  db: Db,
  { after, limit }: { after: { micros: string; id: string } | null; limit: number },
): Promise<ClosedPosting[]> {
  const beyond = after
    ? sql`where (closed.closed_at, closed.transfer_id) < (timestamptz 'epoch' + ${after.micros}::bigint * interval '1 microsecond', ${after.id}::bigint)`
    : sql``;
  const { rows } = await sql<ClosedPosting>`
    select version, closed.transfer_id, kind, about, -amount as cents, at, closed_by, closed_at, close_reason,
        (extract(epoch from closed_at) * 1000000)::bigint::text as micros
      from ${ofClosed} ${beyond} order by closed.closed_at desc, closed.transfer_id desc limit ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, ...toMissing(row) }));
}

export async function sumClosedPostings(db: Db): Promise<{ count: number; cents: number }> {
  const { rows } = await sql<{ count: number; cents: number | null }>`
    select count(*) as count, -sum(amount) as cents from ${ofClosed}`.execute(db);
  return { count: Number(rows[0]?.count ?? 0), cents: Number(rows[0]?.cents ?? 0) };
}

/** Answers whether it was open. */
export async function closePosting(
  db: Db,
  closed: { transfer_id: number; closed_by: string; closed_at: Date; close_reason: string },
): Promise<boolean> {
  const made = await db
    .insertInto('api.closed_posting')
    .values(closed)
    .onConflict((conflict) => conflict.doNothing())
    .returning('transfer_id')
    .executeTakeFirst();
  return made !== undefined;
}

/** Answers whether it was closed. What is below the mark is looked at again. */
export async function reopenPosting(db: Db, transferId: number): Promise<boolean> {
  const gone = await db
    .deleteFrom('api.closed_posting')
    .where('transfer_id', '=', transferId)
    .returning('transfer_id')
    .executeTakeFirst();
  if (!gone) return false;
  await sql`update api.reconciliation set explained_version = least(explained_version, (
    select version - 1 from ledger.entry where account_id = ${card} and transfer_id = ${transferId}))`.execute(db);
  return true;
}

function toMissing<Row extends MissingPosting>({ version, transfer_id, kind, about, cents, at }: Row): MissingPosting {
  return { version: Number(version), transfer_id: Number(transfer_id), kind, about, cents: Number(cents), at };
}
