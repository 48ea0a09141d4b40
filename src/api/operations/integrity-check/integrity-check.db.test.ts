// Checks of the back office: made in the background, by one process at a time, with what differs told and, of the figures, put right.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CheckName } from '#contract/operations/integrity-check.ts';
import { checkNames } from '#contract/operations/integrity-check.ts';
import { listAudit } from '#platform/audit/audit-log.ts';
import { createLog } from '#platform/observability/log.ts';
import { openFolderStorage } from '#platform/storage/folder-storage.ts';
import { type Storage, StorageAway } from '#platform/storage/storage.ts';
import { emptyDatabase, emptyTables, openTestDatabase } from '../../../../test/database/test-database.ts';
import { addressOf, storeStaff } from '../../../../test/factories/seller.ts';
import { startApi } from '../../../../test/parts/api.ts';
import { createChecks } from '../../create-checks.ts';
import type { Check, Checks } from './integrity-check.rules.ts';
import { createCheckRunner } from './run-checks.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let folder: string;
let storage: Storage;
let api: Awaited<ReturnType<typeof startApi>>;
let kim: Awaited<ReturnType<typeof api.signIn>>;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await emptyDatabase(database);
  await emptyTables(database, ['platform.job']);
  folder = await mkdtemp(join(tmpdir(), 'hearth-checks-'));
  storage = openFolderStorage(join(folder, 'storage'));
  await storeStaff(database, 'kim', 'admin');
  api = await startApi(database, { storage });
  kim = await api.signIn({ email: addressOf('kim'), nickname: 'kim' }, { sub: 'kim' });
});
afterEach(async () => {
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

const own = () => createChecks({ db: database.kysely, storage });
/** A process of the shop, whose ledger is checked otherwise. */
const process = (ledger?: Check) => {
  const checks: Checks = own();
  const run = ledger ? { ...checks.run, ledger } : checks.run;
  return createCheckRunner({ db: database.kysely, checks: { ...checks, run }, log: createLog('silent') });
};
const begin = (name: string) => kim.post(`/admin/check/${name}`, {});
const read = async (name: CheckName) => (await kim.get(`/admin/check/${name}`)).body;
async function check(name: CheckName) {
  expect((await begin(name)).status).toBe(202);
  await process().work();
  return read(name);
}
/** How often, in the log that nothing is taken out of. */
const begun = async (name: string) =>
  (await listAudit(database.kysely, { limit: 100, action: 'check.begun', subject: name })).length;
const attention = async () => {
  const { body } = await kim.get('/admin/overview');
  return body.attention.find(({ kind }: { kind: string }) => kind === 'checks_differ');
};

/** Behind the back of whatever keeps it right. */
const damage = {
  ledger: () =>
    sql`insert into ledger.transfer (key, kind, details, at) values ('nothing', 'gift', '{}', now())`.execute(
      database.kysely,
    ),
  figures: () =>
    sql`insert into api.shop_quarter (quarter, orders, sales_cents) values ('2026-01-01T00:00:00Z', 1, 700)`.execute(
      database.kysely,
    ),
  async coupon() {
    await database.kysely.insertInto('api.coupon').values({ code: 'TENTH', percent: 10 }).execute();
    const day = { code: 'TENTH', day: '2026-11-02', slot: 0, orders: 1 };
    await database.kysely.insertInto('api.coupon_day').values(day).execute();
  },
  goods: () =>
    sql`insert into api.goods_object (object_id, seller_id, size_bytes, state, sha256)
      values ('0123456789abcdef0123456789abcdef', null, 5, 'complete', ${'0'.repeat(64)})`.execute(database.kysely),
};
const sentences: Record<CheckName, RegExp> = {
  ledger: /^transfer \d+ has no entries$/,
  figures: /^2026-01-01T00:00:00\.000Z: orders 1 instead of 0, sales_cents 700 instead of 0$/,
  coupon: /^TENTH 2026-11-02: kept 1 orders, .+; the orders say nothing$/,
  goods: /^goods\/.+ is missing\. Bring it back/,
};

describe('[B-13] a check', () => {
  test('of a shop that has just begun was never made', async () => {
    const { body } = await kim.get('/admin/check');
    expect(body.items).toEqual(checkNames.map((name) => ({ name, last: null, running: null })));
  });

  test.each(checkNames)(
    'of %s tells that all is in order, and after a change behind its back what differs',
    async (name) => {
      const begunBefore = await begun(name);
      expect(await check(name)).toMatchObject({
        last: { state: 'in_order', origin: 'staff', by: 'kim', differences: 0, message: expect.stringMatching(/\.$/) },
        running: null,
        differences: [],
      });
      expect(await attention()).toBeUndefined();
      await damage[name]();
      const found = await check(name);
      expect(found).toMatchObject({ last: { state: 'differs', differences: 1 }, differences: [expect.any(String)] });
      expect(found.differences[0]).toMatch(sentences[name]);
      expect(found.last.took_ms).toBeGreaterThanOrEqual(0);
      expect(found.runs.map(({ state }: { state: string }) => state)).toEqual(['differs', 'in_order']);
      expect(await attention()).toMatchObject({ count: 1, address: '/admin/state#checks' });
      expect((await begun(name)) - begunBefore).toBe(2);
    },
  );

  test('keeps the first hundred differences, and the number of all', async () => {
    await begin('ledger');
    await process(async ({ differs }) => {
      for (let number = 1; number <= 150; number++) differs(`${number} ${'x'.repeat(1_000)}`);
      differs({ more: 7 });
      return 'Much.';
    }).work();
    const { last, differences } = await read('ledger');
    expect(last).toMatchObject({ differences: 157, message: 'Much.' });
    expect(differences).toHaveLength(100);
    expect(differences[99]).toMatch(/^100 x{400,}…$/);
  });

  test('keeps the results of its last ten runs', async () => {
    for (let run = 0; run < 12; run++) await check('coupon');
    expect((await read('coupon')).runs).toHaveLength(10);
  });

  test('is refused where there is none of its name', async () => {
    expect((await begin('pigeon')).status).toBe(404);
    expect((await kim.get('/admin/check/pigeon')).status).toBe(404);
    expect((await kim.post('/admin/check/ledger/repair', {})).status).toBe(404);
  });
});

describe('[B-13] of processes that share a database', () => {
  test('one makes the check; who asks meanwhile is told so', async () => {
    const answers = await Promise.all([begin('ledger'), begin('ledger'), begin('ledger')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
    let turns = 0;
    const held = Promise.withResolvers<void>();
    const slow: Check = async () => {
      turns++;
      await held.promise;
      return 'All.';
    };
    const both = [process(slow).work(), process(slow).work()];
    await expect.poll(async () => (await read('ledger')).running?.state).toBe('running');
    const refused = await begin('ledger');
    expect(refused).toMatchObject({
      status: 409,
      body: { refusal: 'check_running', message: expect.stringContaining('under way already') },
    });
    held.resolve();
    await Promise.all(both);
    expect(turns).toBe(1);
    expect((await begin('ledger')).status).toBe(202);
  });

  test('another goes on when the one at work has died, whose late end changes nothing', async () => {
    await begin('ledger');
    const died = Promise.withResolvers<string>();
    const first = process(async ({ differs }) => {
      differs('of the dead');
      return died.promise;
    }).work();
    await expect.poll(async () => (await read('ledger')).running?.state).toBe('running');
    await process().work();
    expect((await read('ledger')).running, 'while its lease lasts').toMatchObject({ state: 'running' });
    await sql`update api.check_run set leased_until = now() - interval '1 second'`.execute(database.kysely);
    await process().work();
    expect(await read('ledger')).toMatchObject({ last: { state: 'in_order' }, running: null });
    died.resolve('Late.');
    await first;
    expect(await read('ledger')).toMatchObject({ last: { state: 'in_order' }, differences: [] });
  });

  test('a turn whose lease ran out does not end the one that goes on after it, also of the same process', async () => {
    await begin('ledger');
    const [late, held] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
    let turns = 0;
    const both = process(async ({ differs }) => {
      if (++turns > 1) return held.promise;
      differs('of the first');
      return late.promise;
    });
    const first = both.work();
    await expect.poll(() => turns).toBe(1);
    await sql`update api.check_run set leased_until = now() - interval '1 second'`.execute(database.kysely);
    const second = both.work();
    await expect.poll(() => turns).toBe(2);
    late.resolve('Late.');
    await first;
    expect(await read('ledger')).toMatchObject({ last: null, running: { state: 'running' } });
    held.resolve('All.');
    await second;
    expect(await read('ledger')).toMatchObject({ last: { state: 'in_order', message: 'All.' }, running: null });
  });

  test('a check that each of them dies of is told as failed', async () => {
    await begin('ledger');
    await sql`update api.check_run set state = 'running', attempts = 3, worker = 'gone', leased_until = now() - interval '1 second'`.execute(
      database.kysely,
    );
    await process().work();
    expect(await read('ledger')).toMatchObject({
      last: { state: 'failed', message: expect.stringContaining('ended each time') },
      running: null,
    });
    expect(await attention()).toMatchObject({ count: 1 });
  });

  test('one that is told to end gives the check back at once', async () => {
    await begin('ledger');
    const begun = Promise.withResolvers<void>();
    const ending = process(async () => {
      begun.resolve();
      return new Promise(() => {});
    });
    const stop = ending.runRegularly();
    await begun.promise;
    await stop();
    expect(await read('ledger')).toMatchObject({ last: null, running: { state: 'waiting', started_at: null } });
    await process().work();
    expect(await read('ledger')).toMatchObject({ last: { state: 'in_order' }, running: null });
  });
});

test('[B-13] a check that fails says why, without what was in the error', async () => {
  await begin('ledger');
  await process(async () => {
    throw new TypeError('jane@example.com');
  }).work();
  const failed = await read('ledger');
  expect(failed.last).toMatchObject({ state: 'failed', message: expect.stringContaining('Check again') });
  expect(JSON.stringify(failed)).not.toContain('jane@example.com');
  await begin('ledger');
  await process(async () => {
    throw new StorageAway('away');
  }).work();
  expect((await read('ledger')).last.message).toBe('The storage did not answer. Check again when it does.');
});

test('[B-13] what differs of the figures is put right, which is in the audit log', async () => {
  await damage.figures();
  expect((await check('figures')).last.state).toBe('differs');
  expect(await kim.post('/admin/check/figures/repair', {})).toMatchObject({
    status: 202,
    body: { running: { state: 'waiting', repairs: true } },
  });
  expect((await kim.post('/admin/check/figures/repair', {})).status).toBe(409);
  await process().work();
  expect(await read('figures')).toMatchObject({
    last: { state: 'in_order', repairs: true, by: 'kim' },
    differences: [],
  });
  const { rows } = await sql`select quarter from api.shop_quarter where orders <> 0 or sales_cents <> 0`.execute(
    database.kysely,
  );
  expect(rows).toEqual([]);
  const entries = await listAudit(database.kysely, { limit: 100, action: 'figures.repaired' });
  expect(entries.at(-1)).toMatchObject({
    actor_kind: 'job',
    subject_id: 'figures',
    details: { by: 'kim', quarters: 1, orders: 0 },
  });
  expect(await attention()).toBeUndefined();
});

test('[B-13] each is made once a day by itself, an hour after the shop has begun', async () => {
  const turn = async () => {
    await sql`update platform.job set next_at = now()`.execute(database.kysely);
    await process().runRegularly()();
    await process().work();
  };
  const due = () => sql`update api.check_schedule set due_at = now() where name = 'ledger'`.execute(database.kysely);
  await turn();
  expect((await kim.get('/admin/check')).body.items.filter(({ last }: { last: unknown }) => last)).toEqual([]);
  await due();
  await turn();
  await turn();
  const { runs } = await read('ledger');
  expect(runs).toMatchObject([{ origin: 'schedule', by: null, state: 'in_order' }]);
  expect((await read('goods')).runs).toEqual([]);
  await due();
  await turn();
  expect((await read('ledger')).runs).toHaveLength(2);
});
