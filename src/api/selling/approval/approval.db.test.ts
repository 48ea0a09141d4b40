import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Message } from '#mail/mailer.ts';
import { listAudit } from '#platform/audit/audit-log.ts';
import { emptyDatabase, onPostgres, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { addressOf, aListing, storeSeller, storeStaff } from '../../../../test/factories/seller.ts';
import { startApi } from '../../../../test/parts/api.ts';
import { submitApproval, withdrawApproval } from './approval.store.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let api: Awaited<ReturnType<typeof startApi>>;
let mails: Message[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  api = await startApi(database, { sendMail: async (_transaction, message) => void mails.push(message) });
});
beforeEach(async () => {
  await emptyDatabase(database);
  mails = [];
  await storeStaff(database, 'pike', 'catalogue');
  await storeStaff(database, 'quinn', 'admin');
  await storeSeller(
    database,
    { seller_id: 'ours', address: 'ours', name: 'Saltmarsh Datasets' },
    { ada: 'owner', bob: 'editor', eve: 'finance' },
  );
});
afterAll(async () => {
  api.version.close();
  await api.close();
  await database.close();
});

const signIn = (account: string) => {
  const now = Math.floor(Date.now() / 1_000);
  const claims = { sub: account, auth_time: now, amr: ['pwd', 'mfa'] };
  return api.signIn({ email: addressOf(account), nickname: account }, claims);
};
const db = () => database.kysely;

async function anApplication(given: { seller_id?: string; members?: Record<string, 'owner'>; at?: Date } = {}) {
  const { seller_id = 'new', members = { nina: 'owner' }, at } = given;
  await storeSeller(
    database,
    { seller_id, address: seller_id, name: `Shop ${seller_id}`, state: 'submitted', approved_at: null },
    members,
  );
  // Members of the shop who belong to the staff too stay staff.
  if (members.pike) await storeStaff(database, 'pike', 'catalogue');
  const id = await submitApproval(db(), {
    kind: 'application',
    subjectId: seller_id,
    sellerId: seller_id,
    title: `Shop ${seller_id}`,
    content: { name: `Shop ${seller_id}`, country: 'DE', sells: 'Data sets.' },
    baseVersion: null,
    submittedBy: 'nina',
  });
  if (at) await db().updateTable('api.approval').set({ submitted_at: at }).where('approval_id', '=', id).execute();
  return id;
}

async function decidedOf(id: string) {
  return db().selectFrom('api.approval').selectAll().where('approval_id', '=', id).executeTakeFirstOrThrow();
}

describe('the queue', () => {
  test('[S-08] tells what waits oldest first, page by page, with how many of each kind and what is of a shop of one’s own', async () => {
    const minutes = (ago: number) => new Date(Date.now() - ago * 60_000);
    for (const [index, seller_id] of ['c', 'a', 'b'].entries())
      await anApplication({ seller_id, at: minutes(10 - index) });
    await anApplication({ seller_id: 'mine', members: { pike: 'owner' }, at: minutes(1) });
    const pike = await signIn('pike');
    const first = await pike.get('/admin/approval?limit=3');
    expect(first.body).toMatchObject({
      items: [
        { title: 'Shop c', own: false, country: 'Germany', picture: null },
        { title: 'Shop a' },
        { title: 'Shop b' },
      ],
      waiting: { application: 4, product: 0, change: 0 },
    });
    const second = await pike.get(`/admin/approval?limit=3&after=${first.body.next}`);
    expect(second.body).toMatchObject({ items: [{ title: 'Shop mine', own: true }], next: null });
    expect((await pike.get('/admin/approval?kind=change')).body.items).toEqual([]);
    expect((await pike.get('/admin/approval?kind=application')).body.items).toHaveLength(4);
  });

  test('[S-08] tells what was decided newest first', async () => {
    const [older, newer] = [await anApplication({ seller_id: 'a' }), await anApplication({ seller_id: 'b' })];
    const pike = await signIn('pike');
    for (const id of [newer, older]) await pike.post(`/admin/approval/${id}/approve`, {});
    const { items } = (await pike.get('/admin/approval?state=approved&limit=1')).body;
    expect(items).toMatchObject([{ title: 'Shop b', decided_at: expect.any(String) }]);
    expect((await pike.get('/admin/approval')).body.items).toEqual([]);
  });

  test.each(['?kind=other', '?state=gone', '?limit=0', '?limit=1000', '?after=nonsense'])(
    'refuses %s',
    async (query) => {
      expect((await (await signIn('pike')).get(`/admin/approval${query}`)).status).toBe(400);
    },
  );
});

