// The shop is killed while it calls a shop's endpoint: between the call and what it writes down of the answer, wherever that is.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Kysely, sql } from 'kysely';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#platform/database/database.ts';
import { createSecrets } from '#platform/secrets.ts';
import { makeLastingDatabase } from '../../../../test/database/lasting-database.ts';
import { settleGift, storeGift } from '../../../../test/factories/entitlement.ts';
import type { ProvisionProcess } from '../../../../test/processes/provision-process.ts';
import { lockOrder } from '../../ordering/order/order.store.ts';
import { lockMachine } from '../../ordering/rental/rentals.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { getEntitlement } from '../entitlement/entitlement.store.ts';
import { startMachine } from '../hours/machine.ts';
import { asUsual } from '../hours/machine-limit.rules.ts';
import { putEndpoint } from './manage-endpoint.ts';
import { settleAccess } from './settle-access.ts';

const now = new Date();
const secretsKey = Buffer.alloc(32, 7).toString('base64');
const secrets = createSecrets([Buffer.from(secretsKey, 'base64')]);
const log = pino({ level: 'silent' });

test('[G-12] [G-13] killed before one statement of a call or another, the shop asks again with the same id, and counts once', async () => {
  const asked: Array<{ id: string; header: unknown; type: string }> = [];
  const endpoint = createServer(async (request, answer) => {
    const { id, type } = JSON.parse(await text(request));
    asked.push({ id, header: request.headers['webhook-id'], type });
    answer.end(type === 'hours.start' ? '{"state": "running"}' : '{"text": "The word is Sesame."}');
  }).listen(0, '127.0.0.1');
  await once(endpoint, 'listening');
  onTestFinished(() => void endpoint.close());

  const place = await makeLastingDatabase();
  onTestFinished(place.drop);
  const first = await openDatabase<ApiTables>(place);
  const db = first.kysely as Kysely<ApiTables>;
  const url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/`;
  await putEndpoint({ db, secrets }, { sellerId: 'ours', by: 'test', actor: { kind: 'job' } }, url);
  const gift = { account: 'jane', sellerId: 'ours', at: now };
  await storeGift(db, { ...gift, id: 'word', goods: { access: { by: 'endpoint' } } });
  await storeGift(db, { ...gift, id: 'gpu', goods: { hours: { by: 'endpoint', minutes_each: 60 } } });
  await settleGift(db, 'gpu', now);
  await db.transaction().execute(async (transaction) => {
    const entitlement = await getEntitlement(transaction, 'word');
    if (entitlement) await settleAccess(transaction, [{ ...entitlement, standing: 'active' }], now);
  });
  const service = {
    db,
    secrets,
    lockOrder,
    lockMachine,
    notifyBuyer: async () => {},
    notifyShop: async () => {},
    refundWholeLine: () => Promise.reject(new Error('a refund was asked for')),
    log,
    now: () => now,
  };
  expect(await startMachine(service, { entitlementId: 'gpu', requestKey: null, wanted: asUsual })).toEqual({
    ok: true,
  });
  await first.close();

  const given = { ...place, secretsKey, now: now.toISOString() };
  // A process on the embedded database takes seconds to begin.
  const step = place.databaseUrl === null ? 8 : 2;
  let dieBefore = 0;
  do dieBefore += step;
  while ((await run({ ...given, dieBefore })) === 'SIGKILL' && dieBefore < 100);
  // The answer was there, and what it says was not written yet.
  expect(asked.length).toBeGreaterThan(3);

  const database = await openDatabase<ApiTables>(place);
  onTestFinished(() => database.close());
  for (const type of ['access.grant', 'hours.start']) {
    const calls = asked.filter((one) => one.type === type);
    expect(new Set(calls.flatMap(({ id, header }) => [id, header])).size).toBe(1);
  }
  const { rows } = await sql`select
    (select string_agg(state || ' ' || round, ',') from api.access_grant) as access,
    (select string_agg(state || ' ' || counted, ',') from api.machine_session) as machines,
    (select string_agg(kind || ' ' || minutes, ',' order by entry_id) from api.hours_entry) as ledger,
    (select minutes from api.hours_balance) as left,
    (select string_agg(type || ' ' || state, ',' order by type) from api.provision_call) as calls`.execute(
    database.kysely,
  );
  expect(rows).toEqual([
    {
      access: 'ready 1',
      machines: 'running 1',
      ledger: 'bought 60,used -1',
      left: 59,
      calls: 'access.grant sent,hours.start sent',
    },
  ]);
}, 120_000);

/** Answers how it ended. */
async function run(given: ProvisionProcess): Promise<string | number> {
  const script = join(import.meta.dirname, '../../../../test/processes/provision-process.ts');
  const child = spawn(process.execPath, [script, JSON.stringify(given)], { stdio: ['ignore', 'inherit', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [code, signal] = await once(child, 'close');
  return signal ?? code;
}
