import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Message as Mail } from '#mail/mailer.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aLine, anOrder } from '../../../../test/factories/order.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { addressOf, storeSeller, storeStaff } from '../../../../test/factories/seller.ts';
import { aUser } from '../../../../test/factories/user.ts';
import { startApi } from '../../../../test/parts/api.ts';
import {
  reportedThreadSchema,
  reportSchema,
  threadPageSchema,
  threadSchema,
} from '../../../contract/people/message.schema.ts';
import type { Message, Report, Thread } from '../../../contract/people/message.ts';
import { insertOrder } from '../../ordering/order/order.store.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let api: Awaited<ReturnType<typeof startApi>>;
const mails: Mail[] = [];
let made = 0;

beforeAll(async () => {
  database = await openTestDatabase();
  api = await startApi(database, { sendMail: async (_, mail) => void mails.push(mail) });
});
afterAll(async () => {
  api.version.close();
  await database.close();
});
beforeEach(() => emptyDatabase(database));

/** People of their own for every test: one account may write only so much in a minute. */
async function open() {
  const n = ++made;
  mails.length = 0;
  const name = (who: string) => `${who}${n}`;
  const sellerId = await storeSeller(
    database,
    { name: 'Data Forge', address: `forge-${n}` },
    { [name('owner')]: 'owner', [name('editor')]: 'editor', [name('finance')]: 'finance' },
  );
  const otherId = await storeSeller(
    database,
    { name: 'Other', address: `other-${n}` },
    { [name('stranger')]: 'owner' },
  );
  await storeStaff(database, name('support'), 'support');
  await database.kysely
    .insertInto('api.product')
    .values([
      aProduct({ product_id: 'bird', product_name: 'Bird calls', seller_id: sellerId }),
      aProduct({ product_id: 'whale', product_name: 'Whales', seller_id: otherId }),
      aProduct({ product_id: 'gpu' }),
      aProduct({ product_id: 'gone', seller_id: sellerId, listed: false }),
    ])
    .execute();
  for (const who of ['ann', 'bob'])
    await database.kysely
      .insertInto('api.user')
      .values(aUser({ user_id: addressOf(name(who)), username: who, account_id: name(who), account_since: new Date() }))
      .execute();
  const as = (who: string) => {
    const claims = { sub: name(who), auth_time: Math.floor(Date.now() / 1_000), amr: ['pwd', 'mfa'] };
    return api.signIn({ email: addressOf(name(who)), nickname: who }, claims);
  };
  const [ann, bob, owner] = [await as('ann'), await as('bob'), await as('owner')];
  const shop = `/seller/${sellerId}/thread`;
  return {
    ...{ sellerId, otherId, ann, bob, owner, as, name, shop },
    address: `forge-${n}`,
    ask: async (text = 'How many species are there?'): Promise<Thread> =>
      threadSchema.parse((await ann.post('/thread', { product_id: 'bird', text })).body),
    async order(order_id: string, sellers: Array<string | null>, given: { of?: string; paid?: boolean } = {}) {
      const {
        lines: _lines,
        refunds: _refunds,
        ...order
      } = anOrder({
        order_id,
        account_id: name(given.of ?? 'ann'),
        user_id: addressOf(name(given.of ?? 'ann')),
        ...(given.paid === false && { status: 'pending', paid_at: null, received_cents: null }),
      });
      const { billing: _billing, ...row } = order;
      await insertOrder(
        database.kysely,
        { ...row, billing: null, updated_at: new Date() },
        sellers.map((seller_id) => aLine({ seller_id })),
      );
    },
  };
}

const texts = (body: { messages: Message[] }) => body.messages.map(({ text }) => text);

