import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { arrangeStates } from '../../../../../test/database/guard-states.ts';
import { emptyDatabase, openTestDatabase } from '../../../../../test/database/test-database.ts';
import { addressOf, storeSeller } from '../../../../../test/factories/seller.ts';
import { startSelling } from '../../../../../test/parts/selling.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let selling: Awaited<ReturnType<typeof startSelling>>;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  await selling?.close();
  selling = await startSelling(database);
  await storeSeller(database, { seller_id: 'a', address: 'a-a', name: 'A' }, { ada: 'owner' });
});
afterAll(async () => {
  await selling.close();
  await database.close();
});

async function typeOf(account: string) {
  const { body } = await (await selling.as(account)).get(`/user/${addressOf(account)}`);
  return body.user_type;
}

async function invite(account: string, role = 'editor') {
  const ada = await selling.as('ada');
  const { status, body } = await ada.post('/seller/a/invitation', { email: addressOf(account).toUpperCase(), role });
  expect(status, JSON.stringify(body)).toBe(201);
  return selling.tokenFor(addressOf(account));
}

test('[S-03] everybody is told of the shops they belong to, with what they are there, and of no other', async () => {
  await storeSeller(
    database,
    { seller_id: 'b', address: null, address_skeleton: null, name: null, state: 'returned', reason: 'Who are you?' },
    { ada: 'owner' },
  );
  const a = { seller_id: 'a', name: 'A', address: 'a-a', state: 'approved', reason: '', role: 'owner' };
  const b = { seller_id: 'b', name: null, address: null, state: 'returned', reason: 'Who are you?', role: 'owner' };
  expect((await (await selling.as('ada')).get('/seller/mine')).body).toEqual({ items: [a, b] });
  expect((await (await selling.as('eve')).get('/seller/mine')).body).toEqual({ items: [] });
});

test('[S-03] an invitation is for its address alone, works once, and makes a seller; its token is nowhere stored', async () => {
  const token = await invite('bob');
  expect(token).toHaveLength(43);
  const stored = await database.kysely.selectFrom('api.seller_invitation').selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain(token);
  const eve = await selling.as('eve');
  const refused = await eve.post(`/seller/invitation/${token}/accept`, {});
  expect(refused.status).toBe(409);
  expect(refused.body.message).toContain('b•••@example.com');
  expect(refused.body.message).not.toContain(addressOf('bob'));

  const bob = await selling.as('bob');
  expect((await bob.get(`/seller/invitation/${token}`)).body).toMatchObject({ name: 'A', role: 'editor' });
  expect(await typeOf('bob')).toBe('buyer');
  const twice = await Promise.all([1, 2].map(() => bob.post(`/seller/invitation/${token}/accept`, {})));
  expect(twice.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await bob.get('/seller/mine')).body.items).toMatchObject([{ seller_id: 'a', role: 'editor' }]);
  expect(await typeOf('bob')).toBe('seller');
  expect((await bob.get(`/seller/invitation/${token}`)).status).toBe(404);
});

test('[S-03] an invitation ends after seven days, when it is withdrawn, and when another one replaces it', async () => {
  const ada = await selling.as('ada');
  const bob = await selling.as('bob');
  const first = await invite('bob');
  const second = await invite('bob', 'finance');
  expect((await bob.get(`/seller/invitation/${first}`)).status).toBe(404);
  expect((await bob.get(`/seller/invitation/${second}`)).body.role).toBe('finance');
  const { body } = await ada.get('/seller/a/invitation');
  expect(body.items).toHaveLength(1);
  const [{ invitation_id: id }] = body.items;
  await ada.post(`/seller/a/invitation/${id}/resend`, {});
  const third = selling.tokenFor(addressOf('bob'));
  expect((await bob.get(`/seller/invitation/${second}`)).status).toBe(404);
  selling.wait(7 * 24 * 3_600 + 1);
  expect((await bob.get(`/seller/invitation/${third}`)).status).toBe(404);
  const waiting = (await ada.get('/seller/a/invitation')).body.items;
  expect(waiting).toMatchObject([{ expired: true }]);
  expect((await ada.delete(`/seller/a/invitation/${waiting[0].invitation_id}`)).status).toBe(204);
  expect((await ada.delete(`/seller/a/invitation/${waiting[0].invitation_id}`)).status).toBe(404);
});

