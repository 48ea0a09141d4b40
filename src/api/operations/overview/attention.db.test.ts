import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AttentionKind, attentionKinds } from '#contract/operations/attention.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { aReview } from '../../../../test/factories/review.ts';
import { addressOf, storeSeller, storeStaff } from '../../../../test/factories/seller.ts';
import { aUser } from '../../../../test/factories/user.ts';
import { startApi } from '../../../../test/parts/api.ts';
import { actionsOf } from '../../access/access.rules.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { attention } from './attention.rules.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let db: Kysely<ApiTables>;
let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.kysely as unknown as Kysely<ApiTables>;
  api = await startApi(database);
});
beforeEach(() => emptyDatabase(database));
afterAll(async () => {
  await api.close();
  await database.close();
});

const roles = ['admin', 'finance', 'catalogue', 'support'] as const;

async function overviewOf(role: (typeof roles)[number]) {
  await storeStaff(database, role, role);
  const client = await api.signIn({ email: addressOf(role), nickname: role }, { sub: role });
  return (await client.get('/admin/overview')).body;
}

async function waiting(
  role: (typeof roles)[number],
): Promise<Record<string, { count: number; more: boolean; at: string; amount: number }>> {
  const { attention: told } = await overviewOf(role);
  return Object.fromEntries(told.map((item: { kind: string }) => [item.kind, item]));
}

const anOrder = (id: string, status: string) =>
  sql`
  insert into api."order" (order_id, user_id, payment_method, status, review_reason, resume_status, subtotal_cents, total_cents, paid_at, created_at, expires_at, updated_at)
  values (${id}, 'jane@example.com', 'transfer', ${status}, ${status === 'in_review' ? 'dispute' : null}, ${status === 'in_review' ? 'paid' : null},
    2500, 2500, now(), now(), now(), now())`.execute(db);

/** One of each that somebody has to do something about, beside one of which nobody has. */
async function oneOfEach() {
  const sellerId = await storeSeller(database, {}, { ada: 'owner' });
  for (const id of ['reviewed', 'late-refund', 'again', 'fine'])
    await anOrder(id, id === 'reviewed' ? 'in_review' : 'paid');
  await sql`insert into api.refund (refund_id, order_id, amount_cents, reason, state, created_at) values
    ('r1', 'fine', 700, '', 'failed', now() - interval '3 days'), ('r2', 'late-refund', 800, '', 'pending', now() - interval '2 days'),
    ('r3', 'again', 900, '', 'failed', now() - interval '3 days'), ('r4', 'again', 900, '', 'succeeded', now() - interval '1 day'),
    ('r5', 'reviewed', 100, '', 'pending', now())`.execute(db);
  await sql`insert into api.dispute (dispute_id, order_id, state, reason, amount_cents, evidence_due_at, created_at, updated_at) values
    ('d1', 'reviewed', 'open', 'fraudulent', 2500, '2026-12-01T12:00:00Z', now(), now()), ('d2', 'fine', 'won', 'fraudulent', 2500, null, now(), now())`.execute(
    db,
  );
  await db
    .insertInto('api.user')
    .values(aUser({ user_id: 'jane@example.com' }))
    .execute();
  await db
    .insertInto('api.product')
    .values(aProduct({ product_id: 'gpu', seller_id: sellerId, version: 1 }))
    .execute();
  const review = { product_id: 'gpu', user_email: 'jane@example.com' };
  await db
    .insertInto('api.review')
    .values(aReview({ ...review, review_id: 'bad' }))
    .execute();
  await db.insertInto('api.review_queue').values({ review_id: 'bad', reports: 1 }).execute();
}

test('[B-04] what needs somebody is told with its number, its time and what it is about; what needs nobody is not', async () => {
  await oneOfEach();
  const found = await waiting('admin');
  expect(found.orders_in_review).toMatchObject({
    count: 1,
    more: false,
    amount: 25,
    address: '/admin/orders?state=in_review',
  });
  expect(found.refunds_failed).toMatchObject({ count: 1, amount: 7 });
  expect(found.refunds_waiting).toMatchObject({ count: 1, amount: 8 });
  expect(found.card_disputes).toMatchObject({ count: 1, amount: 25, at: '2026-12-01T12:00:00.000Z' });
  expect(found.reviews_waiting).toMatchObject({ count: 1, amount: null });
  expect(Object.keys(found)).not.toContain('payouts_pending');
});

test('[B-04] nobody is told of what they may not read', async () => {
  await oneOfEach();
  for (const role of roles) {
    const may = actionsOf(role);
    const kinds = Object.keys(await waiting(role)) as AttentionKind[];
    for (const kind of kinds) expect(may, `${role}: ${kind}`).toContain(attention[kind].needs);
    const expected = ['orders_in_review', 'refunds_failed', 'card_disputes', 'reviews_waiting'] as const;
    for (const kind of expected)
      expect(kinds.includes(kind), `${role}: ${kind}`).toBe(may.includes(attention[kind].needs));
  }
});

test('[B-04] no more than a thousand are counted, which is said', async () => {
  await sql`insert into api."order" (order_id, user_id, payment_method, status, review_reason, resume_status, subtotal_cents, total_cents, created_at, expires_at, updated_at)
    select 'o' || n, 'jane@example.com', 'transfer', case when n <= 1001 then 'in_review' else 'pending' end, case when n <= 1001 then 'dispute' end,
      case when n <= 1001 then 'paid' end, 100, 100, now(), now() + interval '1 day', now() from generate_series(1, 2100) as n`.execute(
    db,
  );
  expect((await waiting('admin')).orders_in_review).toMatchObject({ count: 1_000, more: true });
  expect((await overviewOf('admin')).orders_waiting).toEqual({ count: 1_000, more: true });
});

test('[B-04] every kind has a place where it is dealt with', () => {
  for (const kind of attentionKinds) expect(attention[kind].address).toMatch(/^\/(admin|profile)\//);
});