describe('writing', () => {
  test('[S-12] a buyer asks about a product and a shop answers: one thread, on both sides, with what is unread', async () => {
    const { ask, ann, owner, shop, address } = await open();
    const thread = await ask();
    expect(thread).toMatchObject({
      seller: { name: 'Data Forge', address },
      buyer: { name: 'ann' },
      about: { product_id: 'bird', product_name: 'Bird calls' },
      last_side: 'buyer',
      excerpt: 'How many species are there?',
      unread: 0,
      blocked_by: [],
      reported: false,
    });
    const path = `${shop}/${thread.thread_id}`;
    expect((await owner.get(shop)).body).toEqual([{ ...thread, unread: 1 }]);
    expect((await owner.get('/thread/unread')).body).toEqual({ buyer: 0, sellers: 1 });
    expect((await owner.post(`${path}/message`, { text: 'Twenty.' })).status).toBe(201);
    expect((await owner.post(`${path}/read`, {})).status).toBe(204);
    expect((await owner.get('/thread/unread')).body).toEqual({ buyer: 0, sellers: 0 });
    expect((await ann.get('/thread/unread')).body).toEqual({ buyer: 1, sellers: 0 });
    const seen = threadPageSchema.parse((await ann.get(`/thread/${thread.thread_id}`)).body);
    expect(seen.messages.map(({ side, text }) => `${side}: ${text}`)).toEqual([
      'seller: Twenty.',
      'buyer: How many species are there?',
    ]);
    expect(seen.thread).toMatchObject({ unread: 1, last_side: 'seller' });
    await ann.post(`/thread/${thread.thread_id}/read`, {});
    expect((await ann.get('/thread')).body).toMatchObject([{ unread: 0 }]);
    expect(JSON.stringify([(await owner.get(path)).body]), 'no address of the buyer').not.toContain('@');
  });

  test('[S-12] who asks about the same product again goes on in the same thread; at the same moment too', async () => {
    const { ask, ann } = await open();
    const threads = await Promise.all(['One?', 'Two?', 'Three?'].map((text) => ask(text)));
    expect(new Set(threads.map(({ thread_id }) => thread_id)).size).toBe(1);
    const { body } = await ann.get(`/thread/${threads[0]?.thread_id}`);
    expect(texts(body).sort()).toEqual(['One?', 'Three?', 'Two?']);
    expect((await ann.get('/thread')).body).toHaveLength(1);
  });

  test('[S-12] a mail says that there is a message and never what; one until it is read', async () => {
    const { ask, ann, owner, shop, name, address } = await open();
    const thread = await ask('My secret is 1234.');
    await ask('Are you there?');
    expect(mails.map(({ to }) => to).sort()).toEqual([addressOf(name('editor')), addressOf(name('owner'))].sort());
    expect(mails[0]).toMatchObject({
      subject: 'ann has written to you about Bird calls',
      action: { url: expect.stringContaining(`/profile/messages/${thread.thread_id}?seller=${address}`) },
    });
    expect(JSON.stringify(mails)).not.toMatch(/secret|1234|Are you there/);
    mails.length = 0;
    await owner.post(`${shop}/${thread.thread_id}/read`, {});
    await ask('Hello?');
    expect(mails).toHaveLength(2);
    mails.length = 0;
    for (const text of ['Yes.', 'We are.']) await owner.post(`${shop}/${thread.thread_id}/message`, { text });
    expect(mails).toMatchObject([
      {
        to: addressOf(name('ann')),
        subject: 'Data Forge has written to you about Bird calls',
        action: { url: expect.stringMatching(new RegExp(`/profile/messages/${thread.thread_id}$`)) },
      },
    ]);
    await ann.post(`/thread/${thread.thread_id}/read`, {});
    await owner.post(`${shop}/${thread.thread_id}/message`, { text: 'And more.' });
    expect(mails).toHaveLength(2);
  });

  test('[S-12] only an own order that is paid can be written about, and only to a shop that has sold some of it', async () => {
    const { ann, order, sellerId, otherId, address } = await open();
    await order('OURS', [sellerId]);
    await order('BOTH', [sellerId, otherId]);
    await order('OPERATORS', [null]);
    await order('UNPAID', [sellerId], { paid: false });
    await order('BOBS', [sellerId], { of: 'bob' });
    const write = async (order_id: string, seller?: string) =>
      ann.post('/thread', { order_id, ...(seller && { seller }), text: 'Where is it?' });
    expect((await write('OURS')).body).toMatchObject({ about: { order_id: 'OURS' }, seller: { address } });
    expect((await write('BOTH')).body.message).toContain('Several shops');
    expect((await write('BOTH', address)).status).toBe(201);
    expect((await write('OURS', 'nobody')).status).toBe(404);
    for (const id of ['OPERATORS', 'UNPAID']) expect((await write(id)).status, id).toBe(409);
    const [foreign, none] = [await write('BOBS'), await write('NONE')];
    expect([foreign.status, none.status]).toEqual([404, 404]);
    expect(foreign.body.message).toBe(none.body.message);
  });

  test("[S-12] the operator's products lead to the contact page; what is not on sale cannot be asked about; nor can one ask oneself", async () => {
    const { ann, owner } = await open();
    const ask = async (product_id: string, who = ann) => who.post('/thread', { product_id, text: 'Hello?' });
    expect(await ask('gpu')).toMatchObject({ status: 409, body: { message: expect.stringContaining('contact page') } });
    for (const id of ['gone', 'none', 'a\u0000b']) expect((await ask(id)).status, id).toBe(404);
    expect((await ask('bird', owner)).status).toBe(409);
    expect((await ann.post('/thread', { text: 'Hello?' })).status).toBe(400);
    expect((await ann.post('/thread', { product_id: 'bird', order_id: 'X', text: 'Hello?' })).status).toBe(400);
  });

  test('[S-12] a shop writes to the buyers of its own paid orders, and to nobody else', async () => {
    const { owner, ann, order, sellerId, otherId, shop } = await open();
    await order('OURS', [sellerId]);
    await order('THEIRS', [otherId]);
    await order('UNPAID', [sellerId], { paid: false });
    const write = (order_id: string) => owner.post(shop, { order_id, text: 'Your data is ready.' });
    const { body } = await write('OURS');
    expect(body).toMatchObject({ about: { order_id: 'OURS' }, last_side: 'seller', unread: 0 });
    expect((await ann.get('/thread')).body).toMatchObject([{ thread_id: body.thread_id, unread: 1 }]);
    for (const id of ['THEIRS', 'UNPAID', 'NONE']) expect((await write(id)).status, id).toBe(404);
  });

  test('[S-12] what is empty, endless or holds control characters is refused; markup stays text', async () => {
    const { ann, ask } = await open();
    const path = `/thread/${(await ask()).thread_id}/message`;
    for (const text of ['', ' \n ', '\u200B', '\u2060 \u00AD', '\u3164', 'x'.repeat(5_001), 'a\u0000b', 7, null])
      expect((await ann.post(path, { text })).status, String(text).slice(0, 9)).toBe(400);
    const odd = '<b onclick=x>https://evil.example</b> & “’';
    expect((await ann.post(path, { text: odd })).status).toBe(201);
    expect(texts((await ann.get(`/thread/${path.split('/')[2]}`)).body)[0]).toBe(odd);
  });

  test('[S-12] what comes while somebody reads stays unread: what was read is said by its newest message', async () => {
    const { ask, owner, shop } = await open();
    const { thread_id: id } = await ask('One');
    const [seen] = (await owner.get(`${shop}/${id}`)).body.messages;
    await ask('Two');
    const read = (query: string) => owner.post(`${shop}/${id}/read${query}`, {});
    expect((await read(`?up_to=${seen.message_id}`)).status).toBe(204);
    expect((await owner.get(shop)).body).toMatchObject([{ unread: 1 }]);
    expect((await owner.get('/thread/unread')).body).toEqual({ buyer: 0, sellers: 1 });
    expect((await read('?up_to=none')).status, 'of another thread, or gone: everything is read').toBe(204);
    expect((await owner.get(shop)).body).toMatchObject([{ unread: 0 }]);
    await ask('Three');
    expect((await read('')).status).toBe(204);
    expect((await owner.get(shop)).body).toMatchObject([{ unread: 0 }]);
  });

  test('[S-12] an account writes so much within a minute, and no more', async () => {
    const { ann, ask } = await open();
    const path = `/thread/${(await ask()).thread_id}/message`;
    const statuses = [];
    for (let index = 0; index < 20; index++) statuses.push((await ann.post(path, { text: `${index}` })).status);
    expect(statuses).toEqual([...Array(19).fill(201), 429]);
  });

  test("[S-04] the shop's page tells how soon it answers what it is asked, once there is enough to measure", async () => {
    const { ask, ann, bob, owner, order, sellerId, shop, address } = await open();
    const page = async () => (await api.get(`/seller/page/${address}`)).body.answer_hours;
    const asked = [await ask(), (await bob.post('/thread', { product_id: 'bird', text: 'How long?' })).body];
    await order('OURS', [sellerId]);
    asked.push((await ann.post('/thread', { order_id: 'OURS', text: 'When?' })).body);
    await order('TOLD', [sellerId]);
    await owner.post(shop, { order_id: 'TOLD', text: 'What a shop begins itself is no answer.' });
    for (const [index, hours] of [1, 3, 50].entries())
      await database.kysely
        .updateTable('api.thread')
        .set({ asked_at: new Date(Date.now() - hours * 3_600_000) })
        .where('thread_id', '=', asked[index].thread_id)
        .execute();
    for (const { thread_id } of asked) {
      expect(await page()).toBeNull();
      for (const text of ['Soon.', 'Very soon.']) await owner.post(`${shop}/${thread_id}/message`, { text });
    }
    expect(await page()).toBe(3);
  });

  test('[S-12] threads and messages are told page by page', async () => {
    const { ann, ask, order, sellerId, address } = await open();
    const { thread_id } = await ask('One');
    await order('OURS', [sellerId]);
    await ann.post('/thread', { order_id: 'OURS', seller: address, text: 'Of an order' });
    await ask('Two');
    const nextOf = (headers: Headers) => headers.get('link')?.match(/<\/api([^>]*)>/)?.[1] ?? '';
    const first = await ann.get('/thread?limit=1');
    expect(first.body).toMatchObject([{ thread_id, excerpt: 'Two' }]);
    expect((await ann.get(nextOf(first.headers))).body).toMatchObject([{ about: { order_id: 'OURS' } }]);
    const newest = await ann.get(`/thread/${thread_id}?limit=1`);
    expect(texts(newest.body)).toEqual(['Two']);
    expect(texts((await ann.get(nextOf(newest.headers))).body)).toEqual(['One']);
  });
});