test('[S-03] an invitation is not for an account that has had its address before', async () => {
  const now = Math.floor(Date.now() / 1_000);
  const nickname = 'bob';
  const former = await selling.api.signIn({ email: addressOf('bob'), nickname }, { sub: 'former', iat: now - 600 });
  const later = await selling.api.signIn({ email: addressOf('bob'), nickname }, { sub: 'later', iat: now });
  expect((await later.get(`/user/${addressOf('bob')}`)).status).toBe(200);
  const token = await invite('bob');
  expect((await former.post(`/seller/invitation/${token}/accept`, {})).status).toBe(401);
  expect((await later.post(`/seller/invitation/${token}/accept`, {})).status).toBe(200);
});

test('[S-03] an address is invited a few times a day, by all shops together; what mails nobody counts for nothing', async () => {
  const email = `${randomUUID()}@example.com`;
  await storeSeller(database, { seller_id: 'b', address: 'b-b' }, { bob: 'owner' });
  await storeSeller(database, { seller_id: 'c', address: 'c-c', state: 'draft' }, { bob: 'owner' });
  const [ada, bob] = [await selling.as('ada'), await selling.as('bob')];
  const given = { email, role: 'editor' };
  for (let time = 0; time < 6; time++) expect((await bob.post('/seller/c/invitation', given)).status).toBe(409);
  for (let time = 0; time < 3; time++) expect((await ada.post('/seller/a/invitation', given)).status).toBe(201);
  const [{ invitation_id: id }] = (await ada.get('/seller/a/invitation')).body.items;
  expect((await ada.post(`/seller/a/invitation/${id}/resend`, {})).status).toBe(200);
  expect((await bob.post('/seller/b/invitation', given)).status).toBe(201);
  const refused = await bob.post('/seller/b/invitation', { email: email.toUpperCase(), role: 'editor' });
  expect([refused.status, refused.body.message]).toEqual([429, expect.stringMatching(/^Shops have sent this address/)]);
});

test('[S-03] an invitation of another shop is not found', async () => {
  await storeSeller(database, { seller_id: 'b', address: 'b-b' }, { eve: 'owner' });
  await invite('bob');
  const [{ invitation_id: id }] = (await (await selling.as('ada')).get('/seller/a/invitation')).body.items;
  const eve = await selling.as('eve');
  expect((await eve.delete('/seller/b/invitation/%00')).status).toBe(400);
  expect((await eve.delete(`/seller/b/invitation/${id}`)).status).toBe(404);
  expect((await eve.post(`/seller/b/invitation/${id}/resend`, {})).status).toBe(404);
  expect((await eve.put('/seller/b/member/ada', { role: 'editor' })).status).toBe(404);
});

test('[S-03] the last owner can neither leave nor be made less, also when two try at once', async () => {
  const ada = await selling.as('ada');
  expect((await ada.delete('/seller/a/member/ada')).status).toBe(409);
  expect((await ada.put('/seller/a/member/ada', { role: 'editor' })).status).toBe(409);
  await (await selling.as('bob')).post(`/seller/invitation/${await invite('bob', 'owner')}/accept`, {});
  const bob = await selling.as('bob');
  const left = await Promise.all([ada.delete('/seller/a/member/ada'), bob.delete('/seller/a/member/bob')]);
  expect(left.map(({ status }) => status).sort()).toEqual([204, 409]);
});

test('[S-03] of two owners who take away what the other is, one is an owner no more when it is their turn', async () => {
  await storeSeller(database, { seller_id: 'b', address: 'b-b' }, { ada: 'owner', bob: 'owner', eve: 'owner' });
  const [ada, bob] = [await selling.as('ada'), await selling.as('bob')];
  const removed = await Promise.all([ada.delete('/seller/b/member/bob'), bob.delete('/seller/b/member/ada')]);
  expect(removed.map(({ status }) => status).sort()).toEqual([204, 404]);
  const [left] = removed[0].status === 204 ? ['ada', 'bob'] : ['bob', 'ada'];
  const still = await selling.as(left as string);
  const changed = await Promise.all([
    (await selling.as('eve')).put(`/seller/b/member/${left}`, { role: 'editor' }),
    still.put('/seller/b/member/eve', { role: 'finance' }),
  ]);
  expect(changed.map(({ status }) => status).sort()).toEqual([200, 404]);
});

