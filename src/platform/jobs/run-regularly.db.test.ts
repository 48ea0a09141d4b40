// Both databases: whose turn it is, is decided by locks.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { emptyTables, openTestDatabase } from '../../../test/database/test-database.ts';
import { runNow, runRegularly, takeTurnsAskedFor, withoutTurns } from './run-regularly.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyTables(database, ['platform.job']);
});
afterAll(() => database.close());

/** Jobs that every process of a shop would begin. `work` gets the number of the process. */
function begin(processes: number, everyMs: number, work: (process: number) => Promise<void>) {
  const errors: unknown[] = [];
  const stops = Array.from({ length: processes }, (_, process) =>
    runRegularly({
      db: database.kysely,
      name: 'job',
      everyMs,
      work: () => work(process),
      onError: (error) => errors.push(error),
    }),
  );
  return { errors, stop: () => Promise.all(stops.map((stop) => stop())) };
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

test('of many processes that begin at once one works', async () => {
  let turns = 0;
  const jobs = begin(5, 3_600_000, async () => {
    turns++;
    await sleep(50);
  });
  await jobs.stop();
  expect(turns).toBe(1);
  expect(jobs.errors).toEqual([]);
});

test('turns follow each other and never meet, however many processes there are', async () => {
  let atWork = 0;
  let most = 0;
  let turns = 0;
  const jobs = begin(4, 40, async () => {
    most = Math.max(most, ++atWork);
    await sleep(60);
    atWork--;
    turns++;
  });
  await expect.poll(() => turns).toBeGreaterThan(4);
  await jobs.stop();
  expect(most).toBe(1);
});

test('while something is done without turns none begins, and they go on after it', async () => {
  let turns = 0;
  const jobs = begin(2, 40, async () => {
    turns++;
  });
  await expect.poll(() => turns).toBeGreaterThan(1);
  const done = await withoutTurns(database.kysely, 'job', async () => {
    // One that had begun may still come to its end.
    await sleep(60);
    const before = turns;
    await sleep(200);
    return { before, after: turns };
  });
  expect(done.after).toBe(done.before);
  await expect.poll(() => turns).toBeGreaterThan(done.after);
  await jobs.stop();
  expect(jobs.errors).toEqual([]);
});

test('work that fails is told, and done again when it is due', async () => {
  let turns = 0;
  const jobs = begin(2, 40, async () => {
    if (++turns === 1) throw new Error('the first turn fails');
  });
  await expect.poll(() => turns).toBeGreaterThan(1);
  await jobs.stop();
  expect(jobs.errors).toEqual([new Error('the first turn fails')]);
});

test('when the process at work has died another takes its turn, and a late end of the first changes nothing', async () => {
  let endFirst = () => {};
  let turns = 0;
  const first = begin(1, 3_600_000, () => {
    turns++;
    return new Promise((resolve) => {
      endFirst = resolve;
    });
  });
  await expect.poll(() => turns).toBe(1);

  const others = begin(2, 40, async () => {
    turns++;
  });
  await sleep(200);
  expect(turns, 'while the lease of the first lasts').toBe(1);
  await sql`update platform.job set next_at = now() - interval '1 second'`.execute(database.kysely);
  await expect.poll(() => turns).toBeGreaterThan(1);
  await others.stop();

  const rows = () => sql`select turn, next_at from platform.job`.execute(database.kysely).then((found) => found.rows);
  const before = await rows();
  endFirst();
  await first.stop();
  expect(await rows()).toEqual(before);
});

test('a turn that is asked for in a process without the job is taken where the job runs', async () => {
  let turns = 0;
  const jobs = begin(1, 3_600_000, async () => {
    turns++;
  });
  await takeTurnsAskedFor(database);
  const { kysely } = database;
  await expect.poll(async () => (await endOfTurn()) !== null).toBe(true);
  // Jobs are known by their database: this is one of a process that runs none.
  const elsewhere = { getExecutor: () => kysely.getExecutor() };
  expect(await runNow(elsewhere, 'job')).toBe('begun');
  await expect.poll(() => turns).toBe(2);
  await jobs.stop();
  expect(jobs.errors).toEqual([]);
});

async function endOfTurn(): Promise<Date | null> {
  const { rows } = await sql<{ ended_at: Date | null }>`select ended_at from platform.job`.execute(database.kysely);
  return rows[0]?.ended_at ?? null;
}