test('[S-08] an application is shown whole', async () => {
  const id = await anApplication();
  const { body } = await (await signIn('pike')).get(`/admin/approval/${id}`);
  expect(body).toMatchObject({
    kind: 'application',
    own: false,
    seller: { seller_id: 'new', state: 'submitted' },
    notes: [
      { kind: 'good', text: 'Terms accepted' },
      { kind: 'warning', text: 'No support address' },
    ],
    difference: { fields: [{ label: 'Shop name' }, { label: 'Country', after: 'Germany' }, { label: 'What is sold' }] },
  });
});

test('[S-08] an approved application lets the shop in; its owners are told, and who decided is in the audit log', async () => {
  const id = await anApplication();
  const answer = await (await signIn('pike')).post(`/admin/approval/${id}/approve`, {});
  expect(answer.body).toEqual({ approval_id: id, state: 'approved' });
  const seller = await db().selectFrom('api.seller').select('state').where('seller_id', '=', 'new').executeTakeFirst();
  expect(seller?.state).toBe('approved');
  expect(await decidedOf(id)).toMatchObject({ state: 'approved', decided_by: 'pike', decided_at: expect.any(Date) });
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([['nina@example.com', 'Shop new is approved']]);
  expect(await listAudit(db(), { subject: id, limit: 5 })).toMatchObject([
    { action: 'approval.approved', details: { by: 'pike', kind: 'application', of: 'new', seller: 'new' } },
  ]);
});

test('[S-08] a returned application has its reason, in the mail too, and the next one says that it was returned before', async () => {
  const pike = await signIn('pike');
  const id = await anApplication();
  await pike.post(`/admin/approval/${id}/return`, { reason: '  Who is responsible?\r\nSay it. ' });
  const reason = 'Who is responsible?\nSay it.';
  expect(await decidedOf(id)).toMatchObject({ state: 'returned', reason, decided_by: 'pike' });
  const seller = await db().selectFrom('api.seller').selectAll().where('seller_id', '=', 'new').executeTakeFirst();
  expect(seller).toMatchObject({ state: 'returned', reason });
  expect(mails[0]?.paragraphs).toContain(reason);
  await db().updateTable('api.seller').set({ state: 'submitted' }).where('seller_id', '=', 'new').execute();
  const again = await submitApproval(db(), {
    kind: 'application',
    subjectId: 'new',
    sellerId: 'new',
    title: 'Shop new',
    content: { name: 'Shop new' },
    baseVersion: null,
    submittedBy: 'nina',
  });
  const { notes } = (await pike.get(`/admin/approval/${again}`)).body;
  expect(notes).toContainEqual({ kind: 'neutral', text: `Returned before: ${reason}` });
});

test.each([
  ['no reason', {}],
  ['an empty one', { reason: '   ' }],
  ['one that is too long', { reason: 'a'.repeat(2_001) }],
  ['one with control characters', { reason: 'a\u0007' }],
  ['more than that', { reason: 'a', by: 'somebody' }],
])('[S-08] nothing is returned with %s', async (_what, body) => {
  const id = await anApplication();
  expect((await (await signIn('pike')).post(`/admin/approval/${id}/return`, body)).status).toBe(400);
  expect(await decidedOf(id)).toMatchObject({ state: 'waiting' });
});

test('[S-08] what was withdrawn or replaced is not decided any more, and says so', async () => {
  const pike = await signIn('pike');
  const id = await anApplication();
  await withdrawApproval(db(), 'new');
  const withdrawn = await pike.post(`/admin/approval/${id}/approve`, {});
  expect(withdrawn).toMatchObject({ status: 409, body: { refusal: 'approval_ended' } });
  expect(withdrawn.body.message).toContain('The seller has withdrawn this.');
  const other = await anApplication({ seller_id: 'other' });
  await db().updateTable('api.approval').set({ state: 'replaced' }).where('approval_id', '=', other).execute();
  const replaced = await pike.post(`/admin/approval/${other}/return`, { reason: 'No.' });
  expect(replaced.body.message).toContain('replaced this by a newer change');
  expect(mails).toEqual([]);
});

