// Both databases: long jobs share the one connection of the embedded one.
// Work with many rows: what is shown first, that it is done once whatever happens, and who may.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { listAudit } from '#platform/audit/audit-log.ts';
import { createLog } from '#platform/observability/log.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { addressOf, storeStaff } from '../../../../test/factories/seller.ts';
import { startApi } from '../../../../test/parts/api.ts';
import { changedSinceDone, type JobKind, type RowOutcome, refusedRow } from './job-kind.store.ts';
import { confirmJob, stopJob, undoJob } from './move-job.ts';
import { prepareJob } from './prepare-job.ts';
import { createJobRunner } from './run-jobs.ts';
import { findJob, listRows } from './staff-job.store.ts';

type Api = Awaited<ReturnType<typeof startApi>>;
type Client = Awaited<ReturnType<Api['signIn']>>;

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let api: Api;
let fay: Client;
let cleo: Client;
let clock: Date;

beforeAll(async () => {
  database = await openTestDatabase();
}, 60_000);
beforeEach(async () => {
  await emptyDatabase(database);
  clock = new Date();
  await storeStaff(database, 'fay', 'finance');
  await storeStaff(database, 'finn', 'finance');
  await storeStaff(database, 'cleo', 'catalogue');
  api = await startApi(database, { now: () => clock });
  fay = await signIn('fay');
  cleo = await signIn('cleo');
});
afterAll(() => database.close());

const signIn = (account: string) => api.signIn({ email: addressOf(account), nickname: account }, { sub: account });

/** C00001, C00002 and so on. */
async function coupons(many: number, enabled = true) {
  await sql`insert into api.coupon (code, percent, enabled) select 'C' || lpad(number::text, 5, '0'), 10, ${enabled}
    from generate_series(1, ${many}::int) as number`.execute(database.kysely);
}
const openCoupons = async () =>
  (
    await sql<{ code: string }>`select code from api.coupon where enabled order by code`.execute(database.kysely)
  ).rows.map(({ code }) => code);
const endAll = async (query = '', by = fay) => (await by.post('/admin/job', { kind: 'coupon.end', query })).body;
const rowsOf = async (jobId: string, query = '', by = fay) => (await by.get(`/admin/job/${jobId}/row${query}`)).body;

