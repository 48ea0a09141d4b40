// A customer asks for their own data: it is made by the job, told by mail, and downloaded by nobody else while it lasts.
import { randomUUID } from 'node:crypto';
import { OpenAPIHono } from '@hono/zod-openapi';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { dataExportsADay } from '#contract/people/data-export.ts';
import type { Message } from '#mail/mailer.ts';
import { listAudit } from '#platform/audit/audit-log.ts';
import type { Log } from '#platform/observability/log.ts';
import { emptyDatabase, onPostgres, openTestDatabase } from '../../../../test/database/test-database.ts';
import { anOrder } from '../../../../test/factories/order.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { aReview } from '../../../../test/factories/review.ts';
import { startApi } from '../../../../test/parts/api.ts';
import type { CustomerAccounts } from './customer-accounts.ts';
import { mountDataExports } from './data-export.routes.ts';
import { requestExport } from './data-export.store.ts';
import { createDataExports } from './make-data-exports.ts';

type Api = Awaited<ReturnType<typeof startApi>>;
let database: Awaited<ReturnType<typeof openTestDatabase>>;
let api: Api;
let jane: Awaited<ReturnType<Api['signIn']>>;
let mails: Message[] = [];
let later = 0;
/** Number of the next emails that are not taken. */
let failing = 0;
/** Another account for each test: how often one asks is counted. */
let [id, email] = ['', ''];
const day = 24 * 60 * 60_000;

beforeAll(async () => {
  database = await openTestDatabase();
  api = await startApi(database, {
    now: () => new Date(Date.now() + later),
    async sendMail(_transaction, message) {
      if (failing > 0) {
        failing -= 1;
        throw new Error('the outbox fails');
      }
      mails.push(message);
    },
  });
});
afterAll(async () => {
  await api.close();
  await database.close();
});
beforeEach(async () => {
  await emptyDatabase(database);
  [mails, later, failing] = [[], 0, 0];
  id = randomUUID();
  email = `jane-${id}@example.com`;
  jane = await api.signIn({ email, nickname: 'Jane' }, { sub: id });
  await jane.get(`/user/${email}`);
});

const state = async () => (await jane.get('/data-export')).body;
const partsKept = async () =>
  (await database.kysely.selectFrom('api.data_export_part').select('account_id').execute()).length;