test('[S-08] what somebody has decided is decided: the second is told so, without who it was', async () => {
  const id = await anApplication();
  await (await signIn('pike')).post(`/admin/approval/${id}/approve`, {});
  const second = await (await signIn('quinn')).post(`/admin/approval/${id}/return`, { reason: 'No.' });
  expect(second).toMatchObject({ status: 409, body: { code: 'conflict', refusal: 'approval_ended' } });
  expect(second.body.message).toMatch(/^This was already approved a moment ago\./);
  expect(second.body.message).not.toMatch(/pike/i);
  expect(mails).toHaveLength(1);
});

test('[S-08] nobody decides on what is of their own shop, whatever their role in it', async () => {
  const id = await anApplication({ members: { pike: 'owner' } });
  const pike = await signIn('pike');
  for (const [step, body] of [
    ['approve', {}],
    ['return', { reason: 'No.' }],
  ] as const)
    expect(await pike.post(`/admin/approval/${id}/${step}`, body)).toMatchObject({
      status: 409,
      body: { refusal: 'own_shop', message: "Somebody else decides on your own shop's." },
    });
  expect((await pike.get(`/admin/approval/${id}`)).body.own).toBe(true);
  expect(await decidedOf(id)).toMatchObject({ state: 'waiting' });
  expect((await (await signIn('quinn')).post(`/admin/approval/${id}/approve`, {})).status).toBe(200);
});

test.each(['unknown', 'a%00b', '%F0%9F%92%A5'])('there is nothing to decide at %s', async (id) => {
  const pike = await signIn('pike');
  expect((await pike.get(`/admin/approval/${id}`)).status).toBe(404);
  expect((await pike.post(`/admin/approval/${id}/approve`, {})).status).toBe(404);
});

onPostgres('[S-08] of ten decisions at once one is carried out: one mail, one entry in the audit log', async () => {
  const id = await anApplication();
  const [pike, quinn] = [await signIn('pike'), await signIn('quinn')];
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      index % 2
        ? pike.post(`/admin/approval/${id}/approve`, {})
        : quinn.post(`/admin/approval/${id}/return`, { reason: 'No.' }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(9).fill(409)]);
  expect(await listAudit(db(), { subject: id, limit: 5 })).toHaveLength(1);
  expect(mails).toHaveLength(1);
});

describe('hiding', () => {
  beforeEach(async () => {
    await db()
      .insertInto('api.product')
      .values(aProduct({ product_id: 'calls', seller_id: 'ours', version: 1 }))
      .execute();
    await db()
      .insertInto('api.listing')
      .values(aListing({ product_id: 'calls', seller_id: 'ours', version: 1, name: 'Calls' }))
      .execute();
  });
  const hide = (account: string, id = 'calls', reason = 'Not as described.') =>
    signIn(account).then((staff) => staff.post(`/admin/listing/${id}/hide`, { reason }));
  const unhide = (account: string, id = 'calls') =>
    signIn(account).then((staff) => staff.post(`/admin/listing/${id}/unhide`, {}));
  const listing = () => db().selectFrom('api.listing').select(['state', 'hidden_reason']).executeTakeFirstOrThrow();

  test('[S-05] a hidden product is in no list at once, its shop is told why, and it comes back', async () => {
    expect((await api.get('/product/calls')).status).toBe(200);
    expect((await hide('pike')).body).toEqual({ product_id: 'calls', is_hidden: true });
    expect((await api.get('/product/calls')).status).toBe(404);
    expect(await listing()).toEqual({ state: 'hidden', hidden_reason: 'Not as described.' });
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['ada@example.com', 'Calls is hidden'],
      ['bob@example.com', 'Calls is hidden'],
    ]);
    expect(mails[0]).toMatchObject({
      paragraphs: expect.arrayContaining(['Not as described.']),
      action: { url: expect.stringMatching(/\/profile\/products-management\/calls\?seller=ours$/) },
    });
    expect((await unhide('quinn')).body).toEqual({ product_id: 'calls', is_hidden: false });
    expect((await api.get('/product/calls')).status).toBe(200);
    const actions = (await listAudit(db(), { subject: 'calls', limit: 5 })).map(({ action }) => action);
    expect(actions).toEqual(['listing.hidden', 'listing.shown']);
  });

  test('[S-05] it is hidden once, and shown only if it is hidden', async () => {
    expect((await unhide('pike')).body).toMatchObject({ refusal: 'not_hidden' });
    await hide('pike');
    expect(await hide('quinn', 'calls', 'Another.')).toMatchObject({
      status: 409,
      body: { refusal: 'already_hidden' },
    });
    expect((await listing()).hidden_reason).toBe('Not as described.');
  });

  test('[S-05] a long reason is kept whole, also where what the audit log has of it ends within an emoji', async () => {
    const reason = `${'a'.repeat(199)}😀 and more`;
    expect((await hide('pike', 'calls', reason)).status).toBe(200);
    expect(await listAudit(db(), { action: 'listing.hidden', limit: 1 })).toMatchObject([
      { details: { reason: `${'a'.repeat(199)}😀` } },
    ]);
  });

  test("[S-05] nobody hides or shows what is of their own shop; what is no seller's is not found", async () => {
    await db()
      .insertInto('api.seller_member')
      .values({ seller_id: 'ours', account_id: 'pike', user_id: addressOf('pike'), role: 'finance' })
      .execute();
    expect(await hide('pike')).toMatchObject({ status: 409, body: { refusal: 'own_shop' } });
    await hide('quinn');
    expect(await unhide('pike')).toMatchObject({ status: 409, body: { refusal: 'own_shop' } });
    await db()
      .insertInto('api.product')
      .values(aProduct({ product_id: 'operators' }))
      .execute();
    for (const id of ['operators', 'unknown', 'a%00b']) expect((await hide('quinn', id)).status, id).toBe(404);
  });
});