describe('[B-06] an action on many', () => {
  test('shows first what would change, what is so already and what is refused, and changes nothing', async () => {
    await coupons(3);
    await sql`update api.coupon set enabled = false where code = 'C00002'`.execute(database.kysely);
    const { status, body } = await fay.post('/admin/job', { kind: 'coupon.end', ids: ['C00001', 'C00002', 'GONE'] });
    expect(status).toBe(201);
    expect(body).toMatchObject({ state: 'preview', total: 3, done: 0, changed: 1, same: 1, refused: 1 });
    expect(await rowsOf(body.job_id, '?outcome=refused')).toEqual([
      expect.objectContaining({ id: 'GONE', is_done: false, message: 'It is not there any more.' }),
    ]);
    expect(await rowsOf(body.job_id, '?outcome=changed')).toEqual([
      expect.objectContaining({ id: 'C00001', before: { state: 'open' }, after: { state: 'ended' } }),
    ]);
    await api.staffJobs.work();
    expect(await openCoupons()).toEqual(['C00001', 'C00003']);
  });

  test('of thousands of rows of which 3 are refused does the rest once, with a result for each row', async () => {
    const many = database.kind === 'embedded' ? 1_000 : 10_000;
    await coupons(many);
    const preview = await endAll();
    expect(preview).toMatchObject({ total: many, changed: many, refused: 0 });
    // Gone between the preview and the work.
    await sql`delete from api.coupon where code in ('C00007', 'C00077', 'C00777')`.execute(database.kysely);
    const confirm = () => fay.post(`/admin/job/${preview.job_id}/confirm`, {});
    const [first, second] = await Promise.all([confirm(), confirm()]);
    expect([first.status, second.status]).toEqual([200, 200]);
    await Promise.all([api.staffJobs.work(), api.staffJobs.work()]);

    const { body } = await fay.get(`/admin/job/${preview.job_id}`);
    expect(body).toMatchObject({ state: 'done', done: many, changed: many - 3, same: 0, refused: 3, undo_until: null });
    const refused = await rowsOf(preview.job_id, '?outcome=refused');
    expect(refused.map(({ id }: { id: string }) => id).sort()).toEqual(['C00007', 'C00077', 'C00777']);
    expect(await openCoupons()).toEqual([]);
    const file: string = await rowsOf(preview.job_id, '?format=csv');
    expect(file.trim().split('\n')).toHaveLength(many + 1);
    const { rows } = await sql<{ entries: number }>`select count(*)::int as entries from platform.audit_entry
      where action = 'coupon.ended' and subject_id like 'C%' and at >= ${clock}`.execute(database.kysely);
    expect(rows[0]?.entries).toBe(many - 3);
  }, 120_000);

  test('refuses a mark that no page of its rows can have told', async () => {
    await coupons(2);
    const { job_id: jobId } = await endAll();
    expect(await rowsOf(jobId, '?after=1')).toMatchObject([{ number: 2 }]);
    expect(await rowsOf(jobId, '?after=2147483647')).toEqual([]);
    for (const mark of ['2147483648', '999999999999999'])
      expect((await fay.get(`/admin/job/${jobId}/row?after=${mark}`)).status, mark).toBe(400);
  });

  test('does what was shown: what fits the list since is left, and told', async () => {
    await coupons(2);
    const preview = await endAll('state=open');
    await sql`insert into api.coupon (code, percent) values ('LATER', 10)`.execute(database.kysely);
    const confirmed = await fay.post(`/admin/job/${preview.job_id}/confirm`, {});
    expect(confirmed.body.added_since).toBe(1);
    await api.staffJobs.work();
    expect(await openCoupons()).toEqual(['LATER']);
  });

  test('ends where the right is taken away meanwhile, and says so', async () => {
    await coupons(150);
    const preview = await endAll();
    await fay.post(`/admin/job/${preview.job_id}/confirm`, {});
    await storeStaff(database, 'fay', 'support');
    await api.staffJobs.work();
    expect(await openCoupons()).toHaveLength(150);
    const { body } = await fay.get(`/admin/job/${preview.job_id}`);
    expect(body).toMatchObject({ state: 'stopped', changed: 0 });
    expect(body.message).toBe(
      'The right to do this was taken away from who asked for it. 150 rows were left as they are.',
    );
    const ended = (await listAudit(database.kysely, { subject: preview.job_id, limit: 5 })).map(({ action }) => action);
    expect(ended).toEqual(['job.begun', 'job.ended']);
  });

  test('is asked, confirmed and read by those alone whose role includes it', async () => {
    await coupons(1);
    expect((await cleo.post('/admin/job', { kind: 'coupon.end', query: '' })).status).toBe(403);
    const preview = await endAll();
    const finn = await signIn('finn');
    expect((await finn.get(`/admin/job/${preview.job_id}`)).status).toBe(404);
    await storeStaff(database, 'fay', 'support');
    expect((await fay.post(`/admin/job/${preview.job_id}/confirm`, {})).status).toBe(403);
    await storeStaff(database, 'fay', 'finance');
    expect((await fay.post(`/admin/job/${preview.job_id}/confirm`, {})).status).toBe(200);
    expect((await finn.get(`/admin/job/${preview.job_id}`)).body.by).toBe('fay');
    expect((await cleo.get(`/admin/job/${preview.job_id}`)).status).toBe(403);
    expect((await cleo.get('/admin/job')).body).toEqual([expect.objectContaining({ label: 'End coupons', by: 'fay' })]);
  });

  test('refuses what it does not understand, and an old preview', async () => {
    await coupons(1);
    expect((await fay.post('/admin/job', { kind: 'coupon.end', query: 'colour=red' })).status).toBe(400);
    expect((await fay.post('/admin/job', { kind: 'coupon.end' })).status).toBe(400);
    expect((await fay.post('/admin/job', { kind: 'coupon.end', query: 'made=7d', zone: 'Mars/Base' })).status).toBe(
      400,
    );
    expect((await fay.post('/admin/job', { kind: 'coupon.end', query: 'state=expired' })).status).toBe(409);
    const preview = await endAll();
    clock = new Date(clock.getTime() + 61 * 60_000);
    expect((await fay.post(`/admin/job/${preview.job_id}/confirm`, {})).status).toBe(409);
    expect(await openCoupons()).toHaveLength(1);
  });

  test('stops where somebody stops it', async () => {
    await coupons(1);
    const preview = await endAll();
    await fay.post(`/admin/job/${preview.job_id}/confirm`, {});
    const finn = await signIn('finn');
    const { body } = await finn.post(`/admin/job/${preview.job_id}/stop`, {});
    expect(body).toMatchObject({ state: 'stopped', message: 'finn has stopped it. 1 row was left as it is.' });
    await api.staffJobs.work();
    expect(await openCoupons()).toHaveLength(1);
  });
});

