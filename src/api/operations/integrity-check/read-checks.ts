import type { CheckRun, ShopCheck, ShopCheckResult } from '#contract/operations/integrity-check.schema.ts';
import { type CheckName, checkNames } from '#contract/operations/integrity-check.ts';
import type { Db } from '../../schema/db.ts';
import { type ListedRun, listRuns, readDifferences } from './integrity-check.store.ts';

/** Each check, with its last run and the one that is under way. */
export async function readChecks(db: Db): Promise<ShopCheck[]> {
  const runs = await listRuns(db);
  return checkNames.map((name) => toCheck(name, runs));
}

/** One of them, with what differs and the runs before. */
export async function readCheck(db: Db, name: CheckName): Promise<ShopCheckResult> {
  const runs = (await listRuns(db)).filter((run) => run.name === name);
  const check = toCheck(name, runs);
  const ended = runs.filter((run) => run.ended_at !== null);
  return {
    ...check,
    differences: check.last ? await readDifferences(db, check.last.run_id) : [],
    runs: ended.map(toRun),
  };
}

function toCheck(name: CheckName, runs: ListedRun[]): ShopCheck {
  const mine = runs.filter((run) => run.name === name);
  const last = mine.find((run) => run.ended_at !== null);
  const running = mine.find((run) => run.ended_at === null);
  return { name, last: last ? toRun(last) : null, running: running ? toRun(running) : null };
}

function toRun(run: ListedRun): CheckRun {
  return {
    run_id: run.run_id,
    state: run.state,
    repairs: run.repairs,
    origin: run.origin,
    by: run.by_name,
    created_at: run.created_at.toISOString(),
    started_at: run.started_at?.toISOString() ?? null,
    ended_at: run.ended_at?.toISOString() ?? null,
    took_ms: run.took_ms,
    differences: run.difference_count,
    message: run.message,
  };
}
