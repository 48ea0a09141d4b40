// The back office's own routes: who one is, who is on the staff, what was done. Which role gets what is test/security/routes/people/staff.ts.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { addressOf, storeSeller, storeStaff } from '../../../../test/factories/seller.ts';
import { startApi } from '../../../../test/parts/api.ts';
import type { Message } from '../../../mail/mailer.ts';
import { recordAudit } from '../../audit/audit.ts';
import { newUser } from '../user/user.rules.ts';
import { setUserType } from '../user/user.store.ts';
import { removeStaffOfAccount } from './remove-staff-of-account.ts';

type Api = Awaited<ReturnType<typeof startApi>>;

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let api: Api;
const mails: Message[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  api = await startApi(database, { sendMail: async (_transaction, message) => void mails.push(message) });
});
beforeEach(async () => {
  await emptyDatabase(database);
  await storeStaff(database, 'root', 'admin');
});
afterAll(async () => {
  await api.close();
  await database.close();
});

const seconds = () => Math.floor(Date.now() / 1_000);

const as = (account: string, claims: Record<string, unknown> = {}) =>
  api.signIn({ email: addressOf(account), nickname: account }, { sub: account, auth_time: seconds(), ...claims });

const rolesOf = async (account: string) =>
  database.kysely
    .selectFrom('api.user')
    .select(['user_type', 'staff_role'])
    .where('account_id', '=', account)
    .executeTakeFirst();

/** Somebody who has signed in once. */
async function aCustomer(account: string) {
  const client = await as(account);
  expect((await client.get(`/user/${addressOf(account)}`)).status).toBe(200);
  return client;
}

const roleEntries = async () =>
  (await (await as('root')).get('/admin/audit')).body.filter(
    ({ action }: { action: string }) => action === 'account.role_given',
  );