/** Raises a number that is kept in memory of the database: the percent of coupons. `fails`: whether a batch fails after its work. */
function raising(fails: (ids: string[]) => boolean = () => false): JobKind {
  const percents = async (db: Parameters<JobKind['preview']>[0], ids: string[]) =>
    new Map(
      (await db.selectFrom('api.coupon').select(['code', 'percent']).where('code', 'in', ids).execute()).map(
        ({ code, percent }) => [code, percent],
      ),
    );
  const set = (db: Parameters<JobKind['preview']>[0], code: string, percent: number) =>
    db.updateTable('api.coupon').set({ percent }).where('code', '=', code).execute();
  return {
    kind: 'coupon.raise',
    right: 'manageCoupons',
    asked: z.object({}),
    async preview(db, { rows }) {
      const known = await percents(
        db,
        rows.map(({ id }) => id),
      );
      return rows.map(({ id }): RowOutcome => {
        const percent = known.get(id) ?? 0;
        return { outcome: 'changed', before: { percent }, after: { percent: percent + 1 } };
      });
    },
    async runBatch(transaction, { rows }) {
      // Counted up, so that whoever does a row twice is found out.
      for (const { id } of rows)
        await sql`update api.coupon set percent = percent + 1 where code = ${id}`.execute(transaction);
      if (fails(rows.map(({ id }) => id))) throw new Error('killed in the middle');
      return rows.map((): RowOutcome => ({ outcome: 'changed' }));
    },
    async undoBatch(transaction, { rows }) {
      const now = await percents(
        transaction,
        rows.map(({ id }) => id),
      );
      const outcomes: RowOutcome[] = [];
      for (const { id, before, after } of rows) {
        if (now.get(id) !== before?.percent) outcomes.push(refusedRow(changedSinceDone));
        else {
          await set(transaction, id, Number(after?.percent));
          outcomes.push({ outcome: 'changed' });
        }
      }
      return outcomes;
    },
  };
}

