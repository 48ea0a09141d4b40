// Readers report reviews; the staff hide them and show them again, with a reason that the author gets.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Message } from '#mail/mailer.ts';
import { cacheAddress } from '#main/config/cache-address.ts';
import { listAudit } from '#platform/audit/audit-log.ts';
import { cacheResponses } from '#platform/cache/response-cache.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { aReview } from '../../../../test/factories/review.ts';
import { addressOf, storeSeller, storeStaff } from '../../../../test/factories/seller.ts';
import { startApi } from '../../../../test/parts/api.ts';
import type { StaffReview } from '../../../contract/catalogue/review-report.schema.ts';

type Api = Awaited<ReturnType<typeof startApi>>;
type Client = Awaited<ReturnType<Api['signIn']>>;

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let api: Api;
/** Jane has written the review; John, Eve and the shop's owner read it; Sam and Kim are of the staff. */
let jane: Client;
let john: Client;
let eve: Client;
let owner: Client;
let sam: Client;
let kim: Client;
let id: string;
const sent: Message[] = [];

const text = 'They are thieves, all of them.';
const long = 'x'.repeat(1_001);
const why = 'It insults people.';

beforeAll(async () => {
  database = await openTestDatabase();
  api = await startApi(database, { sendMail: async (_transaction, message) => void sent.push(message) });
});
afterAll(async () => {
  await api.close();
  await database.close();
});
beforeEach(async () => {
  await emptyDatabase(database);
  const ownerId = `owner-${randomUUID()}`;
  const sellerId = await storeSeller(database, { name: 'Birds' }, { [ownerId]: 'editor' });
  await database.kysely
    .insertInto('api.product')
    .values([
      aProduct({ product_id: 'gpu', product_name: 'GPU', seller_id: sellerId }),
      aProduct({ product_id: 'cpu' }),
    ])
    .execute();
  await storeStaff(database, 'sam', 'support');
  await storeStaff(database, 'kim', 'catalogue');
  jane = await customer('jane');
  john = await customer('john');
  eve = await customer('eve');
  owner = await api.signIn({ email: addressOf(ownerId) }, { sub: ownerId });
  sam = await api.signIn({ email: addressOf('sam'), nickname: 'Sam' }, { sub: 'sam' });
  kim = await api.signIn({ email: addressOf('kim'), nickname: 'Kim' }, { sub: 'kim' });
  for (const client of [john, eve])
    await client.post('/review', { product_id: 'cpu', rate: 5, review_text: 'Very good.' });
  ({ review_id: id } = (await jane.post('/review', { product_id: 'gpu', rate: 1, review_text: text })).body);
  sent.length = 0;
});

/** Accounts of their own for every test: one may report only so much in an hour. */
function customer(name: string): Promise<Client> {
  return api.signIn({ email: addressOf(name), nickname: name }, { sub: `${name}-${randomUUID()}` });
}

const report = (by: Client, given: object = { reason: 'insult' }) => by.post(`/review/${id}/report`, given);
const read = async (by = sam): Promise<StaffReview> => (await by.get(`/admin/review/${id}`)).body;
async function decide(step: 'hide' | 'show' | 'dismiss', by = sam, given: object = {}) {
  const { review } = await read(kim);
  return by.post(`/admin/review/${id}/${step}`, { reason: why, seen: review.updated_at, ...given });
}
const shown = async () => (await api.get('/review/product/gpu')).body as Array<{ review_id: string }>;
const count = async () => (await api.get('/review/product/gpu/summary')).body;
const mails = () => sent.map(({ to, subject }) => `${to}: ${subject}`).toSorted();
const noted = () => listAudit(database.kysely, { subject: id, limit: 10 });