describe('[B-02] roles of the staff', () => {
  test('say which of them is needed, and who gives it, to those of another one; nobody else finds anything', async () => {
    const sam = await aCustomer('sam');
    expect((await sam.get('/admin/audit')).status).toBe(404);
    await (await as('root')).put('/admin/staff', { account: 'sam', role: 'support' });
    const { status, body } = await sam.get('/admin/audit');
    expect([status, body.code, body.refusal]).toEqual([403, 'forbidden', 'role_needed']);
    expect(body.message).toBe(
      'Your role is support. This needs one of the roles admin or finance. An administrator can give it to you, under Staff in the back office.',
    );
    expect((await sam.get('/admin/staff')).body.message).toContain('This needs the role admin.');
  });

  test('are given by address and by account, are in force at once, and stand in the audit log', async () => {
    const ana = await aCustomer('ana');
    expect((await ana.get('/admin/me')).status).toBe(404);
    const root = await as('root');
    const given = await root.put('/admin/staff', { account: 'ANA@example.com', role: 'support' });
    expect(given.body).toEqual({ account_id: 'ana', email: 'ana@example.com', name: 'ana', role: 'support' });
    expect((await ana.get('/admin/me')).body).toMatchObject({ role: 'support', email: 'ana@example.com' });
    expect((await ana.get('/admin/me')).body.may).toContain('readReports');
    expect((await root.put('/admin/staff', { account: 'ana', role: 'finance' })).body.role).toBe('finance');
    expect(mails.filter(({ to }) => to === 'ana@example.com').map(({ subject }) => subject)).toEqual([
      "You're now support staff of Hearth",
      "You're now finance staff of Hearth",
    ]);
    expect((await root.get('/admin/staff')).body.items).toHaveLength(2);
    expect(await rolesOf('ana')).toEqual({ user_type: 'admin', staff_role: 'finance' });
    const [last] = await roleEntries();
    expect(last).toMatchObject({
      subject_id: 'ana',
      by: 'root',
      details: 'role: admin, staff role: finance',
    });
  });

  test('the last administrator does not delete the account; of two who do so at once one stays', async () => {
    const root = await as('root');
    await storeSeller(database, { seller_id: 'a' }, { root: 'owner' });
    await storeStaff(database, 'root', 'admin');
    const refused = await root.delete(`/user/${addressOf('root')}`);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ refusal: 'last_admin' });
    expect((await root.get('/admin/me')).body.role).toBe('admin');
    expect((await root.get('/seller/mine')).body.items).toMatchObject([{ state: 'approved', role: 'owner' }]);
    await storeStaff(database, 'ana', 'admin');
    const ana = await as('ana');
    const gone = await Promise.all([
      root.delete(`/user/${addressOf('root')}`),
      ana.delete(`/user/${addressOf('ana')}`),
    ]);
    expect(gone.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect(await database.kysely.selectFrom('api.user').select('staff_role').execute()).toEqual([
      { staff_role: 'admin' },
    ]);
  });

  test('end with an account that is gone already, also that of the last administrator', async () => {
    await removeStaffOfAccount(database.kysely, 'root', { hasGone: true });
    await removeStaffOfAccount(database.kysely, 'root', { hasGone: true });
    expect(await rolesOf('root')).toEqual({ user_type: 'buyer', staff_role: null });
    await storeStaff(database, 'ana', 'admin');
    const { body } = await (await as('ana')).get('/admin/audit?subject=root');
    expect(body[0]).toMatchObject({ action: 'account.role_given', by: 'The shop itself', details: 'role: buyer' });
  });

  test('are taken, after which there is nothing at the addresses of the staff', async () => {
    await storeStaff(database, 'ana', 'catalogue');
    const ana = await as('ana');
    expect((await ana.get('/admin/overview')).status).toBe(200);
    expect((await (await as('root')).delete('/admin/staff/ana')).status).toBe(204);
    expect((await ana.get('/admin/overview')).status).toBe(404);
    expect(await rolesOf('ana')).toEqual({ user_type: 'buyer', staff_role: null });
    expect((await (await as('root')).delete('/admin/staff/ana')).status, 'once more').toBe(404);
  });

  test('who belongs to a shop that is open is a seller again afterwards', async () => {
    await storeSeller(database, { state: 'approved' }, { ana: 'owner' });
    await storeSeller(database, { state: 'closed' }, { bea: 'owner' });
    for (const account of ['ana', 'bea']) await storeStaff(database, account, 'support');
    const root = await as('root');
    for (const account of ['ana', 'bea']) expect((await root.delete(`/admin/staff/${account}`)).status).toBe(204);
    expect((await rolesOf('ana'))?.user_type).toBe('seller');
    expect((await rolesOf('bea'))?.user_type).toBe('buyer');
  });

  test('the last administrator stays one, whatever is asked for', async () => {
    const root = await as('root');
    const message = expect.stringContaining('last administrator');
    expect((await root.delete('/admin/staff/root')).body).toMatchObject({ code: 'conflict', message });
    expect((await root.put('/admin/staff', { account: 'root', role: 'finance' })).status).toBe(409);
    expect((await root.put('/admin/staff', { account: 'root', role: 'admin' })).status, 'as before').toBe(200);
    await storeStaff(database, 'ana', 'admin');
    expect((await root.delete('/admin/staff/root')).status).toBe(204);
    expect((await (await as('ana')).delete('/admin/staff/ana')).status).toBe(409);
  });

  test('of two administrators who take each other’s role at once, one stays', async () => {
    await storeStaff(database, 'ana', 'admin');
    const [root, ana] = [await as('root'), await as('ana')];
    const statuses = (await Promise.all([root.delete('/admin/staff/ana'), ana.delete('/admin/staff/root')])).map(
      ({ status }) => status,
    );
    expect(statuses.toSorted()).toEqual([204, 404]);
    const left = [await rolesOf('root'), await rolesOf('ana')].map((roles) => roles?.staff_role);
    expect(left.toSorted()).toEqual(['admin', null]);
  });

  test('are not given to who has never come, nor in words that there are none of', async () => {
    const root = await as('root');
    for (const account of ['nobody@example.com', 'nobody', "'; drop table", '\0'])
      expect([400, 404], account).toContain((await root.put('/admin/staff', { account, role: 'support' })).status);
    await aCustomer('ana');
    for (const body of [{ account: 'ana' }, { account: 'ana', role: 'owner' }, { account: '', role: 'support' }, []])
      expect((await root.put('/admin/staff', body)).status, JSON.stringify(body)).toBe(400);
    expect(await rolesOf('ana')).toEqual({ user_type: 'buyer', staff_role: null });
  });

  test('go with the account, not with an address that passes to somebody else', async () => {
    await storeStaff(database, 'ana', 'admin');
    const later = await api.signIn(
      { email: addressOf('ana'), nickname: 'Later' },
      { sub: 'later', iat: seconds() + 5 },
    );
    expect((await later.get(`/user/${addressOf('ana')}`)).body).toMatchObject({ user_type: 'buyer' });
    expect((await later.get('/admin/me')).status).toBe(404);
    expect(await rolesOf('later')).toEqual({ user_type: 'buyer', staff_role: null });
  });

  test('the operator’s command keeps type and role of the staff together', async () => {
    const operator = { kind: 'operator', name: 'test' } as const;
    const ana = newUser({ email: addressOf('ana'), nickname: 'Ana' }, { userId: 'ana', since: new Date() }, null);
    await setUserType(database.kysely, operator, ana, 'admin', 'catalogue');
    expect(await rolesOf('ana')).toEqual({ user_type: 'admin', staff_role: 'catalogue' });
    await setUserType(database.kysely, operator, ana, 'seller');
    expect(await rolesOf('ana')).toEqual({ user_type: 'seller', staff_role: null });
    await setUserType(database.kysely, operator, ana, 'admin');
    expect(await rolesOf('ana')).toEqual({ user_type: 'admin', staff_role: 'admin' });
    await setUserType(database.kysely, operator, ana, 'buyer');
    expect(await rolesOf('ana')).toEqual({ user_type: 'buyer', staff_role: null });
  });
});