describe('[B-06] a job', () => {
  const deps = () => ({ db: database.kysely, now: () => clock });
  const runner = (kind: JobKind) => createJobRunner({ ...deps(), kinds: [kind], log: createLog('silent') });
  async function begun(kind: JobKind, many: number) {
    await coupons(many);
    const rows = Array.from({ length: many }, (_, at) => ({ id: `C${String(at + 1).padStart(5, '0')}`, name: '' }));
    const jobId = await prepareJob(deps(), { kind, asked: {}, rows, by: { userId: 'fay', email: addressOf('fay') } });
    expect(await confirmJob(deps(), { jobId, by: 'fay', addedSince: null })).toBe('done');
    return jobId;
  }
  const due = () => sql`update api.staff_job set next_at = now()`.execute(database.kysely);
  const percentsNow = async () => {
    const { rows } = await sql<{
      percent: number;
      count: number;
    }>`select percent, count(*)::int as count from api.coupon
      group by percent order by percent`.execute(database.kysely);
    return rows;
  };
  /** Also what is due only a little later. */
  async function workOff(kind: JobKind, jobId: string) {
    for (let turn = 0; turn < 400; turn++) {
      await due();
      await runner(kind).work();
      const job = await findJob(database.kysely, jobId);
      if (job?.ended_at) return job;
    }
    throw new Error('the job does not end');
  }

  test('goes on after a process was killed in the middle, and does nothing twice', async () => {
    let kills = 0;
    const kind = raising((ids) => ids.includes('C00150') && kills++ === 0);
    const jobId = await begun(kind, 250);
    await runner(kind).work();
    expect(await findJob(database.kysely, jobId)).toMatchObject({ state: 'running', done: 100, attempts: 1 });
    expect(await percentsNow()).toEqual([
      { percent: 10, count: 150 },
      { percent: 11, count: 100 },
    ]);
    expect(await workOff(kind, jobId)).toMatchObject({ state: 'done', changed: 250, refused: 0 });
    expect(await percentsNow()).toEqual([{ percent: 11, count: 250 }]);
  });

  test('a row that something unforeseen keeps from being done is refused, and holds up no other', async () => {
    const kind = raising((ids) => ids.includes('C00003'));
    const jobId = await begun(kind, 5);
    expect(await workOff(kind, jobId)).toMatchObject({ state: 'done', changed: 4, refused: 1 });
    const refused = await listRows(database.kysely, { jobId, outcome: 'refused', after: null, limit: 9 });
    expect(refused.map(({ row_id }) => row_id)).toEqual(['C00003']);
    expect(await percentsNow()).toEqual([
      { percent: 10, count: 1 },
      { percent: 11, count: 4 },
    ]);
  });

  test('two processes at once do each row once', async () => {
    const kind = raising();
    const jobId = await begun(kind, 350);
    await Promise.all([runner(kind).work(), runner(kind).work(), runner(kind).work()]);
    expect(await workOff(kind, jobId)).toMatchObject({ state: 'done', changed: 350 });
    expect(await percentsNow()).toEqual([{ percent: 11, count: 350 }]);
  });

  test('is taken back within ten minutes, once, but for rows that were changed since, which it names', async () => {
    const kind = raising();
    const jobId = await begun(kind, 4);
    const job = await workOff(kind, jobId);
    expect(job.undo_until).toEqual(new Date(clock.getTime() + 10 * 60_000));
    await sql`update api.coupon set percent = 50 where code = 'C00002'`.execute(database.kysely);
    const [first, second] = await Promise.all([
      undoJob(deps(), { jobId, by: 'fay' }),
      undoJob(deps(), { jobId, by: 'finn' }),
    ]);
    expect(first).toEqual(second);
    const { undoneBy } = first as { undoneBy: string };
    expect(await workOff(kind, undoneBy)).toMatchObject({ state: 'done', changed: 3, refused: 1, undo_until: null });
    const refused = await listRows(database.kysely, { jobId: undoneBy, outcome: 'refused', after: null, limit: 9 });
    expect(refused).toEqual([expect.objectContaining({ row_id: 'C00002', message: changedSinceDone })]);
    expect(await percentsNow()).toEqual([
      { percent: 10, count: 3 },
      { percent: 50, count: 1 },
    ]);
  });

  test('is not taken back after ten minutes', async () => {
    const kind = raising();
    const jobId = await begun(kind, 1);
    await workOff(kind, jobId);
    clock = new Date(clock.getTime() + 10 * 60_000 + 1);
    expect(await undoJob(deps(), { jobId, by: 'fay' })).toBe('too_late');
  });

  test('what a stopped job has done can be taken back too', async () => {
    let kills = 0;
    const kind = raising((ids) => ids.includes('C00101') && kills++ === 0);
    const jobId = await begun(kind, 150);
    await runner(kind).work();
    await stopJob(deps(), { jobId, by: 'fay', name: 'fay', canUndo: true });
    const undone = await undoJob(deps(), { jobId, by: 'fay' });
    expect(await workOff(kind, (undone as { undoneBy: string }).undoneBy)).toMatchObject({ total: 100, changed: 100 });
    expect(await percentsNow()).toEqual([{ percent: 10, count: 150 }]);
  });

  test('there is none of an unknown id', async () => {
    expect((await fay.get(`/admin/job/${randomUUID()}`)).status).toBe(404);
  });
});