describe('readers', () => {
  test('[B-11] report a review once, and the staff find it in the queue with who and why', async () => {
    expect((await report(john)).status).toBe(204);
    expect((await report(john, { reason: 'spam' })).status, 'once is enough').toBe(204);
    expect((await report(eve, { reason: 'other', text: 'It names my neighbour.' })).status).toBe(204);
    const { reports, waiting, own, author, product } = await read();
    expect(reports).toMatchObject([
      { by: 'eve', by_shop: false, reason: 'other', text: 'It names my neighbour.', decision: null },
      { by: 'john', by_shop: false, reason: 'insult', text: '', decision: null },
    ]);
    expect(waiting).toMatchObject({ reports: 2, edited: false });
    expect(own).toBeNull();
    expect(author.name).toBe('jane');
    expect(product).toMatchObject({ product_name: 'GPU', listed: true, seller: { name: 'Birds' } });
  });

  test('[B-11] of the shop may report it too; its author may not, and nobody who is not signed in', async () => {
    expect((await report(owner)).status).toBe(204);
    expect((await read()).reports).toMatchObject([{ by_shop: true }]);
    expect((await report(jane)).body.refusal).toBe('own_review');
    expect((await api.post(`/review/${id}/report`, { reason: 'spam' })).status).toBe(401);
  });

  test.each<[object]>([
    [{ reason: 'boring' }],
    [{ reason: 'other' }],
    [{ reason: 'other', text: '   ' }],
    [{ reason: 'spam', text: long }],
    [{ reason: 'spam', text: 'a\0b' }],
    [{ reason: 'spam', text: '\ud800' }],
    [{}],
  ])('[B-11] a report of %j is refused', async (given) => {
    expect((await report(john, given)).status).toBe(400);
    expect((await read()).waiting).toBeNull();
  });

  test('[B-11] cannot report what is not there for them', async () => {
    for (const other of ['nobody', '%00', '%ED%A0%80', 'x'.repeat(3_000)])
      expect([400, 404, 414], other).toContain((await john.post(`/review/${other}/report`, { reason: 'spam' })).status);
    await decide('hide');
    expect((await report(john)).status, 'a hidden one').toBe(404);
    await database.kysely.updateTable('api.product').set({ listed: false }).execute();
    await decide('show');
    expect((await report(john)).status, 'of a product that is not listed').toBe(404);
  });

  test('[B-11] report again once its author has changed what was left as it is, and not before', async () => {
    await report(john);
    await decide('dismiss');
    await report(john);
    expect((await read()).waiting).toBeNull();
    await jane.post('/review', { product_id: 'gpu', rate: 1, review_text: 'Worse than before.' });
    await report(john);
    expect((await read()).waiting).toMatchObject({ reports: 1 });
    expect((await read()).reports).toHaveLength(2);
  });

  test('[B-11] report ten reviews an hour', async () => {
    const others = Array.from({ length: 11 }, (_, number) => `reader-${number}`);
    await database.kysely
      .insertInto('api.user')
      .values(others.map((name) => ({ user_id: addressOf(name), username: name })))
      .execute();
    const reviews = others.map((name) => aReview({ product_id: 'gpu', user_email: addressOf(name) }));
    await database.kysely.insertInto('api.review').values(reviews).execute();
    const answers = [];
    for (const { review_id } of reviews)
      answers.push(await john.post(`/review/${review_id}/report`, { reason: 'spam' }));
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(204), 429]);
    expect(answers.at(-1)?.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  test('[B-11] who leaves has reported nothing any more', async () => {
    await report(john);
    expect((await john.delete(`/user/${addressOf('john')}`)).status).toBe(204);
    expect((await read()).reports).toMatchObject([{ by: null }]);
    expect((await decide('hide')).status).toBe(200);
    expect(mails()).toEqual([
      `${addressOf('jane')}: Your review of GPU is hidden`,
      `${addressOf('john')}: Your Hearth account is deleted`,
    ]);
  });
});

describe('the staff', () => {
  test('[B-11] hide a review: it leaves the page, the average and the caches at once, and its author reads why', async () => {
    const site = cacheResponses(api, {
      version: api.version.current,
      maxBytes: 1_000_000,
      addressOf: (url) => cacheAddress(api.addresses, url, 'http://shop.test'),
    });
    const cached = async () => (await site.fetch(new Request('http://shop.test/api/review/product/gpu'))).json();
    const before = api.version.current();
    await report(john);
    await api.version.refresh();
    expect(api.version.current(), 'a report is nothing that visitors see').toBe(before);
    expect(await cached()).toHaveLength(1);
    expect(await count()).toMatchObject({ count: 1, average: 1 });
    const { status, body } = await decide('hide');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      review: { show: false, hidden_reason: why },
      waiting: null,
      reports: [{ by: 'john', decision: 'hide' }],
      decisions: [{ action: 'hide', by: 'sam', reason: why, reports: 1, rate: 1, review_text: text }],
    });
    expect(await cached()).toEqual([]);
    expect(await shown()).toEqual([]);
    expect(await count()).toMatchObject({ count: 0, average: null });
    const [own] = (await jane.get('/review/product/gpu?mine=true')).body;
    expect(own).toMatchObject({ review_id: id, show: false, hidden_reason: why, review_text: text });
    expect((await jane.get('/review/product/gpu')).body).toEqual([]);
    expect((await john.get('/review/product/gpu?mine=true')).body).toEqual([]);
  });

  test('[B-11] tell the author why, and who reported it what became of it, each what concerns them', async () => {
    await report(john);
    await report(owner);
    await decide('hide');
    expect(sent).toHaveLength(3);
    const [author] = sent.filter(({ to }) => to === addressOf('jane'));
    expect(author?.paragraphs.join(' ')).toContain(`Why: ${why}`);
    for (const { paragraphs } of sent.filter(({ to }) => to !== addressOf('jane'))) {
      expect(paragraphs.join(' ')).toContain('It is hidden now.');
      expect(paragraphs.join(' ')).not.toContain(why);
    }
    await decide('show', kim, { reason: 'It was a quotation.' });
    const [again] = sent.slice(3);
    expect(again).toMatchObject({ to: addressOf('jane'), subject: 'Your review of GPU is shown again' });
    expect(again?.paragraphs.join(' ')).toContain('Why: It was a quotation.');
    expect(await shown()).toMatchObject([{ review_id: id }]);
    expect(await count()).toMatchObject({ count: 1, average: 1 });
  });

  test('[B-11] leave a review as it is: its reports are settled, who made them is told, its author is not', async () => {
    await report(john);
    expect((await decide('dismiss', sam, { reason: '' })).body.reports).toMatchObject([{ decision: 'dismiss' }]);
    expect(mails()).toEqual([`${addressOf('john')}: Your report of a review of GPU`]);
    expect(await shown()).toHaveLength(1);
    expect((await decide('dismiss')).body.refusal).toBe('no_report_waits');
  });

  test('[B-11] decide once, whoever is first; every decision is in the audit log, and what is refused is not', async () => {
    await report(john);
    const both = await Promise.all([decide('hide', sam), decide('hide', kim)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.refusal).toBe('already_hidden');
    expect((await decide('show')).status).toBe(200);
    expect((await decide('show')).body.refusal).toBe('not_hidden');
    expect(await noted()).toMatchObject([
      { action: 'review.hidden', details: { reports: 1, reason: why, product: 'gpu' } },
      { action: 'review.shown', details: { by: 'sam', reports: 0 } },
    ]);
    expect(sent.filter(({ to }) => to === addressOf('jane'))).toHaveLength(2);
  });

  test('[B-11] do not decide about another text than they have read', async () => {
    await report(john);
    const { review } = await read();
    await jane.post('/review', { product_id: 'gpu', rate: 2, review_text: 'Not to my liking.' });
    const { status, body } = await decide('hide', sam, { seen: review.updated_at });
    expect([status, body.refusal]).toEqual([409, 'review_changed']);
    expect(await shown()).toHaveLength(1);
  });

  test('[B-11] do not decide about their own reviews, or about those of products of their own shop', async () => {
    const mine = await kim.post('/review', { product_id: 'cpu', rate: 5, review_text: 'Best of all.' });
    const { body } = await kim.get(`/admin/review/${mine.body.review_id}`);
    expect(body.own).toBe('review');
    const given = { reason: why, seen: body.review.updated_at };
    expect((await kim.post(`/admin/review/${mine.body.review_id}/hide`, given)).body.refusal).toBe('own_review');
    const { seller_id } = await database.kysely.selectFrom('api.seller').select('seller_id').executeTakeFirstOrThrow();
    await database.kysely
      .insertInto('api.seller_member')
      .values({ seller_id, account_id: 'sam', user_id: addressOf('sam'), role: 'finance' })
      .execute();
    expect((await read(sam)).own).toBe('shop');
    for (const step of ['hide', 'show', 'dismiss'] as const)
      expect((await decide(step, sam)).body.refusal).toBe('own_shop');
  });

  test.each<[object]>([[{ reason: 'no' }], [{ reason: long }], [{ reason: 'a\0bcdef' }], [{ seen: 'today' }]])(
    '[B-11] a decision with %j is refused',
    async (given) => {
      expect((await decide('hide', sam, given)).status).toBe(400);
      expect(await shown()).toHaveLength(1);
    },
  );

  test('[B-11] find nothing at an address of no review', async () => {
    for (const other of ['nobody', '%00', '%ED%A0%80'])
      expect([400, 404]).toContain((await sam.get(`/admin/review/${other}`)).status);
    const given = { reason: why, seen: new Date().toISOString() };
    expect((await sam.post('/admin/review/nobody/hide', given)).status).toBe(404);
    expect((await sam.post('/admin/review/%00/hide', given)).status).toBe(404);
  });

  test('[B-11] go from one that waits to the next, oldest first', async () => {
    const others = ['b', 'c'].map((name) =>
      aReview({ review_id: name, product_id: 'gpu', user_email: addressOf('sam') }),
    );
    for (const [index, other] of others.entries())
      await database.kysely
        .insertInto('api.review')
        .values({ ...other, user_email: addressOf(['john', 'eve'][index] ?? '') })
        .execute();
    const at = (day: number) => new Date(Date.UTC(2026, 10, day));
    await database.kysely
      .insertInto('api.review_queue')
      .values([
        { review_id: id, since: at(2), reports: 1 },
        { review_id: 'b', since: at(1), reports: 1 },
        { review_id: 'c', since: at(3), reports: 1 },
      ])
      .execute();
    const next = async (of: string) => (await sam.get(`/admin/review/${of}`)).body.next;
    expect([await next('b'), await next(id), await next('c')]).toEqual([id, 'c', 'b']);
    await decide('dismiss');
    expect([await next('b'), await next(id)]).toEqual(['c', 'b']);
  });
});

