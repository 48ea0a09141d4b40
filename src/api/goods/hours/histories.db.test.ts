// Both databases: long histories of one purchase meet the locks of both.
// Hundreds of histories that nobody has thought of: of purchases, machines, outages and refunds, in whatever order.

import fc from 'fast-check';
import { type Kysely, sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSecrets } from '#platform/secrets.ts';
import { openTestDatabase } from '../../../../test/database/test-database.ts';
import { settleGift, storeGift } from '../../../../test/factories/entitlement.ts';
import { lockOrder } from '../../ordering/order/order.store.ts';
import { lockMachine } from '../../ordering/rental/rentals.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { begunMinutes, countedUntil, minutesInOutages } from './hours.rules.ts';
import type { HoursService } from './hours-service.ts';
import { sayStarted, startMachine, stopMachine } from './machine.ts';
import { asUsual } from './machine-limit.rules.ts';
import { recordOutage } from './record-outage.ts';
import { runHours } from './run-hours.ts';

const DAY_SECONDS = 24 * 3_600;

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let db: Kysely<ApiTables>;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.kysely as unknown as Kysely<ApiTables>;
});
afterAll(() => database.close());

type Step =
  | { do: 'buy'; minutes: number; days: number | null }
  | { do: 'wait'; seconds: number }
  | { do: 'start' | 'stop' | 'withdraw'; which: number }
  | { do: 'count' }
  | { do: 'outage'; ago: number; long: number };

const which = fc.nat(3);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('buy' as const),
    minutes: fc.integer({ min: 1, max: 90 }),
    days: fc.option(fc.constant(1)),
  }),
  {
    arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 4_000 }) }),
    weight: 3,
  },
  fc.record({ do: fc.constant('wait' as const), seconds: fc.constant(DAY_SECONDS) }),
  { arbitrary: fc.record({ do: fc.constant('start' as const), which }), weight: 3 },
  fc.record({ do: fc.constant('stop' as const), which }),
  fc.record({ do: fc.constant('withdraw' as const), which }),
  fc.record({ do: fc.constant('count' as const) }),
  fc.record({
    do: fc.constant('outage' as const),
    ago: fc.integer({ min: 1, max: 6_000 }),
    long: fc.integer({ min: 1, max: 3_000 }),
  }),
);

let histories = 0;

test('[G-13] whatever happens, a balance is the sum of its ledger, never below zero, and minutes are those of the machines', async () => {
  const numRuns = database.kind === 'postgres' ? 100 : 200;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 14 }), async (steps) => {
      const name = `h${histories++}`;
      await live(name, [{ do: 'buy', minutes: 30, days: null }, ...steps]);
    }),
    { numRuns },
  );
  expect(histories).toBeGreaterThanOrEqual(numRuns);
}, 280_000);

/** Nothing is extended here. */
const noRefunds = () => Promise.reject(new Error('a refund was asked for'));

async function live(name: string, steps: Step[]): Promise<void> {
  let clock = new Date('2026-11-22T12:00:00Z').getTime();
  const now = () => new Date(clock);
  const service: HoursService = {
    db,
    secrets: createSecrets([new Uint8Array(32)]),
    lockOrder,
    lockMachine,
    notifyBuyer: async () => {},
    notifyShop: async () => {},
    refundWholeLine: noRefunds,
    log: pino({ level: 'silent' }),
    now,
  };
  const ids: string[] = [];
  const outages: Array<{ from: Date; to: Date }> = [];
  let hasWithdrawn = false;
  const pick = (number: number) => ids[number % ids.length] as string;
  for (const one of steps) {
    switch (one.do) {
      case 'buy': {
        const id = `${name}-${ids.length}`;
        const hours = { by: 'hand' as const, minutes_each: one.minutes, ...(one.days && { valid_days: one.days }) };
        await storeGift(db, { id, account: name, product: name, goods: { hours }, at: now() });
        await settleGift(db, id, now());
        ids.push(id);
        break;
      }
      case 'wait':
        clock += one.seconds * 1_000;
        break;
      case 'start':
        await startMachine(service, { entitlementId: pick(one.which), requestKey: null, wanted: asUsual });
        await sayStarted(service, { entitlementId: pick(one.which), sellerId: '', fields: [] });
        break;
      case 'stop':
        await stopMachine(service, pick(one.which));
        break;
      case 'withdraw':
        await db
          .updateTable('api.entitlement')
          .set({ withdrawn_at: now() })
          .where('entitlement_id', '=', pick(one.which))
          .execute();
        await settleGift(db, pick(one.which), now());
        hasWithdrawn = true;
        break;
      case 'count':
        await runHours(service);
        break;
      case 'outage': {
        const from = new Date(clock - one.ago * 1_000);
        const to = new Date(Math.min(clock, from.getTime() + one.long * 1_000));
        const given = { sellerId: '', productId: name, sessionId: null, from, to, reason: 'Power cut.', by: 'test' };
        const done = await recordOutage(service, given);
        if ('minutes' in done) outages.push({ from, to });
        // Once more: nothing more comes back.
        if ('minutes' in done) expect(await recordOutage(service, given)).toMatchObject({ sessions: 0, minutes: 0 });
        break;
      }
    }
    await checkBalances(name);
  }
  for (const id of ids) await stopMachine(service, id);
  await runHours(service);
  await checkBalances(name);
  await checkSessions(name, outages, hasWithdrawn);
}

async function checkBalances(name: string): Promise<void> {
  const { rows } = await sql<Record<string, number>>`
    select balance.minutes, bought, used, coalesce(sum(entry.minutes), 0)::bigint as sum,
      coalesce(-sum(entry.minutes) filter (where session_id is not null), 0)::bigint as by_machines
    from api.hours_balance as balance join api.entitlement using (entitlement_id)
      left join api.hours_entry as entry using (entitlement_id)
    where product_id = ${name} group by entitlement_id, balance.minutes, bought, used`.execute(db);
  for (const { minutes, sum, used, by_machines: byMachines } of rows) {
    expect(minutes).toBe(sum);
    expect(minutes).toBeGreaterThanOrEqual(0);
    expect(used).toBe(byMachines);
  }
}

async function checkSessions(name: string, outages: Array<{ from: Date; to: Date }>, hasWithdrawn: boolean) {
  const sessions = await db
    .selectFrom('api.machine_session as session')
    .innerJoin('api.entitlement as entitlement', 'entitlement.entitlement_id', 'session.entitlement_id')
    .selectAll('session')
    .where('entitlement.product_id', '=', name)
    .execute();
  for (const { session_id, started_at: started, stopped_at: stopped, stop_reason, counted, returned } of sessions) {
    if (!started || !stopped) continue;
    if (stop_reason === 'used_up' || stop_reason === 'expired') expect(stopped).toEqual(countedUntil(started, counted));
    else expect(counted).toBe(begunMinutes(started, stopped));
    const { rows } = await sql<{ used: number }>`select coalesce(-sum(minutes), 0)::bigint as used from api.hours_entry
      where session_id = ${session_id}`.execute(db);
    expect(rows[0]?.used).toBe(counted - returned);
    const touched = minutesInOutages(started, counted, outages);
    if (hasWithdrawn) expect(returned).toBeLessThanOrEqual(touched);
    else expect(returned).toBe(touched);
  }
}