test('[P-06] what is asked for is made by the job, told by mail, and is what the staff would get', async () => {
  await database.kysely
    .insertInto('api.product')
    .values(aProduct({ product_id: 'gpu' }))
    .execute();
  await database.kysely
    .insertInto('api.review')
    .values(aReview({ product_id: 'gpu', user_email: email, review_text: 'Mine alone.' }))
    .execute();
  expect(await state()).toMatchObject({ state: 'none', expires_at: null });
  expect((await jane.get('/data-export/file')).status).toBe(404);
  expect(await jane.post('/data-export', {})).toMatchObject({ status: 202, body: { state: 'waiting' } });
  expect((await listAudit(database.kysely, { limit: 5 })).map(({ action }) => action)).toContain('customer.exported');
  expect(mails).toEqual([]);

  await api.dataExports.work();
  const ready = await state();
  expect(ready.state).toBe('ready');
  expect(new Date(ready.expires_at).getTime() - new Date(ready.ready_at).getTime()).toBe(7 * day);
  const [mail] = mails;
  expect(mail).toMatchObject({ to: email, heading: 'Your data is ready' });
  expect(mail?.action?.url).toMatch(/\/profile#your-data$/);
  expect(mail?.paragraphs[0]).toContain(ready.expires_at.slice(11, 16));
  const file = await jane.get('/data-export/file');
  expect(file).toMatchObject({ status: 200, body: { profile: { email }, reviews: [{ review_text: 'Mine alone.' }] } });
  expect(ready.size_bytes).toBe(Buffer.byteLength(JSON.stringify(file.body)));
});

test('[P-06] an export of several parts is put together as it was, and those of an attempt that failed are gone', async () => {
  const addresses = Array.from({ length: 3 }, (_, index) => `${index} ${'ünïcode 🦆 '.repeat(50_000)}`);
  await database.kysely
    .updateTable('api.user')
    .set({ addresses: JSON.stringify(addresses) })
    .where('account_id', '=', id)
    .execute();
  const { lines: _lines, refunds: _refunds, ...order } = anOrder({ account_id: id, user_id: email });
  await database.kysely
    .insertInto('api.order')
    .values({ ...order, updated_at: order.created_at, billing: null, invoice_to: null })
    .execute();
  failing = 1;
  await jane.post('/data-export', {});
  await api.dataExports.work();
  expect(await state()).toMatchObject({ state: 'waiting' });
  expect(await partsKept()).toBe(0);
  later = 2 * 60_000;
  await api.dataExports.work();
  expect(await state()).toMatchObject({ state: 'ready' });
  expect(await partsKept()).toBeGreaterThan(1);
  const { body } = await jane.get('/data-export/file');
  expect(body.profile.addresses).toEqual(addresses);
  expect(body.orders).toMatchObject([{ order_id: order.order_id }]);
});

test('[P-06] nobody but its owner finds it, and it goes with its time, with the next one and with the account', async () => {
  await jane.post('/data-export', {});
  await api.dataExports.work();
  const eve = await api.signIn({ email: 'eve@example.com', nickname: 'Eve' }, { sub: 'eve' });
  expect((await eve.get('/data-export')).body).toMatchObject({ state: 'none' });
  expect((await eve.get('/data-export/file')).status).toBe(404);
  expect((await api.get('/data-export/file')).status).toBe(401);

  later = 7 * day;
  expect(await state()).toMatchObject({ state: 'none' });
  expect((await jane.get('/data-export/file')).status).toBe(404);
  await api.dataExports.work();
  expect(await partsKept()).toBe(0);

  later = 0;
  await jane.post('/data-export', {});
  await api.dataExports.work();
  expect(await partsKept()).toBe(1);
  await jane.post('/data-export', {});
  expect(await partsKept()).toBe(0);
  await api.dataExports.work();
  expect((await jane.delete(`/user/${email}`)).status).toBe(204);
  expect(await partsKept()).toBe(0);
  expect(await database.kysely.selectFrom('api.data_export').selectAll().execute()).toEqual([]);
});

test('[P-06] one is under way at a time, and an account asks for so many in a day', async () => {
  for (let time = 1; time <= dataExportsADay; time += 1) {
    expect((await jane.post('/data-export', {})).status).toBe(202);
    // While it is under way asking again changes nothing, and is not counted.
    expect(await jane.post('/data-export', {})).toMatchObject({ status: 202, body: { state: 'waiting' } });
    await api.dataExports.work();
    expect(mails).toHaveLength(time);
  }
  expect((await jane.post('/data-export', {})).status).toBe(429);
  expect(await state()).toMatchObject({ state: 'ready' });
});

test('[P-06] what cannot be made is tried again, then told as failed, and can be asked for again', async () => {
  await jane.post('/data-export', {});
  failing = 4;
  for (let time = 0; time < 4; time += 1) {
    await api.dataExports.work();
    later += 10 * 60_000;
  }
  expect(await state()).toMatchObject({ state: 'failed', ready_at: null, expires_at: null });
  expect(mails.map(({ heading }) => heading)).toEqual(['Your data could not be exported']);
  expect((await jane.post('/data-export', {})).body).toMatchObject({ state: 'waiting' });
  await api.dataExports.work();
  expect(await state()).toMatchObject({ state: 'ready' });
});

test('[P-06] an attempt that was overtaken keeps nothing, and what a process has left is begun again', async () => {
  await jane.post('/data-export', {});
  // Left by a process that has died at it.
  await database.kysely
    .updateTable('api.data_export')
    .set({ state: 'running', round: 1, attempts: 1, due_at: new Date(Date.now() + 60_000) })
    .execute();
  const content = new Uint8Array([1]);
  await database.kysely
    .insertInto('api.data_export_part')
    .values({ account_id: id, round: 1, part: 0, content })
    .execute();
  await api.dataExports.work();
  expect(await state()).toMatchObject({ state: 'running' });
  later = 2 * 60_000;
  await api.dataExports.work();
  expect(await state()).toMatchObject({ state: 'ready' });
  expect(await partsKept()).toBe(1);
  expect((await jane.get('/data-export/file')).body).toMatchObject({ profile: { email } });
});

/** More than one part holds. */
const device = 'x'.repeat(1_100_000);

/** Another process; what is handed over happens while it makes an export, before and behind its first part. */
function aProcess({ find, listMails }: { find?: () => unknown; listMails?: () => unknown }) {
  const asked = { accounts: 0, mails: 0 };
  const faults: object[] = [];
  const accounts = {
    async find() {
      asked.accounts += 1;
      await find?.();
      return null;
    },
    signIns: async () => [{ device }],
  } as unknown as CustomerAccounts;
  const list = async () => {
    asked.mails += 1;
    await listMails?.();
    return [];
  };
  const { work } = createDataExports({
    ...{ db: database.kysely, accounts, sentMails: { list, forget: async () => {} } },
    ...{ shop: { name: 'Hearth', origin: 'http://shop.test' }, now: () => new Date(Date.now() + later) },
    log: { error: (what: object) => void faults.push(what) } as unknown as Log,
    sendMail: async (_transaction, message) => void mails.push(message),
  });
  return { work, asked, faults };
}

test('[P-06] an export that takes long stays with the process that makes it', async () => {
  await jane.post('/data-export', {});
  const other = aProcess({});
  const slow = aProcess({
    find: () => {
      later += 9 * 60_000;
    },
    async listMails() {
      later += 9 * 60_000;
      await other.work();
    },
  });
  await slow.work();
  expect(other.asked.accounts).toBe(0);
  expect(await state()).toMatchObject({ state: 'ready' });
  expect(mails).toHaveLength(1);
});

test('[P-06] an attempt that was overtaken stops at its next part, and that is no fault', async () => {
  await jane.post('/data-export', {});
  const overtaken = aProcess({
    find: () => database.kysely.updateTable('api.data_export').set({ round: 7 }).execute(),
  });
  await overtaken.work();
  expect(overtaken.asked).toEqual({ accounts: 1, mails: 0 });
  expect(overtaken.faults).toEqual([]);
  expect(await partsKept()).toBe(0);
  expect(await state()).toMatchObject({ state: 'running' });
});

test('[P-06] an export whose processes have all died is given up, and its customer is told', async () => {
  await jane.post('/data-export', {});
  await database.kysely
    .updateTable('api.data_export')
    .set({ state: 'running', round: 4, attempts: 4, due_at: new Date() })
    .execute();
  for (const round of [3, 4])
    await database.kysely
      .insertInto('api.data_export_part')
      .values({ account_id: id, round, part: 0, content: new Uint8Array([1]) })
      .execute();
  const next = aProcess({});
  await next.work();
  expect(next.asked.accounts).toBe(0);
  expect(await state()).toMatchObject({ state: 'failed' });
  expect(mails.map(({ heading }) => heading)).toEqual(['Your data could not be exported']);
  expect(next.faults).toEqual([{ part: 'api', account: id }]);
  expect(await partsKept()).toBe(0);
});

test('[P-06] an account that is deleted while its data is put together is no fault', async () => {
  await jane.post('/data-export', {});
  const faults: object[] = [];
  const fault = (what: object) => void faults.push(what);
  const accounts = {
    async find() {
      await database.kysely.deleteFrom('api.data_export').execute();
      return null;
    },
    signIns: async () => [],
  } as unknown as CustomerAccounts;
  const making = createDataExports({
    ...{
      db: database.kysely,
      accounts,
      sentMails: { list: async () => [], forget: async () => {} },
      now: () => new Date(),
    },
    ...{ shop: { name: 'Hearth', origin: 'http://shop.test' }, log: { error: fault } as unknown as Log },
    sendMail: async () => {},
  });
  await making.work();
  expect(faults).toEqual([]);
  expect(await partsKept()).toBe(0);
});

test('[P-06] an account that is deleted while it asks is refused, and nothing of it stays', async () => {
  const app = new OpenAPIHono();
  const woken: string[] = [];
  mountDataExports(app, {
    ...{ db: database.kysely, now: () => new Date(), shopName: 'Hearth', wake: () => void woken.push(id) },
    authenticate: async () => ({
      ...{ userId: id, email, nickname: 'Jane', hasSecondFactor: true },
      ...{ since: new Date(), signedInAt: new Date() },
    }),
    // Between the look at the account and what is stored of the request.
    async allowExport() {
      expect((await jane.delete(`/user/${email}`)).status).toBe(204);
    },
  });
  expect((await app.request('/data-export', { method: 'POST' })).status).toBe(401);
  expect(await database.kysely.selectFrom('api.data_export').selectAll().execute()).toEqual([]);
  const noted = (await listAudit(database.kysely, { limit: 9 })).filter(({ subject_id: subject }) => subject === id);
  expect(noted.map(({ action }) => action)).not.toContain('customer.exported');
  expect(woken).toEqual([]);
});

onPostgres(
  '[P-06] an account that is deleted while its request is stored waits for that, and takes it along',
  async () => {
    let deletion: ReturnType<typeof jane.delete> | undefined;
    await database.kysely.transaction().execute(async (transaction) => {
      expect(await requestExport(transaction as never, id, new Date())).toBe('requested');
      deletion = jane.delete(`/user/${email}`);
      await vi.waitFor(async () => {
        const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(database.kysely);
        expect(rows).toHaveLength(1);
      });
    });
    expect((await deletion)?.status).toBe(204);
    expect(await database.kysely.selectFrom('api.data_export').selectAll().execute()).toEqual([]);
  },
);

test('[P-06] an export of an account that has gone is forgotten without a fault', async () => {
  const row = { state: 'waiting' as const, requested_at: new Date(), due_at: new Date() };
  await database.kysely
    .insertInto('api.data_export')
    .values({ ...row, account_id: 'gone' })
    .execute();
  const { work, faults } = aProcess({});
  await work();
  expect(faults).toEqual([]);
  expect(mails).toEqual([]);
  expect(await database.kysely.selectFrom('api.data_export').selectAll().execute()).toEqual([]);
});
