// State of the tables in the end: every row that was acknowledged is there once, and the sums are right.
import { readdir } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import { outboxFolder } from '#mail/transport/outbox-files.ts';
import type { Tables } from '#main/tables.ts';
import { openMailbox } from '../cluster/visitors.ts';
import { isPaid, type Ledger } from './ledger.ts';
import type { Place, Wares } from './place.ts';
import type { Finding } from './rounds/finding.ts';

type Db = Kysely<Tables>;

export type Books = { lost: string[]; doubled: string[]; faults: string[] };

export function emptyBooks(): Books {
  return { lost: [], doubled: [], faults: [] };
}

/** Pending orders that nobody will hear of any more by themselves; asked some minutes after the last order. */
export async function findStuckOrders(db: Db): Promise<string[]> {
  const { rows } = await sql<{ order_id: string; reason: string }>`
    select order_id, case when session_id is null then 'no session was made for it' else 'it was paid' end as reason
    from api."order" left join payments.checkout_session as session on session.id = session_id
    where "order".status = 'pending' and (session_id is null or session.status = 'complete')`.execute(db);
  return rows.map(({ order_id, reason }) => `order ${order_id} is still pending, and ${reason}`);
}

/** As if half an hour had passed: nobody can pay for what is pending any more. */
export async function endWaiting(db: Db): Promise<string[]> {
  const { rows } = await sql<{
    order_id: string;
  }>`update api."order" set expires_at = now() - interval '1 second', next_check_at = now()
    where status = 'pending' returning order_id`.execute(db);
  return rows.map(({ order_id }) => order_id);
}

export async function readOrderBooks(db: Db, ledger: Ledger, refunded: ReadonlySet<string>): Promise<Books> {
  const books = emptyBooks();
  const { rows } = await sql<{
    order_id: string;
    status: string;
    payments: number;
    captured: number;
    given_back: number;
    total_cents: number;
    refunded_cents: number;
    open_refunds: number;
  }>`select order_id, status, total_cents, refunded_cents,
      (select count(*)::int from payments.checkout_session as session where session.client_reference_id = order_id
        and session.status = 'complete') as payments,
      (select coalesce(sum(amount_received), 0)::int from payments.checkout_session as session
        join payments.payment_intent as intent on intent.id = session.payment_intent
        where session.client_reference_id = order_id) as captured,
      (select coalesce(sum(amount_refunded), 0)::int from payments.checkout_session as session
        join payments.payment_intent as intent on intent.id = session.payment_intent
        where session.client_reference_id = order_id) as given_back,
      (select count(*)::int from api.refund where refund.order_id = "order".order_id and state in ('decided', 'pending')) as open_refunds
    from api."order"`.execute(db);
  const stored = new Map(rows.map((row) => [row.order_id, row]));
  for (const order of ledger.orders.values()) {
    const row = stored.get(order.id);
    if (!row) books.lost.push(`order ${order.id} is not there`);
    else if (isPaid(order) && !['paid', 'refunded'].includes(row.status))
      books.lost.push(`order ${order.id} was paid, and is ${row.status}`);
  }
  for (const id of refunded)
    if (stored.get(id)?.status !== 'refunded') books.lost.push(`order ${id} was refunded, and is not`);
  for (const { order_id, status, payments, captured, given_back, ...row } of rows) {
    const owed = status === 'paid' || status === 'refunded' ? row.total_cents : 0;
    if (payments > 1) books.doubled.push(`order ${order_id} was paid ${payments} times`);
    if (captured !== owed) books.faults.push(`of order ${order_id}, which is ${status}, ${captured} cents were taken`);
    if (given_back !== row.refunded_cents)
      books.faults.push(`of order ${order_id} ${row.refunded_cents} cents are refunded, and ${given_back} given back`);
    if (row.open_refunds > 0) books.faults.push(`a refund of order ${order_id} was decided and not carried out`);
    if (status === 'pending') books.faults.push(`order ${order_id} is pending for ever`);
  }
  return books;
}

/** Stock, holds and coupons, as the orders have them. */
export async function readStockBooks(db: Db, wares: Wares): Promise<Books> {
  const books = emptyBooks();
  const { rows: products } = await sql<{ product_id: string; stock: number; held: number; sold: number }>`
    select product_id, stock::int, held::int, (select coalesce(sum(quantity), 0)::int from api.order_line as line
      join api."order" using (order_id)
      where line.product_id = product.product_id and counted and status in ('paid', 'fulfilled')) as sold
    from api.product where product_id = any(${[...wares.counted.keys()]}::text[])`.execute(db);
  for (const { product_id, stock, held, sold } of products) {
    const initial = wares.counted.get(product_id) ?? 0;
    if (stock !== initial - sold)
      books.faults.push(`of ${product_id} there are ${stock}: there were ${initial}, and ${sold} are sold`);
    if (held !== 0) books.faults.push(`${held} of ${product_id} are held for nobody`);
  }
  const { rows: coupons } = await sql<{ code: string; used: number; uses: number; orders: number }>`
    select code, used, (select count(*)::int from api.coupon_use as use where use.code = coupon.code) as uses,
      (select count(*)::int from api."order" where coupon_code = code and status in ('paid', 'fulfilled', 'refunded')) as orders
    from api.coupon`.execute(db);
  for (const { code, used, uses, orders } of coupons)
    if (used !== uses || used !== orders || used > (wares.coupons.get(code) ?? 0))
      books.faults.push(`coupon ${code} was used ${used} times, noted for ${uses} orders and taken by ${orders}`);
  return books;
}

