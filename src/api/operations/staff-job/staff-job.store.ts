// Jobs with many rows, and what became of each row.
import { type Kysely, type Selectable, sql } from 'kysely';
import {
  type JobOutcome,
  type JobState,
  type JobValues,
  jobDays,
  previewMinutes,
} from '#contract/operations/staff-job.ts';
import type { StaffJobRowTable, StaffJobTable } from '../../schema/operations.ts';
import type { ApiTables } from '../../schema/schema.ts';
import type { ShownRow } from './job-row.rules.ts';

type Db = Kysely<ApiTables>;
export type StoredJob = Selectable<StaffJobTable>;
export type StoredJobRow = Selectable<StaffJobRowTable>;
export type KnownJob = StoredJob & { by_name: string | null; undone_by: string | null };

type NewJob = Pick<StoredJob, 'job_id' | 'kind' | 'asked_by' | 'asked' | 'list_query' | 'list_zone'> & {
  total: number;
  changed: number;
  same: number;
  refused: number;
  created_at: Date;
};

export async function insertPreview(transaction: Db, job: NewJob): Promise<void> {
  await transaction
    .insertInto('api.staff_job')
    .values({ ...job, asked: JSON.stringify(job.asked), state: 'preview' })
    .execute();
}

export type NewJobRow = {
  number: number;
  row_id: string;
  name: string;
  input: Record<string, unknown> | null;
  outcome: JobOutcome;
  message: string;
  before: JobValues | null;
  after: JobValues | null;
};

export async function insertRows(transaction: Db, jobId: string, rows: NewJobRow[]): Promise<void> {
  await sql`insert into api.staff_job_row (job_id, number, row_id, name, input, outcome, message, before, after)
    select ${jobId}, number, row_id, name, input, outcome, message, before, after
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given
      (number int, row_id text, name text, input jsonb, outcome text, message text, before jsonb, after jsonb)`.execute(
    transaction,
  );
}

export async function findJob(db: Db, jobId: string): Promise<KnownJob | null> {
  const row = await db
    .selectFrom('api.staff_job as job')
    .selectAll()
    .select(
      sql<string | null>`(select account.username from api."user" as account
        where account.account_id = job.asked_by limit 1)`.as('by_name'),
    )
    .select(
      sql<string | null>`(select back.job_id from api.staff_job as back where back.undoes = job.job_id)`.as(
        'undone_by',
      ),
    )
    .where('job_id', '=', jobId)
    .executeTakeFirst();
  return row ?? null;
}

