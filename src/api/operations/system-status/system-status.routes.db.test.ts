// The state of the shop as whoever runs it reads it: what failed, what is late, and what is sent again.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { jobOf } from '#contract/operations/jobs.ts';
import { runRegularly } from '#platform/jobs/run-regularly.ts';
import { announceProcess } from '#platform/processes/presence.ts';
import { emptyDatabase, emptyTables, openTestDatabase } from '../../../../test/database/test-database.ts';
import { addressOf } from '../../../../test/factories/seller.ts';
import { startApi } from '../../../../test/parts/api.ts';
import { type Buying, startBuying } from '../../../../test/parts/buying.ts';
import { makeMarketplace } from '../../../../test/security/routes/selling/marketplace.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let shop: Buying;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  await emptyTables(database, ['platform.job', 'platform.process']);
  shop = await startBuying(database);
  await makeMarketplace(database, shop);
  return () => shop.close();
});
afterAll(() => database.close());

function boss(api: Pick<Buying['api'], 'signIn'> = shop.api) {
  const now = Math.floor(Date.now() / 1_000);
  const who = { email: addressOf('staffAdmin'), nickname: 'staffAdmin' };
  return api.signIn(who, { sub: 'staffAdmin', auth_time: now, amr: ['pwd', 'mfa'] });
}

async function failedDeliveries(count: number) {
  await sql`insert into api.webhook (webhook_id, seller_id, url, events, secret) select 'hook', seller_id, 'https://hook.example', '{}', ''
    from api.seller limit 1`.execute(database.kysely);
  await sql`insert into api.webhook_delivery (id, webhook_id, seller_id, event_id, type, body, state, attempts, finished_at, failure)
    select 'd' || n, 'hook', 'north', 'e' || n, 'order.paid', '{}', 'failed', 12, now() - make_interval(mins => n), '503'
    from generate_series(1, ${count}::int) as n`.execute(database.kysely);
}

const webhooks = (body: { outboxes: Array<{ name: string }> }) => body.outboxes.find(({ name }) => name === 'webhook');