describe('a product', () => {
  const calls = {
    product_name: 'Two-Speaker Phone Calls, 1,000 Hours',
    product_type: 'data',
    description: 'Phone conversations between paid volunteers.\n\nTranscribed by hand and checked twice.',
    price: 1_200,
    attributes: { personal_data: false },
    specs: [{ name: 'Hours', value: '1,000' }],
    license: 'CC-BY-4.0',
  };

  /** Written and submitted by the editor of the shop, through the API. Answers what then waits. */
  async function submitted(content: object, productId?: string): Promise<{ productId: string; approvalId: string }> {
    const bob = await signIn('bob');
    const id = productId ?? (await bob.post('/seller/ours/listing', {})).body.product_id;
    const path = `/seller/ours/listing/${id}`;
    const { revision } = (await bob.get(path)).body;
    const saved = await bob.put(`${path}/draft`, { revision, content });
    expect(saved.body.missing).toEqual([]);
    const sent = await bob.post(`${path}/submit`, { revision: saved.body.revision });
    expect(sent.body).toMatchObject({ draft_state: 'waiting' });
    return { productId: id, approvalId: sent.body.approval.approval_id };
  }

  async function approved(): Promise<string> {
    const { productId, approvalId } = await submitted(calls);
    expect((await (await signIn('pike')).post(`/admin/approval/${approvalId}/approve`, {})).status).toBe(200);
    mails = [];
    return productId;
  }

  test('[S-08] a new one is told whole, and once it is approved it is on sale at once', async () => {
    const { productId, approvalId } = await submitted(calls);
    const pike = await signIn('pike');
    const { body } = await pike.get(`/admin/approval/${approvalId}`);
    expect(body).toMatchObject({ kind: 'product', on_sale_version: null, base_is_older: false });
    expect(body.difference.fields.map(({ kind }: { kind: string }) => kind)).not.toContain('changed');
    expect(body.notes).toEqual([
      { kind: 'good', text: 'Schema valid' },
      { kind: 'good', text: 'License known: CC-BY-4.0' },
      { kind: 'warning', text: 'No picture: the shop draws one' },
      { kind: 'neutral', text: 'Nothing of this shop is on sale yet' },
    ]);
    expect((await api.get(`/product/${productId}`)).status).toBe(404);
    await pike.post(`/admin/approval/${approvalId}/approve`, {});
    expect((await api.get(`/product/${productId}`)).body).toMatchObject({
      product_name: calls.product_name,
      seller: { address: 'ours' },
    });
    expect(mails.map(({ to, subject, action }) => [to, subject, new URL(action?.url ?? '').pathname])).toEqual([
      ['ada@example.com', `${calls.product_name} is approved`, `/products/id/${productId}`],
      ['bob@example.com', `${calls.product_name} is approved`, `/products/id/${productId}`],
    ]);
    expect(await listAudit(db(), { subject: approvalId, limit: 5 })).toMatchObject([
      { action: 'approval.approved', details: { by: 'pike', kind: 'product', of: productId, seller: 'ours' } },
    ]);
  });

  test('[S-08] a change is told as what differs from what is on sale now, also where the price has changed meanwhile', async () => {
    const productId = await approved();
    const change = { ...calls, product_name: 'Two-Speaker Phone Calls, 1,060 Hours', license: 'MIT' };
    const { approvalId } = await submitted(change, productId);
    const ada = await signIn('ada');
    expect((await ada.put(`/seller/ours/listing/${productId}/offer`, { price: 1_500 })).status).toBe(200);
    const pike = await signIn('pike');
    const { body } = await pike.get(`/admin/approval/${approvalId}`);
    expect(body).toMatchObject({ kind: 'change', base_version: 1, on_sale_version: 1, base_is_older: false });
    expect(body.difference.fields).toMatchObject([
      { field: 'product_name', kind: 'changed' },
      { field: 'license', before: 'CC-BY-4.0', after: 'MIT' },
    ]);
    const { items } = (await pike.get('/admin/approval?kind=change')).body;
    expect(items).toMatchObject([{ title: change.product_name, seller_name: 'Saltmarsh Datasets', own: false }]);
    await pike.post(`/admin/approval/${approvalId}/approve`, {});
    expect((await api.get(`/product/${productId}`)).body).toMatchObject({
      product_name: change.product_name,
      price: 1_500,
    });
    expect(mails[0]?.subject).toBe(`The change of ${change.product_name} is approved`);
  });

  test('[S-08] a change that is returned stands on the product with its reason, and what is on sale stays', async () => {
    const productId = await approved();
    const { approvalId } = await submitted({ ...calls, product_name: 'Calls' }, productId);
    const reason = 'License and files disagree.';
    await (await signIn('pike')).post(`/admin/approval/${approvalId}/return`, { reason });
    expect((await (await signIn('bob')).get(`/seller/ours/listing/${productId}`)).body).toMatchObject({
      state: 'returned',
      reason,
      content: { product_name: 'Calls' },
      approved: { product_name: calls.product_name },
    });
    expect((await api.get(`/product/${productId}`)).body.product_name).toBe(calls.product_name);
    expect(mails).toHaveLength(2);
    expect(mails[0]).toMatchObject({
      subject: 'The change of Calls came back',
      paragraphs: expect.arrayContaining([reason]),
      action: { url: expect.stringContaining(`/profile/products-management/${productId}`) },
    });
  });

  test('[S-08] what its seller has withdrawn is not put on sale', async () => {
    const { productId, approvalId } = await submitted(calls);
    await (await signIn('bob')).post(`/seller/ours/listing/${productId}/withdraw`, {});
    const answer = await (await signIn('pike')).post(`/admin/approval/${approvalId}/approve`, {});
    expect(answer).toMatchObject({ status: 409, body: { refusal: 'approval_ended' } });
    expect((await api.get(`/product/${productId}`)).status).toBe(404);
  });

  test('[S-08] a change that was written before another version came on sale says so, and is compared with that', async () => {
    const productId = await approved();
    const { approvalId } = await submitted({ ...calls, product_name: 'Calls' }, productId);
    await db().updateTable('api.product').set({ version: 4 }).where('product_id', '=', productId).execute();
    const { body } = await (await signIn('pike')).get(`/admin/approval/${approvalId}`);
    expect(body).toMatchObject({ base_version: 1, on_sale_version: 4, base_is_older: true });
    expect(body.notes[0]).toMatchObject({ kind: 'warning', text: expect.stringContaining('version 4 is on sale') });
  });

  onPostgres(
    '[S-08] of two approvals at once one puts a version on sale, and a withdrawal at the same time leaves one answer',
    async () => {
      for (let round = 0; round < 3; round++) {
        const { productId, approvalId } = await submitted({ ...calls, product_name: `Calls ${round}` });
        const [pike, quinn, bob] = [await signIn('pike'), await signIn('quinn'), await signIn('bob')];
        const [one, two, withdrawn] = await Promise.all([
          pike.post(`/admin/approval/${approvalId}/approve`, {}),
          quinn.post(`/admin/approval/${approvalId}/approve`, {}),
          bob.post(`/seller/ours/listing/${productId}/withdraw`, {}),
        ]);
        const statuses = [one.status, two.status, withdrawn.status];
        expect(
          statuses.filter((status) => status === 200),
          JSON.stringify(statuses),
        ).toHaveLength(1);
        const versions = await db()
          .selectFrom('api.product_version')
          .selectAll()
          .where('product_id', '=', productId)
          .execute();
        expect(versions).toHaveLength(withdrawn.status === 200 ? 0 : 1);
        expect((await api.get(`/product/${productId}`)).status).toBe(withdrawn.status === 200 ? 404 : 200);
      }
    },
  );
});