/** Nobody else moves it until the transaction ends. */
export async function lockJob(transaction: Db, jobId: string): Promise<StoredJob | null> {
  const row = await transaction
    .selectFrom('api.staff_job')
    .selectAll()
    .where('job_id', '=', jobId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** The one that has waited longest for its next batch, and that no other process is at. */
export async function lockDueJob(transaction: Db): Promise<StoredJob | null> {
  const row = await transaction
    .selectFrom('api.staff_job')
    .selectAll()
    .where('state', 'in', ['queued', 'running'])
    .where('next_at', '<=', sql<Date>`now()`)
    .orderBy('next_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row ?? null;
}

export async function updateJob(
  transaction: Db,
  jobId: string,
  change: Partial<{
    state: JobState;
    message: string;
    started_at: Date;
    ended_at: Date;
    undo_until: Date | null;
    added_since: number | null;
    done: number;
    changed: number;
    same: number;
    refused: number;
    attempts: number;
  }>,
): Promise<void> {
  await transaction
    .updateTable('api.staff_job')
    .set({ ...change, next_at: sql<Date>`clock_timestamp()` })
    .where('job_id', '=', jobId)
    .execute();
}

/** Confirmed: what the preview refuses, or finds as it should be, is settled with that. */
export async function settleUnchanged(transaction: Db, jobId: string): Promise<{ same: number; refused: number }> {
  const { rows } = await sql<{ outcome: JobOutcome; count: number }>`with settled as (
      update api.staff_job_row set is_done = true where job_id = ${jobId} and not is_done and outcome <> 'changed' returning outcome)
    select outcome, count(*)::int as count from settled group by outcome`.execute(transaction);
  const of = (wanted: JobOutcome) => rows.find(({ outcome }) => outcome === wanted)?.count ?? 0;
  return { same: of('same'), refused: of('refused') };
}

export async function listRowsToDo(transaction: Db, jobId: string, limit: number): Promise<ShownRow[]> {
  const rows = await transaction
    .selectFrom('api.staff_job_row')
    .select(['number', 'row_id', 'name', 'input', 'before', 'after'])
    .where('job_id', '=', jobId)
    .where('is_done', '=', false)
    .orderBy('number')
    .limit(limit)
    .execute();
  return rows.map(({ row_id: id, ...row }) => ({ id, ...row }));
}

type SettledRow = Pick<NewJobRow, 'number' | 'outcome' | 'message' | 'before' | 'after'>;

export async function settleRows(transaction: Db, jobId: string, rows: SettledRow[]): Promise<void> {
  await sql`update api.staff_job_row as row set is_done = true, outcome = given.outcome, message = given.message,
      before = coalesce(given.before, row.before), after = coalesce(given.after, row.after)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (number int, outcome text, message text, before jsonb, after jsonb)
    where row.job_id = ${jobId} and row.number = given.number`.execute(transaction);
}

/** The next batch has failed: it is due again a little later, alone. */
export async function recordFault(db: Db, jobId: string): Promise<void> {
  await db
    .updateTable('api.staff_job')
    .set({
      attempts: sql<number>`attempts + 1`,
      next_at: sql<Date>`clock_timestamp() + least(attempts + 1, 10) * interval '1 second'`,
    })
    .where('job_id', '=', jobId)
    .where('state', 'in', ['queued', 'running'])
    .execute();
}

export type RowsAsked = { jobId: string; outcome: JobOutcome | null; after: number | null; limit: number };

/** In their order. */
export async function listRows(db: Db, { jobId, outcome, after, limit }: RowsAsked): Promise<StoredJobRow[]> {
  return db
    .selectFrom('api.staff_job_row')
    .selectAll()
    .where('job_id', '=', jobId)
    .$if(outcome !== null, (query) => query.where('outcome', '=', outcome as JobOutcome))
    .$if(after !== null, (query) => query.where('number', '>', after as number))
    .orderBy('number')
    .limit(limit)
    .execute();
}

export async function listRowIds(db: Db, jobId: string): Promise<Set<string>> {
  const rows = await db.selectFrom('api.staff_job_row').select('row_id').where('job_id', '=', jobId).execute();
  return new Set(rows.map(({ row_id }) => row_id));
}

/** A job that takes back what `job` has changed; answers its id, or that of the one that does so already. */
export async function insertUndo(
  transaction: Db,
  job: StoredJob,
  { jobId, by, at }: { jobId: string; by: string; at: Date },
): Promise<string> {
  const { rows } = await sql<{ job_id: string }>`
    insert into api.staff_job (job_id, kind, asked_by, asked, state, total, undoes, created_at)
    values (${jobId}, ${job.kind}, ${by}, ${JSON.stringify(job.asked)}, 'queued', ${job.changed}, ${job.job_id}, ${at})
    on conflict (undoes) do nothing returning job_id`.execute(transaction);
  if (rows.length === 0) {
    const known = await transaction
      .selectFrom('api.staff_job')
      .select('job_id')
      .where('undoes', '=', job.job_id)
      .executeTakeFirstOrThrow();
    return known.job_id;
  }
  await sql`insert into api.staff_job_row (job_id, number, row_id, name, input, outcome, before, after)
    select ${jobId}, row_number() over (order by number), row_id, name, input, 'changed', after, before
    from api.staff_job_row where job_id = ${job.job_id} and is_done and outcome = 'changed'`.execute(transaction);
  return jobId;
}

/** The address of an account; empty where it has left. */
export async function findAddress(db: Db, accountId: string): Promise<string> {
  const row = await db.selectFrom('api.user').select('user_id').where('account_id', '=', accountId).executeTakeFirst();
  return row?.user_id ?? '';
}

/** Previews that nobody has confirmed, and results that nobody looks for any more. */
export async function forgetOldJobs(db: Db): Promise<void> {
  await sql`delete from api.staff_job where (state = 'preview' and created_at < now() - ${previewMinutes} * interval '1 minute')
    or ended_at < now() - ${jobDays} * interval '1 day'`.execute(db);
}