describe('[B-13] the state of the shop', () => {
  test('a job is run without waiting for its turn, says what it does, and stands in the audit log', async () => {
    const staff = await boss();
    const done: string[] = [];
    const { promise: isAllowed, resolve: allow } = Promise.withResolvers<void>();
    const job = { db: database.kysely, ...jobOf('remove unused pictures'), onError: () => {} };
    const stop = runRegularly({
      ...job,
      async work() {
        done.push('turn');
        if (done.length === 2) await isAllowed;
      },
    });
    const shown = async () => {
      const { body } = await staff.get('/admin/state');
      return body.jobs.find(({ name }: { name: string }) => name === job.name);
    };
    await expect.poll(async () => (await shown())?.ended_at ?? null).not.toBeNull();
    expect(await shown()).toMatchObject({ label: 'Delete pictures of no product', deletes_after_days: 7 });
    const run = (name: string) => staff.send('POST', `/admin/state/job/${encodeURIComponent(name)}/run`);
    expect((await run('remove unused pictures')).status).toBe(202);
    await expect.poll(() => done).toEqual(['turn', 'turn']);
    expect((await run('remove unused pictures')).status).toBe(409);
    allow();
    await stop();
    expect((await run('no such job')).status).toBe(404);
    expect((await run('a\u0000b')).status).toBe(404);
    const { rows } = await sql<{ by: string }>`select details ->> 'by' as by from platform.audit_entry
      where action = 'job.run' and subject_id = 'remove unused pictures'`.execute(database.kysely);
    expect(rows).toEqual([{ by: 'staffAdmin' }]);
  });

  test('tells of an outbox what waits and what was given up, and sends it again, one or all', async () => {
    await failedDeliveries(3);
    const staff = await boss();
    const { status, body } = await staff.get('/admin/state');
    expect(status).toBe(200);
    expect(webhooks(body)).toMatchObject({ waiting: 0, retrying: 0, failed: 3 });

    const { body: failed } = await staff.get('/admin/state/outbox/webhook/failed');
    expect(failed.items.map(({ id }: { id: string }) => id)).toEqual(['d1', 'd2', 'd3']);
    expect(failed.items[0]).toMatchObject({ what: 'order.paid to north', attempts: 12, failure: '503' });

    expect((await staff.post('/admin/state/outbox/webhook/send-again', { ids: ['d2', 'unknown'] })).body).toEqual({
      sent: 1,
    });
    expect(webhooks((await staff.get('/admin/state')).body)).toMatchObject({ waiting: 1, failed: 2 });
    expect((await staff.post('/admin/state/outbox/webhook/send-again', { ids: null })).body).toEqual({ sent: 2 });
    expect((await staff.post('/admin/state/outbox/webhook/send-again', { ids: null })).body).toEqual({ sent: 0 });
    const { rows } = await sql<{
      count: string;
      by: string;
    }>`select details->>'count' as count, details->>'by' as by from platform.audit_entry
      where action = 'outbox.sent_again' and subject_id = 'webhook' order by id`.execute(database.kysely);
    expect(rows).toEqual([
      { count: '1', by: 'staffAdmin' },
      { count: '2', by: 'staffAdmin' },
    ]);
  });

  test('refuses an outbox that there is not, and what is no list of ids', async () => {
    const staff = await boss();
    expect((await staff.get('/admin/state/outbox/pigeon/failed')).status).toBe(404);
    expect((await staff.post('/admin/state/outbox/pigeon/send-again', { ids: null })).status).toBe(404);
    expect((await staff.post('/admin/state/outbox/webhook/send-again', { ids: [] })).status).toBe(400);
    expect((await staff.post('/admin/state/outbox/mail/send-again', { ids: ['a\u0000b'] })).status).toBe(400);
    expect((await staff.post('/admin/state/outbox/webhook/send-again', {})).status).toBe(400);
  });

  test('tells of a job its last turn, its failure without what was in it, and that nobody takes it', async () => {
    const work = async () => {
      throw Object.assign(new TypeError('jane@example.com'), { code: 'E_AWAY' });
    };
    const job = { db: database.kysely, name: 'a job', everyMs: 60_000, work, onError: () => undefined };
    await runRegularly(job)();
    const staff = await boss();
    const readJob = async () => {
      const { body } = await staff.get('/admin/state');
      expect(JSON.stringify(body)).not.toContain('jane@example.com');
      return body.jobs.find(({ name }: { name: string }) => name === 'a job');
    };
    const first = await readJob();
    expect(first).toMatchObject({
      name: 'a job',
      every_seconds: 60,
      failure: 'TypeError E_AWAY',
      is_late: false,
    });
    expect(first.request_id).toMatch(/^[0-9a-f-]{36}$/);

    await sql`update platform.job set next_at = now() - interval '1 hour'`.execute(database.kysely);
    expect(await readJob()).toMatchObject({ is_late: true });

    await runRegularly({ ...job, work: async () => undefined })();
    const again = await readJob();
    expect(again).toMatchObject({ is_late: false, failure: 'TypeError E_AWAY' });
    expect(again.failed_at < again.started_at).toBe(true);
  });

  test('tells how the shop is run, and 404 where no guide was installed', async () => {
    expect((await (await boss()).get('/admin/operations')).body.html).toContain('How the shop is run');
    const staff = await boss(await startApi(database, { state: {} }));
    expect((await staff.get('/admin/operations')).status).toBe(404);
    expect((await staff.get('/admin/state')).status).toBe(200);
  });

  test('tells which processes there are, and which has gone silent', async () => {
    const stop = announceProcess({ db: database.kysely, role: 'jobs', version: '1.2.3', onError: () => undefined });
    // A process of the version before, which has no roles.
    await sql`insert into platform.process (process_id, host, pid, version, node, started_at, seen_at)
      values (gen_random_uuid(), 'old', 7, '1.2.2', 'v24', now() - interval '1 day', now() - interval '5 minutes')`.execute(
      database.kysely,
    );
    const staff = await boss();
    await expect.poll(async () => (await staff.get('/admin/state')).body.processes.length).toBe(2);
    const { processes, database: told } = (await staff.get('/admin/state')).body;
    expect(processes).toMatchObject([
      { host: 'old', pid: 7, role: 'all', version: '1.2.2', is_away: true },
      { pid: process.pid, role: 'jobs', version: '1.2.3', is_away: false },
    ]);
    expect(told.bytes).toBeGreaterThan(0);
    expect(told.tables).toHaveLength(6);
    await stop();
    expect((await staff.get('/admin/state')).body.processes).toHaveLength(1);
  });
});
