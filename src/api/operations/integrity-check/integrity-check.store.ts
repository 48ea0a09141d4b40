// The runs of checks: those that are under way, and the last ones of each.
import { type Kysely, type Selectable, sql } from 'kysely';
import { type CheckName, type CheckOrigin, checkRunsKept } from '#contract/operations/integrity-check.ts';
import { createLease } from '#platform/jobs/lease.ts';
import type { CheckRunTable } from '../../schema/operations.ts';
import type { ApiTables } from '../../schema/schema.ts';

type Db = Kysely<ApiTables>;
export type StoredRun = Selectable<CheckRunTable>;
/** Without the differences, which may be long. */
export type ListedRun = Omit<StoredRun, 'differences'> & { by_name: string | null };

/** A run that a process began before it died is begun once more: its differences are those of the whole. */
export const checkLease = createLease<StoredRun>({
  ...{ table: 'api.check_run', key: 'run_id', earliest: 'created_at' },
  due: sql`state in ('waiting', 'running')`,
  onTake: sql`state = 'running', started_at = clock_timestamp(), attempts = attempts + 1`,
  onEnd: sql`state = 'waiting', started_at = null`,
});

/** False: there is a run of this check that has not ended. */
export async function insertRun(
  db: Db,
  run: { run_id: string; name: CheckName; origin: CheckOrigin; asked_by: string | null; repairs: boolean },
): Promise<boolean> {
  const inserted = await db
    .insertInto('api.check_run')
    .values({ ...run, state: 'waiting' })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

type Result = {
  state: 'in_order' | 'differs' | 'failed';
  message: string;
  difference_count: number;
  differences: string[];
};

/** Ends a run that this worker has; nothing changes where another one has it. Runs of long ago are forgotten. */
export async function endRun(
  db: Db,
  { id, worker }: { id: string; worker: string },
  { differences, ...result }: Result,
): Promise<void> {
  await db
    .updateTable('api.check_run')
    .set({
      ...{ ...result, differences: JSON.stringify(differences), worker: null, leased_until: null },
      ended_at: sql<Date>`clock_timestamp()`,
      took_ms: sql<number>`extract(epoch from clock_timestamp() - started_at) * 1000`,
    })
    .where('run_id', '=', id)
    .where('worker', '=', worker)
    .where('state', '=', 'running')
    .execute();
  await forgetOldRuns(db);
}

/** One that was made elsewhere, beside those of the shop. */
export async function insertEndedRun(
  db: Db,
  { differences, ...run }: Result & { run_id: string; name: CheckName; repairs: boolean; took_ms: number },
): Promise<void> {
  const began = sql<Date>`clock_timestamp() - ${run.took_ms} * interval '1 millisecond'`;
  await db
    .insertInto('api.check_run')
    .values({
      ...{ ...run, origin: 'command', differences: JSON.stringify(differences) },
      ...{ created_at: began as never, started_at: began, ended_at: sql<Date>`clock_timestamp()` },
    })
    .execute();
  await forgetOldRuns(db);
}

async function forgetOldRuns(db: Db): Promise<void> {
  await sql`delete from api.check_run where run_id in (
    select run_id from (select run_id, row_number() over (partition by name order by created_at desc, run_id) as place
      from api.check_run where ended_at is not null) as ended where place > ${checkRunsKept})`.execute(db);
}

/** Lists of each check the run that is under way and those that have ended, the newest first. */
export function listRuns(db: Db): Promise<ListedRun[]> {
  return db
    .selectFrom('api.check_run as run')
    .select(['run_id', 'name', 'repairs', 'state', 'origin', 'asked_by', 'created_at', 'started_at', 'ended_at'])
    .select(['took_ms', 'attempts', 'difference_count', 'message', 'worker', 'leased_until'])
    .select(
      sql<string | null>`(select account.username from api."user" as account
        where account.account_id = run.asked_by limit 1)`.as('by_name'),
    )
    .orderBy('created_at', 'desc')
    .orderBy('run_id')
    .execute();
}

export async function readDifferences(db: Db, runId: string): Promise<string[]> {
  const found = await db
    .selectFrom('api.check_run')
    .select('differences')
    .where('run_id', '=', runId)
    .executeTakeFirst();
  return found?.differences ?? [];
}

/** The checks that are due, which are due again a day later. One that is new is due after an hour: a shop that has just started has more urgent things to do. */
export async function takeDue(db: Db, names: readonly CheckName[]): Promise<CheckName[]> {
  const rows = sql.join(names.map((name) => sql`(${name}::text)`));
  await sql`insert into api.check_schedule (name, due_at)
    select name, now() + interval '1 hour' from (values ${rows}) as known (name)
    on conflict do nothing`.execute(db);
  const { rows: due } = await sql<{ name: CheckName }>`update api.check_schedule set due_at = now() + interval '1 day'
    where due_at <= now() and name in (${sql.join(names)}) returning name`.execute(db);
  return due.map(({ name }) => name);
}
