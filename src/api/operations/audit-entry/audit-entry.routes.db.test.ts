// Entries of the audit log as the staff read them: before and after, filters, export.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordAudit } from '#platform/audit/audit-log.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { addressOf, storeStaff } from '../../../../test/factories/seller.ts';
import { startApi } from '../../../../test/parts/api.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let api: Awaited<ReturnType<typeof startApi>>;
let ada: Awaited<ReturnType<typeof api.signIn>>;

beforeAll(async () => {
  database = await openTestDatabase();
  await emptyDatabase(database);
  api = await startApi(database, { sendMail: async () => {} });
  await storeStaff(database, 'ada', 'admin');
  await storeStaff(database, 'sam', 'support');
  const auth_time = Math.floor(Date.now() / 1_000);
  ada = await api.signIn({ email: addressOf('ada') }, { sub: 'ada', auth_time });
  await ada.put('/admin/staff', { account: addressOf('sam'), role: 'finance' });
  await recordAudit(database.kysely, { kind: 'job' }, { action: 'order.paid', subject: { kind: 'order', id: 'ABC' } });
});
afterAll(async () => {
  await api.close();
  await database.close();
});

type Row = { id: string; action: string; changes: string | null; fields: object };
const list = async (query: string): Promise<Row[]> => (await ada.get(`/admin/audit?${query}`)).body;

test('[B-14] an entry tells each field before and after, and who has changed it', async () => {
  const [row] = await list('subject=sam');
  expect(row).toMatchObject({ action: 'account.role_given', changes: 'staff role: support → finance' });
  const { body } = await ada.get(`/admin/audit/${row?.id}`);
  expect(body).toMatchObject({
    by: 'ada',
    by_account: 'ada',
    subject_kind: 'account',
    subject_id: 'sam',
    fields: { staff_role: { before: 'support', after: 'finance' } },
  });
  expect((await ada.get('/admin/audit/999999999')).status).toBe(404);
  expect((await ada.get('/admin/audit/x')).status).toBe(404);
});

test('[B-14] the log is filtered by family, by kind and by whether something was changed', async () => {
  const actions = async (query: string) => (await list(query)).map(({ action }) => action);
  expect(await actions('family=order&subject=ABC')).toEqual(['order.paid']);
  expect(await actions('family=account&subject=ABC')).toEqual([]);
  expect(await actions('kind=order&subject=ABC')).toEqual(['order.paid']);
  expect(await actions('changed=no&subject=ABC')).toEqual(['order.paid']);
  expect(await actions('changed=yes&subject=ABC')).toEqual([]);
  expect(await actions('changed=yes&subject=sam&by=ada')).toEqual(['account.role_given']);
});

test('[B-14] an export carries before and after', async () => {
  const csv = String((await ada.get('/admin/audit?subject=sam&format=csv')).body);
  expect(csv).toContain('staff role: support → finance');
  expect(csv).toContain('{""staff_role"":""support""}');
  const [line] = String((await ada.get('/admin/audit?subject=sam&format=jsonl')).body)
    .trim()
    .split('\n');
  expect(JSON.parse(line ?? '')).toMatchObject({
    before: '{"staff_role":"support"}',
    after: '{"staff_role":"finance"}',
  });
});