test('[B-03] a role asks for a sign-in of the last 15 minutes, and reading does not', async () => {
  await aCustomer('ana');
  const stale = await as('root', { auth_time: seconds() - 16 * 60 });
  const refused = await stale.put('/admin/staff', { account: 'ana', role: 'support' });
  expect([refused.status, refused.body.refusal]).toEqual([409, 'sign_in_again']);
  expect((await stale.delete('/admin/staff/root')).body.refusal).toBe('sign_in_again');
  expect((await stale.get('/admin/staff')).status).toBe(200);
  expect(await rolesOf('ana')).toEqual({ user_type: 'buyer', staff_role: null });
});

describe('[B-03] where staff need a second factor', () => {
  let strict: Api;
  beforeAll(async () => {
    strict = await startApi(database, { staffSecondFactor: 'required' });
  });
  afterAll(() => strict.close());

  const asStrict = (account: string, amr?: string[]) =>
    strict.signIn({ email: addressOf(account), nickname: account }, { sub: account, auth_time: seconds(), amr });

  test('who has signed in without one is told to set one up, and gets nothing', async () => {
    for (const amr of [undefined, ['pwd']]) {
      const { status, body } = await (await asStrict('root', amr)).get('/admin/me');
      expect([status, body.refusal]).toEqual([409, 'second_factor_needed']);
      expect(body.message).toContain('Set one up in your profile');
    }
    expect((await (await asStrict('root', ['pwd', 'otp', 'mfa'])).get('/admin/me')).status).toBe(200);
    expect((await (await asStrict('root', ['pop', 'mfa'])).get('/admin/staff')).status).toBe(200);
  });

  test('nobody else learns from it that there is something', async () => {
    expect((await (await asStrict('somebody', ['pwd'])).get('/admin/me')).status).toBe(404);
    expect((await strict.get('/admin/me')).status).toBe(404);
  });
});

describe('[B-01] the audit log', () => {
  const entry = (id: string) => ({ action: 'coupon.created', subject: { kind: 'coupon', id } }) as const;

  test('is told newest first, page by page, and about one subject where one is named', async () => {
    for (const number of [1, 2, 3, 4, 5])
      await recordAudit(
        database.kysely,
        { kind: 'operator', name: 'jo' },
        entry(number % 2 ? 'ODD' : `EVEN ${number}`),
      );
    const root = await as('root');
    const entries: string[] = [];
    let path: string | undefined = '/admin/audit?subject=ODD&limit=2';
    while (path) {
      const { body, headers } = await root.get(path);
      entries.push(...body.map(({ by, subject_id }: { by: string; subject_id: string }) => `${by} ${subject_id}`));
      path = headers.get('link')?.match(/<\/api([^>]*)>; rel="next"/)?.[1];
    }
    expect(entries).toEqual(['jo ODD', 'jo ODD', 'jo ODD']);
    const [newest] = (await root.get('/admin/audit?limit=1')).body;
    expect(newest).toMatchObject({ action: 'coupon.created', subject_id: 'ODD' });
  });

  test('a mark that no page has told is refused', async () => {
    const root = await as('root');
    for (const after of ['x', Buffer.from('["-at","1","x"]').toString('base64url')])
      expect((await root.get(`/admin/audit?after=${after}`)).status).toBe(400);
  });
});