test('[B-03] inviting and changing roles ask for a sign-in of the last minutes; leaving does not', async () => {
  await storeSeller(database, { seller_id: 'b', address: 'b-b' }, { ada: 'owner', bob: 'owner' });
  const since = Math.floor(Date.now() / 1_000) - 16 * 60;
  const ada = await selling.api.signIn({ email: addressOf('ada'), nickname: 'ada' }, { sub: 'ada', auth_time: since });
  const invited = await ada.post('/seller/b/invitation', { email: 'mallory@example.com', role: 'owner' });
  expect(invited).toMatchObject({ status: 409, body: { refusal: 'sign_in_again' } });
  const raised = await ada.put('/seller/b/member/bob', { role: 'editor' });
  expect(raised).toMatchObject({ status: 409, body: { refusal: 'sign_in_again' } });
  expect(selling.mails).toEqual([]);
  expect((await ada.delete('/seller/b/member/ada')).status).toBe(204);
});

test('[S-03] whoever leaves their last live shop is a buyer again; who is still in another one stays a seller', async () => {
  await storeSeller(database, { seller_id: 'b', address: 'b-b' }, { bob: 'owner', ada: 'owner' });
  await (await selling.as('bob')).post(`/seller/invitation/${await invite('bob')}/accept`, {});
  const bob = await selling.as('bob');
  await bob.delete('/seller/a/member/bob');
  expect(await typeOf('bob')).toBe('seller');
  await bob.delete('/seller/b/member/bob');
  expect(await typeOf('bob')).toBe('buyer');
});

test('[S-03] the only owner of a shop that others belong to does not delete the account: nothing changes', async () => {
  await storeSeller(database, { seller_id: 'b', address: 'b-b', name: 'B' }, { ada: 'owner', bob: 'editor' });
  const ada = await selling.as('ada');
  const preview = await ada.get(`/user/${addressOf('ada')}/deletion`);
  expect(preview.body.obstacles).toEqual([
    {
      message: expect.stringContaining('Others work in B'),
      action: { label: 'Open your shop', path: '/profile/shop' },
    },
  ]);
  const refused = await ada.delete(`/user/${addressOf('ada')}`);
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({ refusal: 'last_owner', message: expect.stringContaining('B') });
  expect((await ada.get('/seller/mine')).body.items).toHaveLength(2);
  expect(await typeOf('ada')).toBe('seller');
  expect((await ada.put('/seller/b/member/bob', { role: 'owner' })).status).toBe(200);
  expect((await ada.delete(`/user/${addressOf('ada')}`)).status).toBe(204);
});

test('[S-16] a shop whose only owner deletes the account closes; with another owner it stays open; an application goes', async () => {
  await storeSeller(database, { seller_id: 'b', address: 'b-b' }, { ada: 'owner', bob: 'owner' });
  await storeSeller(database, { seller_id: 'c', address: 'c-c', state: 'submitted' }, { ada: 'owner' });
  const ada = await selling.as('ada');
  expect((await ada.delete(`/user/${addressOf('ada')}`)).status).toBe(204);
  const sellers = await database.kysely
    .selectFrom('api.seller')
    .select(['seller_id', 'state'])
    .orderBy('seller_id')
    .execute();
  expect(sellers).toEqual([
    { seller_id: 'a', state: 'closing' },
    { seller_id: 'b', state: 'approved' },
  ]);
  const people = await database.kysely.selectFrom('api.seller_member').select('account_id').execute();
  expect(people).toEqual([{ account_id: 'bob' }]);
});

test.each(['draft', 'submitted', 'returned', 'suspended', 'closed'] as const)(
  '[S-03] a shop that is %s has nobody mailed in its name, neither for the first time nor again',
  async (state) => {
    await storeSeller(database, { seller_id: 'u', address: 'u-u', name: 'U', state: 'approved' }, { ada: 'owner' });
    const ada = await selling.as('ada');
    const invited = await ada.post('/seller/u/invitation', { email: addressOf('bob'), role: 'editor' });
    expect(invited.status).toBe(201);
    const mailed = selling.mails.length;
    await arrangeStates(database.kysely, (arranged) =>
      arranged.updateTable('api.seller').set({ state }).where('seller_id', '=', 'u').execute(),
    );
    const [{ invitation_id: id }] = invited.body.items;
    for (const refused of [
      await ada.post('/seller/u/invitation', { email: addressOf('eve'), role: 'editor' }),
      await ada.post(`/seller/u/invitation/${id}/resend`, {}),
    ])
      expect(refused).toMatchObject({ status: 409, body: { refusal: 'seller_not_acting' } });
    expect(selling.mails).toHaveLength(mailed);
  },
);