export async function readPeopleBooks(db: Db, ledger: Ledger): Promise<Books> {
  const books = emptyBooks();
  const { rows: users } = await sql<{ email: string; times: number; status: string }>`
    select email, count(*)::int as times, min(status) as status from identity."user" group by email`.execute(db);
  const accounts = new Map(users.map((user) => [user.email, user]));
  for (const { email, confirmed } of ledger.accounts.values()) {
    const user = accounts.get(email);
    if (!user) books.lost.push(`the account of ${email} is not there`);
    else if (confirmed && user.status !== 'CONFIRMED') books.lost.push(`the account of ${email} is ${user.status}`);
    if (user && user.times > 1) books.doubled.push(`${email} has ${user.times} accounts`);
  }
  const { rows: records } = await sql<{ account_id: string; times: number }>`
    select account_id, count(*)::int as times from api."user" where account_id is not null
    group by account_id having count(*) > 1`.execute(db);
  for (const { account_id, times } of records) books.doubled.push(`account ${account_id} has ${times} records`);
  return books;
}

export async function readReviewBooks(db: Db, ledger: Ledger): Promise<Books> {
  const books = emptyBooks();
  const { rows } = await sql<{ user_email: string; product_id: string; texts: string[] }>`
    select user_email, product_id, array_agg(review_text) as texts from api.review group by user_email, product_id`.execute(
    db,
  );
  const stored = new Map(rows.map((row) => [`${row.user_email} ${row.product_id}`, row.texts]));
  for (const [key, { text, perhaps }] of ledger.reviews) {
    const texts = stored.get(key) ?? [];
    if (texts.length > 1) books.doubled.push(`${key}: ${texts.length} reviews`);
    if (!texts.some((given) => given === text || perhaps.includes(given))) books.lost.push(`the review ${key}`);
  }
  return books;
}

/** One confirmation for each paid order, one code for each sign-up, and nothing left in the outboxes. */
export async function readMailBooks(db: Db, place: Place, ledger: Ledger): Promise<Books & { mails: number }> {
  const books = emptyBooks();
  const mails = await openMailbox(place.dataDir).find(() => true);
  const confirmations = count(mails.map(({ subject }) => subject.match(/^Your Hearth order (\w+)$/)?.[1]));
  // In place of both: what was paid after the order's time was given back at once.
  const late = count(
    mails.map(({ subject }) => subject.match(/^Your Hearth payment for order (\w+) is refunded$/)?.[1]),
  );
  const refunds = count(
    mails.map(({ subject }) => subject.match(/^A refund of \S+ for your Hearth order (\w+)$/)?.[1]),
  );
  const codes = count(mails.filter(({ code }) => code !== null).map(({ to }) => to));
  const { rows } = await sql<{ order_id: string; status: string; paid_at: Date | null }>`
    select order_id, status, paid_at from api."order"`.execute(db);
  for (const { order_id, status, paid_at } of rows) {
    expect(books, `order ${order_id}`, (confirmations.get(order_id) ?? 0) + (late.get(order_id) ?? 0), paid_at ? 1 : 0);
    expect(
      books,
      `the refund of order ${order_id}`,
      (refunds.get(order_id) ?? 0) + (late.get(order_id) ?? 0),
      status === 'refunded' ? 1 : 0,
    );
  }
  for (const email of ledger.accounts.keys()) expect(books, `the sign-up of ${email}`, codes.get(email) ?? 0, 1);
  const { rows: left } = await sql<{ outbox: string; state: string; rows: number }>`
    select 'mail' as outbox, state, count(*)::int as rows from mail.outbox where state <> 'sent' group by state
    union all
    select 'webhook', state, count(*)::int from payments.webhook_delivery where state <> 'sent' group by state`.execute(
    db,
  );
  for (const { outbox, state, rows: number } of left)
    books.faults.push(`${number} rows of the ${outbox} outbox are ${state}`);
  const odd = (await readdir(outboxFolder(place.dataDir))).filter((name) => !name.endsWith('.eml'));
  if (odd.length > 0) books.faults.push(`the outbox has files that were never finished: ${odd.join(', ')}`);
  return { ...books, mails: mails.length };
}

function count(names: Array<string | undefined>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function expect(books: Books, what: string, mails: number, wanted: number) {
  if (mails < wanted) books.lost.push(`${what} has no mail`);
  if (mails > wanted) books.doubled.push(`${what} has ${mails} mails in place of ${wanted}`);
}

export function findingOf(what: string, rounds: number, acknowledged: number, books: Books): Finding {
  return {
    what,
    rounds,
    acknowledged,
    lost: new Set(books.lost).size,
    doubled: new Set(books.doubled).size,
    faults: [...new Set([...books.lost, ...books.doubled, ...books.faults])],
  };
}