describe('the author of a hidden review', () => {
  beforeEach(async () => {
    await decide('hide');
  });

  test('[B-11] edits it: it stays hidden, and the staff see the edit beside what it said', async () => {
    const edited = await jane.post('/review', { product_id: 'gpu', rate: 3, review_text: 'Does not work for me.' });
    expect([edited.status, edited.body.show, edited.body.hidden_reason]).toEqual([200, false, why]);
    expect(await shown()).toEqual([]);
    const seen = await read();
    expect(seen).toMatchObject({
      waiting: { reports: 0, edited: true },
      review: { review_text: 'Does not work for me.', show: false },
      decisions: [{ review_text: text }],
    });
    expect((await decide('show', sam, { reason: 'It is fine now.' })).body.waiting).toBeNull();
    expect(await shown()).toHaveLength(1);
  });

  test('[B-11] does not get around it by deleting the review and posting another', async () => {
    expect((await jane.delete(`/review/${id}`)).status).toBe(204);
    const again = await jane.post('/review', { product_id: 'gpu', rate: 1, review_text: 'Thieves, I say.' });
    expect([again.status, again.body.show, again.body.hidden_reason]).toEqual([201, false, why]);
    expect(await shown()).toEqual([]);
    expect((await sam.get(`/admin/review/${again.body.review_id}`)).body.waiting).toMatchObject({ edited: true });
    expect(
      (await jane.post('/review', { product_id: 'cpu', rate: 1, review_text: 'Slow, very slow.' })).body.show,
    ).toBe(true);
  });
});