describe('[S-03] an invitation of an owner who', () => {
  type Calls = Awaited<ReturnType<typeof selling.as>>;

  beforeEach(() =>
    storeSeller(database, { seller_id: 'b', address: 'b-b', name: 'B' }, { ada: 'owner', bob: 'owner' }),
  );

  async function inviteBy(account: string) {
    await (await selling.as(account)).get(`/user/${addressOf(account)}`);
    const given = { email: addressOf('eve'), role: 'owner' };
    expect((await (await selling.as(account)).post('/seller/b/invitation', given)).status).toBe(201);
    return selling.tokenFor(addressOf('eve'));
  }
  const waiting = async (ada: Calls) => (await ada.get('/seller/b/invitation')).body.items;

  async function expectOver(token: string) {
    const eve = await selling.as('eve');
    const refused = await eve.post(`/seller/invitation/${token}/accept`, {});
    expect([refused.status, refused.body.message]).toEqual([404, expect.stringContaining('may not invite people')]);
    expect((await eve.get(`/seller/invitation/${token}`)).status).toBe(404);
    expect((await eve.get('/seller/mine')).body.items).toEqual([]);
  }

  test.each([
    ['leaves', (ada: Calls) => ada.delete('/seller/b/member/bob')],
    ['may do less', (ada: Calls) => ada.put('/seller/b/member/bob', { role: 'editor' })],
  ])('%s ends with that, and is listed before', async (_what, end) => {
    const token = await inviteBy('bob');
    const ada = await selling.as('ada');
    const ending = (await ada.get('/seller/b/member/bob/ending?role=editor')).body;
    expect(ending.invitations).toMatchObject([{ email: addressOf('eve'), role: 'owner' }]);
    expect((await ada.get('/seller/b/member/bob/ending?role=owner')).body.invitations).toEqual([]);
    expect((await end(ada)).status).toBeLessThan(300);
    expect(await waiting(ada)).toEqual([]);
    await expectOver(token);
  });

  test('deletes the account ends with it', async () => {
    const token = await inviteBy('bob');
    expect((await (await selling.as('bob')).delete(`/user/${addressOf('bob')}`)).status).toBeLessThan(300);
    await expectOver(token);
    expect(await waiting(await selling.as('ada'))).toEqual([]);
  });

  test('leaves is that of the owner who keeps it: it can be accepted', async () => {
    const token = await inviteBy('bob');
    const ada = await selling.as('ada');
    await ada.get(`/user/${addressOf('ada')}`);
    expect(await waiting(ada)).toMatchObject([{ invited_by: 'bob', holds: true }]);
    expect((await ada.delete('/seller/b/member/bob?keys=keep')).status).toBe(204);
    expect(await waiting(ada)).toMatchObject([{ invited_by: 'ada', holds: true }]);
    expect((await (await selling.as('eve')).post(`/seller/invitation/${token}/accept`, {})).status).toBe(200);
  });

  test('is suspended holds no longer, until another owner sends it again', async () => {
    const token = await inviteBy('bob');
    await database.kysely
      .insertInto('api.suspended_customer')
      .values({ account_id: 'bob', reason: 'Fraud', suspended_by: null })
      .execute();
    await expectOver(token);
    const ada = await selling.as('ada');
    const [invitation] = await waiting(ada);
    expect(invitation).toMatchObject({ invited_by: 'bob', holds: false });
    expect((await ada.post(`/seller/b/invitation/${invitation.invitation_id}/resend`, {})).status).toBe(200);
    const again = selling.tokenFor(addressOf('eve'));
    expect((await (await selling.as('eve')).post(`/seller/invitation/${again}/accept`, {})).status).toBe(200);
  });

  test('goes by a way that told nobody holds no longer', async () => {
    const token = await inviteBy('bob');
    await database.kysely.deleteFrom('api.seller_member').where('account_id', '=', 'bob').execute();
    await expectOver(token);
  });

  test('is removed at the same moment lets nobody in afterwards', async () => {
    const token = await inviteBy('bob');
    const [ada, eve] = [await selling.as('ada'), await selling.as('eve')];
    const [removed, accepted] = await Promise.all([
      ada.delete('/seller/b/member/bob'),
      eve.post(`/seller/invitation/${token}/accept`, {}),
    ]);
    expect(removed.status).toBe(204);
    const members = (await ada.get('/seller/b/member')).body.items;
    expect(members).toHaveLength(accepted.status === 200 ? 2 : 1);
  });
});
