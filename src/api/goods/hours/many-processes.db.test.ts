// Minutes are counted once, however many processes count them, and whenever one is killed.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#platform/database/database.ts';
import { makeLastingDatabase } from '../../../../test/database/lasting-database.ts';
import { settleGift, storeGift } from '../../../../test/factories/entitlement.ts';
import type { HoursProcess } from '../../../../test/processes/hours-process.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { meterMachines } from './run-hours.ts';

const start = new Date('2026-11-22T12:00:00Z');
const MACHINES = 6;
const STEPS = 60;
const STEP_SECONDS = 60;

test('[G-13] several processes count at once, some are killed, and every minute is counted once', async () => {
  const place = await makeLastingDatabase();
  onTestFinished(place.drop);
  const first = await openDatabase<ApiTables>(place);
  const db = first.kysely as Kysely<ApiTables>;
  // Gifts of one customer, so that all draw from the same hours, which end before the last minute.
  for (let number = 0; number < MACHINES; number++) {
    const id = `e${number}`;
    await storeGift(db, { id, account: 'jane', goods: { hours: { by: 'hand', minutes_each: 50 } }, at: start });
    await settleGift(db, id, start);
    await db
      .insertInto('api.machine_session')
      .values({
        session_id: `m${number}`,
        entitlement_id: id,
        seller_id: '',
        by: 'hand',
        state: 'running',
        requested_at: start,
        started_at: start,
        request_key: null,
      })
      .execute();
  }
  await first.close();

  const isShared = place.databaseUrl !== null;
  const given = { ...place, from: start.toISOString(), steps: STEPS, stepSeconds: STEP_SECONDS };
  // The embedded database belongs to one process at a time.
  if (isShared) await Promise.all([run(given), run(given), run(given, 5), run(given, 20)]);
  else await run(given, 10);

  const database = await openDatabase<ApiTables>(place);
  onTestFinished(() => database.close());
  const silent = pino({ level: 'silent' });
  // Those that have used the last minutes are off once these are over.
  for (const minutes of [60, 120]) {
    const now = new Date(start.getTime() + minutes * 60_000);
    await meterMachines({ db: database.kysely, log: silent, now: () => now });
  }
  const { rows } = await sql<Record<string, number>>`select
    (select sum(counted) from api.machine_session)::bigint as counted,
    (select -sum(minutes) from api.hours_entry where kind = 'used')::bigint as used,
    (select sum(minutes) from api.hours_balance)::bigint as left,
    (select count(*) from api.machine_session where state = 'running')::bigint as running`.execute(database.kysely);
  expect(rows[0]).toEqual({ counted: MACHINES * 50, used: MACHINES * 50, left: 0, running: 0 });
}, 120_000);

/** `killAfter`: so many steps. */
async function run(given: HoursProcess, killAfter: number | null = null): Promise<void> {
  const script = join(import.meta.dirname, '../../../../test/processes/hours-process.ts');
  const child: ChildProcess = spawn(process.execPath, [script, JSON.stringify(given)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let lines = 0;
  child.stdout?.on('data', (text: Buffer) => {
    lines += text.toString('utf8').split('\n').length - 1;
    if (killAfter !== null && lines >= killAfter) child.kill('SIGKILL');
  });
  const [code, signal] = await once(child, 'close');
  expect(killAfter === null ? code : signal).toBe(killAfter === null ? 0 : 'SIGKILL');
}