describe('who may', () => {
  test('[S-12] a thread is there for its buyer and its shop, and in the same words for nobody else', async () => {
    const { ask, bob, as, sellerId, otherId, shop, name } = await open();
    const { thread_id: id } = await ask();
    const messages = new Set<string>();
    for (const path of [`/thread/${id}`, '/thread/none', '/thread/%00']) {
      const { status, body } = await bob.get(path);
      expect(status).toBe(404);
      messages.add(body.message);
    }
    expect(messages.size).toBe(1);
    for (const action of ['message', 'read', 'report', 'block', 'unblock'])
      expect((await bob.post(`/thread/${id}/${action}`, { text: 'x', reason: 'x' })).status, action).toBe(404);
    const stranger = await as('stranger');
    expect((await stranger.get(`${shop}/${id}`)).status).toBe(404);
    expect((await stranger.get(`/seller/${otherId}/thread/${id}`)).status).toBe(404);
    expect((await (await as('finance')).get(`/seller/${sellerId}/thread`)).status).toBe(404);
    expect((await api.get(`/thread/${id}`)).status).toBe(401);
    expect((await (await as('finance')).get('/thread/unread')).body, name('finance')).toEqual({ buyer: 0, sellers: 0 });
  });

  test('[S-12] who blocks gets no more messages, in any thread, and the other is told so', async () => {
    const { ask, ann, owner, shop, order, sellerId } = await open();
    const { thread_id: id } = await ask();
    expect((await owner.post(`${shop}/${id}/block`, {})).body).toMatchObject({ blocked_by: ['seller'] });
    const write = (text = 'Please?') => ann.post(`/thread/${id}/message`, { text });
    expect(await write()).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('no more messages'), refusal: 'messages_blocked' },
    });
    expect((await ann.get(`/thread/${id}`)).body.thread.blocked_by).toEqual(['seller']);
    await order('OURS', [sellerId]);
    expect((await ann.post('/thread', { order_id: 'OURS', text: 'Then here.' })).status).toBe(409);
    expect((await ann.get('/thread')).body, 'nothing was begun').toHaveLength(1);
    expect((await owner.post(`${shop}/${id}/message`, { text: 'Ha.' })).status, 'nor does who blocks write').toBe(409);
    expect((await ann.post(`/thread/${id}/unblock`, {})).body.blocked_by, 'only who blocks unblocks').toEqual([
      'seller',
    ]);
    await owner.post(`${shop}/${id}/unblock`, {});
    expect((await write()).status).toBe(201);
    await ann.post(`/thread/${id}/block`, {});
    expect(await owner.post(`${shop}/${id}/message`, { text: 'Buy!' })).toMatchObject({ status: 409 });
  });

  test('[S-12] a suspended shop reads and does not write, and is not written to', async () => {
    const { ask, ann, owner, shop, sellerId } = await open();
    const { thread_id: id } = await ask();
    await database.kysely
      .updateTable('api.seller')
      .set({ state: 'suspended' })
      .where('seller_id', '=', sellerId)
      .execute();
    expect((await owner.get(`${shop}/${id}`)).status).toBe(200);
    expect((await owner.post(`${shop}/${id}/message`, { text: 'x' })).body.refusal).toBe('seller_not_acting');
    expect((await ann.post(`/thread/${id}/message`, { text: 'x' })).body.refusal).toBe('seller_not_acting');
  });

  test('[S-12] a buyer who deletes the account leaves the messages without a name', async () => {
    const { ask, ann, owner, shop, name } = await open();
    const { thread_id: id } = await ask();
    await ann.delete(`/user/${addressOf(name('ann'))}`);
    const { body } = await owner.get(`${shop}/${id}`);
    expect(body).toMatchObject({ thread: { buyer: null }, messages: [{ text: 'How many species are there?' }] });
    expect((await owner.post(`${shop}/${id}/message`, { text: 'x' })).status).toBe(409);
    expect((await owner.post(`${shop}/${id}/block`, {})).status).toBe(409);
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from api.message where account_id is not null`.execute(database.kysely);
    expect(rows[0]?.n).toBe(0);
  });
});

describe('the staff', () => {
  test('[S-12] see a thread only once it is reported, and settle it', async () => {
    const { ask, ann, owner, shop, as, name } = await open();
    const { thread_id: id } = await ask();
    const support = await as('support');
    expect((await support.get(`/admin/report/${id}`)).status).toBe(404);
    expect((await support.get('/admin/report')).body).toEqual([]);
    expect((await owner.post(`${shop}/${id}/report`, { reason: 'They insult us.' })).body.reported).toBe(true);
    expect((await owner.post(`${shop}/${id}/report`, { reason: 'Again.' })).status, 'once is enough').toBe(200);
    expect((await ann.get(`/thread/${id}`)).body.thread.reported, 'the other is not told').toBe(false);
    const { body } = await support.get('/admin/report');
    expect(body.map((report: unknown) => reportSchema.parse(report))).toMatchObject([
      { thread_id: id, side: 'seller', reason: 'They insult us.', buyer: { name: 'ann' }, resolved_at: null },
    ]);
    const seen = reportedThreadSchema.parse((await support.get(`/admin/report/${id}`)).body);
    expect(texts(seen)).toEqual(['How many species are there?']);
    expect((await support.post(`/admin/report/${id}/resolve`, { note: '' })).status).toBe(400);
    const settled = await support.post(`/admin/report/${id}/resolve`, { note: 'Both were asked to be kind.' });
    expect(settled.body.reports).toMatchObject([{ note: 'Both were asked to be kind.' }]);
    expect((await support.post(`/admin/report/${id}/resolve`, { note: 'x' })).status).toBe(409);
    expect((await support.get('/admin/report')).body).toEqual([]);
    expect((await support.get('/admin/report?resolved=true')).body.map((report: Report) => report.thread_id)).toEqual([
      id,
    ]);
    expect((await owner.get(`${shop}/${id}`)).body.thread.reported).toBe(false);
    const { rows } = await sql<{ action: string; details: object }>`
      select action, details from platform.audit_entry where subject_id = ${id}`.execute(database.kysely);
    expect(rows).toEqual([
      { action: 'report.resolved', details: { by: name('support'), reports: 1, decision: 'dismiss' } },
    ]);
  });

  test('[S-12] warn whoever was reported: both sides are told by mail, each what concerns it, and never what was written', async () => {
    const { ask, ann, owner, as, name, shop, address } = await open();
    const { thread_id: id } = await ask('My secret is 1234.');
    await owner.post(`${shop}/${id}/report`, { reason: 'They insult us.' });
    const support = await as('support');
    const decide = (body: object) => support.post(`/admin/report/${id}/resolve`, { note: 'Read.', ...body });
    expect((await decide({ decision: 'warn' })).status, 'a warning says why').toBe(400);
    expect((await decide({ decision: 'punish', reason: 'x' })).status).toBe(400);
    mails.length = 0;
    const { body } = await decide({ decision: 'warn', reason: 'Be kind.' });
    expect(reportedThreadSchema.parse(body).reports).toMatchObject([
      {
        decision: 'warn',
        note: 'Read.',
        told: 'Be kind.',
        resolved_by: name('support'),
        about: { product_id: 'bird' },
      },
    ]);
    expect(mails.map(({ to, subject }) => `${to}: ${subject}`).sort()).toEqual(
      [
        `${addressOf(name('ann'))}: A warning about your messages with Data Forge`,
        `${addressOf(name('editor'))}: Your report about Bird calls`,
        `${addressOf(name('owner'))}: Your report about Bird calls`,
      ].sort(),
    );
    const [toAnn, toShop] = [
      mails.find(({ to }) => to === addressOf(name('ann'))),
      mails.find(({ to }) => to === addressOf(name('owner'))),
    ];
    expect(toAnn).toMatchObject({ action: { url: expect.stringMatching(new RegExp(`/profile/messages/${id}$`)) } });
    expect(toAnn?.paragraphs).toContain('Why: Be kind.');
    expect(toShop?.action?.url).toContain(`/profile/messages/${id}?seller=${address}`);
    expect(JSON.stringify(toShop)).not.toContain('Be kind.');
    expect(JSON.stringify(mails)).not.toMatch(/1234|insult|Read\./);
    expect((await ann.post(`/thread/${id}/message`, { text: 'Sorry.' })).status, 'it goes on').toBe(201);
  });

  test('[S-12] end the messages between a shop and a buyer, in every thread, and take that back', async () => {
    const { ask, ann, owner, as, shop, order, sellerId, name } = await open();
    const { thread_id: id } = await ask();
    await ann.post(`/thread/${id}/report`, { reason: 'They threaten me.' });
    const support = await as('support');
    expect((await support.post(`/admin/report/${id}/resume`, {})).body.refusal).toBe('not_stopped');
    mails.length = 0;
    const stop = { note: 'Threats.', decision: 'stop', reason: 'Threats are not allowed.' };
    expect((await support.post(`/admin/report/${id}/resolve`, stop)).body.thread.blocked_by).toEqual(['staff']);
    expect(mails.map(({ to }) => to).sort()).toEqual(
      ['ann', 'editor', 'owner'].map((who) => addressOf(name(who))).sort(),
    );
    await order('OURS', [sellerId]);
    for (const refused of [
      await ann.post(`/thread/${id}/message`, { text: 'x' }),
      await owner.post(`${shop}/${id}/message`, { text: 'x' }),
      await ann.post('/thread', { order_id: 'OURS', text: 'x' }),
      await owner.post(shop, { order_id: 'OURS', text: 'x' }),
    ])
      expect(refused).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('We have ended'), refusal: 'messages_stopped' },
      });
    for (const [who, path] of [
      [ann, `/thread/${id}`],
      [owner, `${shop}/${id}`],
    ] as const)
      expect((await who.post(`${path}/unblock`, {})).body.blocked_by, 'nobody else takes it back').toEqual(['staff']);
    mails.length = 0;
    expect((await support.post(`/admin/report/${id}/resume`, {})).body.thread.blocked_by).toEqual([]);
    expect(mails).toHaveLength(3);
    expect((await owner.post(`${shop}/${id}/message`, { text: 'Sorry.' })).status).toBe(201);
    expect((await support.post(`/admin/report/${id}/resume`, {})).status).toBe(409);
    const { rows } = await sql<{ action: string }>`
      select action from platform.audit_entry where subject_id = ${id} order by action`.execute(database.kysely);
    expect(rows.map(({ action }) => action)).toEqual(['report.resolved', 'thread.resumed']);
  });

  test('[S-12] do not decide about a conversation that they take part in', async () => {
    const { ask, ann, as, name, sellerId } = await open();
    const { thread_id: id } = await ask();
    await ann.post(`/thread/${id}/report`, { reason: 'No answer.' });
    const support = await as('support');
    expect((await support.get(`/admin/report/${id}`)).body.own).toBe(false);
    await database.kysely
      .insertInto('api.seller_member')
      .values({
        seller_id: sellerId,
        account_id: name('support'),
        user_id: addressOf(name('support')),
        role: 'finance',
      })
      .execute();
    expect((await support.get(`/admin/report/${id}`)).body.own).toBe(true);
    for (const [action, body] of [
      ['resolve', { note: 'x' }],
      ['resume', {}],
    ] as const)
      expect((await support.post(`/admin/report/${id}/${action}`, body)).body.refusal, action).toBe('own_conversation');
  });

  test('[S-12] two of them decide at the same moment: it is decided once', async () => {
    const { ask, ann, as } = await open();
    const { thread_id: id } = await ask();
    await ann.post(`/thread/${id}/report`, { reason: 'No answer.' });
    const support = await as('support');
    mails.length = 0;
    const decided = await Promise.all(
      ['One.', 'Two.'].map((note) => support.post(`/admin/report/${id}/resolve`, { note })),
    );
    expect(decided.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(decided.find(({ status }) => status === 409)?.body.refusal).toBe('no_report_waits');
    expect(mails).toHaveLength(1);
  });

  test('[S-12] find reports by shop and buyer, and read a long conversation page by page', async () => {
    const { ask, ann, bob, as, shop, owner, address } = await open();
    const { thread_id: id } = await ask('One');
    await ask('Two');
    await ann.post(`/thread/${id}/report`, { reason: 'No answer.' });
    const other = (await bob.post('/thread', { product_id: 'bird', text: 'Hello?' })).body.thread_id;
    await owner.post(`${shop}/${other}/report`, { reason: 'A robot.' });
    const support = await as('support');
    const found = async (q: string) =>
      (await support.get(`/admin/report?${new URLSearchParams({ q })}`)).body.map((report: Report) => report.thread_id);
    expect(await found('BO')).toEqual([other]);
    expect(await found(address)).toEqual([other, id]);
    expect(await found('data forge')).toEqual([other, id]);
    for (const q of ['%', '_', 'nobody', 'a\u0000b']) expect(await found(q), q).toEqual([]);
    const first = await support.get(`/admin/report/${id}?limit=1`);
    expect(texts(first.body)).toEqual(['Two']);
    const next = first.headers.get('link')?.match(/<\/api([^>]*)>/)?.[1] ?? '';
    const second = await support.get(next);
    expect(texts(second.body)).toEqual(['One']);
    expect(second.headers.get('link')).toBeNull();
    expect((await support.get(`/admin/report/${id}?after=x`)).status).toBe(400);
  });

  test('[S-12] see a thread about an order whose payment is disputed', async () => {
    const { ann, as, order, sellerId } = await open();
    await order('OURS', [sellerId]);
    const { body } = await ann.post('/thread', { order_id: 'OURS', text: 'Where is it?' });
    const support = await as('support');
    const path = `/admin/report/${body.thread_id}`;
    expect((await support.get(path)).status).toBe(404);
    await database.kysely
      .insertInto('api.dispute')
      .values({
        dispute_id: 'dp_1',
        order_id: 'OURS',
        state: 'open',
        reason: 'fraudulent',
        amount_cents: 1,
        created_at: new Date(),
        updated_at: new Date(),
      })
      .execute();
    expect((await support.get(path)).body).toMatchObject({ reports: [], messages: [{ text: 'Where is it?' }] });
  });
});
