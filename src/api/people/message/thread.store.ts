// Threads and their messages. Every question names who asks: the buyer's account, or the shop.
import { type Kysely, sql } from 'kysely';
import type { ReportDecision, ThreadBlocker, ThreadSide } from '#contract/people/message.ts';
import { microsOf, olderThan } from '#platform/database/newest-first.ts';
import type { ListCursor } from '../../http/list-cursor.rules.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { containsPattern } from '../../text/search-text.rules.ts';
import { otherSide, type Party, type StoredMessage, type StoredReport, type StoredThread } from './thread.rules.ts';

type Db = Kysely<ApiTables>;
type Page = { after: ListCursor | null; limit: number };

/** At most `limit` threads of the party, those with the newest messages first, from `after` on. */
export async function listThreads(db: Db, party: Party, page: Page): Promise<Array<StoredThread & { micros: string }>> {
  return of(party, threads(db))
    .select(microsOf('thread.last_at').as('micros'))
    .$if(page.after !== null, (query) =>
      query.where(olderThan(page.after as ListCursor, { moment: 'thread.last_at', id: 'thread.thread_id' })),
    )
    .orderBy('thread.last_at', 'desc')
    .orderBy('thread.thread_id')
    .limit(page.limit)
    .execute();
}

export async function findThread(db: Db, party: Party, threadId: string): Promise<StoredThread | null> {
  return (await of(party, threads(db)).where('thread.thread_id', '=', threadId).executeTakeFirst()) ?? null;
}

/** Nobody else writes into the thread until the transaction ends. */
export async function lockThread(transaction: Db, party: Party, threadId: string): Promise<StoredThread | null> {
  const locked = await of(party, transaction.selectFrom('api.thread as thread'))
    .select('thread.thread_id')
    .where('thread.thread_id', '=', threadId)
    .forUpdate()
    .executeTakeFirst();
  return locked ? findThread(transaction, party, threadId) : null;
}

/** Finds a thread of any owner: for the staff. */
export async function findAnyThread(db: Db, threadId: string): Promise<StoredThread | null> {
  return (await threads(db).where('thread.thread_id', '=', threadId).executeTakeFirst()) ?? null;
}

/** Locks a thread of any owner, while nobody else writes into it or decides about it: for the staff. */
export async function lockAnyThread(transaction: Db, threadId: string): Promise<StoredThread | null> {
  const locked = await transaction
    .selectFrom('api.thread')
    .select('thread_id')
    .where('thread_id', '=', threadId)
    .forUpdate()
    .executeTakeFirst();
  return locked ? findAnyThread(transaction, threadId) : null;
}

/** At most `limit` messages, newest first, from `after` on. Whose thread it is was asked before. */
export async function listMessages(
  db: Db,
  threadId: string,
  { after, limit }: Page,
): Promise<Array<StoredMessage & { micros: string }>> {
  return db
    .selectFrom('api.message as message')
    .select(['message.message_id', 'message.side', 'message.text', 'message.created_at'])
    .select(microsOf('message.created_at').as('micros'))
    .where('message.thread_id', '=', threadId)
    .$if(after !== null, (query) =>
      query.where(olderThan(after as ListCursor, { moment: 'message.created_at', id: 'message.message_id' })),
    )
    .orderBy('message.created_at', 'desc')
    .orderBy('message.message_id')
    .limit(limit)
    .execute();
}

/** Subject of a thread, and its shop. */
export type ThreadAbout = { seller_id: string } & (
  | { product_id: string; product_name: string; order_id: null }
  | { product_id: null; product_name: null; order_id: string }
);
type NewThread = ThreadAbout & { thread_id: string; account_id: string };

/** The thread of this buyer and shop about this thing, made when there is none. Answers its id. */
export async function openThread(transaction: Db, thread: NewThread, side: ThreadSide): Promise<string> {
  const same = transaction
    .selectFrom('api.thread')
    .select('thread_id')
    .where('account_id', '=', thread.account_id)
    .where('seller_id', '=', thread.seller_id)
    .where(thread.order_id !== null ? 'order_id' : 'product_id', '=', thread.order_id ?? thread.product_id);
  const known = await same.executeTakeFirst();
  if (known) return known.thread_id;
  await transaction
    .insertInto('api.thread')
    .values({ ...thread, last_side: side, ...(side === 'buyer' && { asked_at: sql`now()` }) })
    // Somebody else has begun it at this moment.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await same.executeTakeFirstOrThrow()).thread_id;
}

/**
 * Adds a message. Answers whether the other side is to be told by mail: it was not since it has last read. The thread must be locked.
 */
export async function addMessage(
  transaction: Db,
  message: { message_id: string; thread_id: string; side: ThreadSide; account_id: string; text: string },
): Promise<{ tell: boolean }> {
  const reader = otherSide(message.side);
  const before = await transaction
    .selectFrom('api.thread')
    .select(`${reader}_told as told`)
    .where('thread_id', '=', message.thread_id)
    .executeTakeFirstOrThrow();
  // The time is that of the moment and not of the transaction, which may have waited for another message.
  const { created_at: at } = await transaction
    .insertInto('api.message')
    .values({ ...message, created_at: sql`clock_timestamp()` })
    .returning('created_at')
    .executeTakeFirstOrThrow();
  await transaction
    .updateTable('api.thread')
    .set({
      last_at: at,
      last_side: message.side,
      ...(reader === 'buyer'
        ? {
            buyer_unread: sql`buyer_unread + 1`,
            buyer_told: true,
            answered_at: sql`case when asked_at is not null then coalesce(answered_at, clock_timestamp()) end`,
          }
        : { seller_unread: sql`seller_unread + 1`, seller_told: true }),
    })
    .where('thread_id', '=', message.thread_id)
    .execute();
  return { tell: !before.told };
}

/** The side has read everything, or everything as far as the message `upTo`: what the other side wrote after it stays unread. */
export async function markRead(db: Db, threadId: string, side: ThreadSide, upTo: string | null): Promise<void> {
  const unread = upTo === null ? sql<number>`0` : countAfter(threadId, otherSide(side), upTo);
  await db
    .updateTable('api.thread')
    .set(side === 'buyer' ? { buyer_unread: unread, buyer_told: false } : { seller_unread: unread, seller_told: false })
    .where('thread_id', '=', threadId)
    .where((eb) => eb.or([eb(`${side}_unread`, '>', 0), eb(`${side}_told`, '=', true)]))
    .execute();
}

function countAfter(threadId: string, writer: ThreadSide, messageId: string) {
  return sql<number>`(select count(*)::int from api.message as later where later.thread_id = ${threadId} and later.side = ${writer}
    and later.created_at > (select read.created_at from api.message as read
      where read.thread_id = ${threadId} and read.message_id = ${messageId}))`;
}

/** Nobody counts further by eye. */
const UNREAD_MOST = 100;

/** Threads with something unread, up to a hundred: of the account as a buyer, and of the shops that it writes for. One question. */
export async function countUnread(db: Db, accountId: string): Promise<{ buyer: number; sellers: number }> {
  const { rows } = await sql<{ buyer: number; sellers: number }>`select
    (select count(*)::int from (select from api.thread where account_id = ${accountId} and buyer_unread > 0
      limit ${UNREAD_MOST}) as own) as buyer,
    (select count(*)::int from (select from api.seller_member as member
      join api.thread as thread on thread.seller_id = member.seller_id and thread.seller_unread > 0
      where member.account_id = ${accountId} and member.role in ('owner', 'editor')
      limit ${UNREAD_MOST}) as of_shops) as sellers`.execute(db);
  return rows[0] ?? { buyer: 0, sellers: 0 };
}

type Pair = { sellerId: string; accountId: string };

/** `side` wants no more messages of the other, or wants them again; the staff end those of both. Answers whether that was new. */
export async function setBlock(
  db: Db,
  { sellerId, accountId }: Pair,
  side: ThreadBlocker,
  on: boolean,
): Promise<boolean> {
  if (on) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('api.thread_block')
      .values({ seller_id: sellerId, account_id: accountId, side })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return Number(numInsertedOrUpdatedRows) > 0;
  }
  const { numDeletedRows } = await db
    .deleteFrom('api.thread_block')
    .where('seller_id', '=', sellerId)
    .where('account_id', '=', accountId)
    .where('side', '=', side)
    .executeTakeFirst();
  return Number(numDeletedRows) > 0;
}

/** False where a report of this side waits already. */
export async function addReport(
  db: Db,
  report: { report_id: string; thread_id: string; side: ThreadSide; reason: string },
): Promise<boolean> {
  const added = await db
    .insertInto('api.report')
    .values(report)
    .onConflict((conflict) => conflict.doNothing())
    .returning('report_id')
    .executeTakeFirst();
  return added !== undefined;
}

/**
 * At most `limit` reports, newest first, from `after` on: those that wait, or those that are resolved. `search` is in the name or the address of
 * the shop, or in the name of the buyer.
 */
export async function listReports(
  db: Db,
  page: Page & { resolved: boolean; search?: string | undefined },
): Promise<Array<StoredReport & { micros: string }>> {
  return reports(db)
    .select(microsOf('report.created_at').as('micros'))
    .where('report.resolved_at', page.resolved ? 'is not' : 'is', null)
    .$if(Boolean(page.search), (query) =>
      query.where(
        sql<boolean>`lower(coalesce(seller.name, '')) || ' ' || coalesce(seller.address, '') || ' ' || lower(coalesce(${nameOf('thread.account_id')}, ''))
          like ${containsPattern(page.search as string)}`,
      ),
    )
    .$if(page.after !== null, (query) =>
      query.where(olderThan(page.after as ListCursor, { moment: 'report.created_at', id: 'report.report_id' })),
    )
    .orderBy('report.created_at', 'desc')
    .orderBy('report.report_id')
    .limit(page.limit)
    .execute();
}

export async function listReportsOf(db: Db, threadId: string, limit: number): Promise<StoredReport[]> {
  return reports(db)
    .where('report.thread_id', '=', threadId)
    .orderBy('report.created_at', 'desc')
    .limit(limit)
    .execute();
}

/** True if the payment of the order was ever disputed. */
export async function isDisputed(db: Db, orderId: string): Promise<boolean> {
  const row = await db
    .selectFrom('api.dispute')
    .select('dispute_id')
    .where('order_id', '=', orderId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

type Resolved = {
  threadId: string;
  by: string;
  at: Date;
  decision: ReportDecision;
  note: string;
  told: string;
};

/** Settles the reports of a thread that wait. Answers the sides that had made them. */
export async function resolveReports(db: Db, given: Resolved): Promise<ThreadSide[]> {
  const { threadId, at: resolved_at, by: resolved_by, decision, note, told } = given;
  const resolved = await db
    .updateTable('api.report')
    .set({ resolved_at, resolved_by, decision, note, told })
    .where('thread_id', '=', threadId)
    .where('resolved_at', 'is', null)
    .returning('side')
    .execute();
  return resolved.map(({ side }) => side);
}

/** Where mails for a side of the thread go to. A shop's go to its owners and editors. */
export async function findReaders(
  db: Db,
  thread: Pick<StoredThread, 'seller_id' | 'account_id'>,
  side: ThreadSide,
): Promise<string[]> {
  if (side === 'buyer') {
    const row = await db
      .selectFrom('api.user')
      .select('user_id')
      .where('account_id', '=', thread.account_id)
      .limit(1)
      .executeTakeFirst();
    return row ? [row.user_id] : [];
  }
  const rows = await db
    .selectFrom('api.seller_member')
    .select('user_id')
    .where('seller_id', '=', thread.seller_id)
    .where('role', 'in', ['owner', 'editor'])
    .orderBy('joined_at')
    .limit(20)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Finds a product to ask about: one on sale, and whose it is. */
export async function findAskedProduct(db: Db, productId: string) {
  return db
    .selectFrom('api.listed_product')
    .select(['product_id', 'product_name', 'seller_id'])
    .where('product_id', '=', productId)
    .executeTakeFirst();
}

/** An order that can be written about: whose it is, whether it is paid, and the shops that have sold lines of it. */
export async function findAskedOrder(db: Db, orderId: string) {
  const order = await db
    .selectFrom('api.order')
    .select(['order_id', 'account_id', 'paid_at'])
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  if (!order) return null;
  const sellers = await db
    .selectFrom('api.order_line as line')
    .innerJoin('api.seller as seller', 'seller.seller_id', 'line.seller_id')
    .select(['seller.seller_id', 'seller.address'])
    .distinct()
    .where('line.order_id', '=', orderId)
    .execute();
  return { ...order, sellers };
}

export async function isMember(db: Db, sellerId: string, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('api.seller_member')
    .select('role')
    .where('seller_id', '=', sellerId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row !== undefined;
}

function of<Query extends { where: (column: never, operator: never, value: never) => Query }>(
  party: Party,
  query: Query,
): Query {
  const [column, value] =
    party.side === 'buyer' ? ['thread.account_id', party.accountId] : ['thread.seller_id', party.sellerId];
  return query.where(column as never, '=' as never, value as never);
}

function threads(db: Db) {
  return db
    .selectFrom('api.thread as thread')
    .innerJoin('api.seller as seller', 'seller.seller_id', 'thread.seller_id')
    .select([
      'thread.thread_id',
      'thread.seller_id',
      'thread.account_id',
      'thread.product_id',
      'thread.product_name',
      'thread.order_id',
      'thread.last_at',
      'thread.last_side',
      'thread.buyer_unread',
      'thread.seller_unread',
      'seller.name as seller_name',
      'seller.address as seller_address',
      'seller.acting_state as seller_state',
    ])
    .select((eb) => [
      nameOf('thread.account_id').as('username'),
      eb
        .selectFrom('api.message as last')
        .select('last.text')
        .whereRef('last.thread_id', '=', 'thread.thread_id')
        .orderBy('last.created_at', 'desc')
        .orderBy('last.message_id')
        .limit(1)
        .as('last_text'),
      sql<ThreadBlocker[]>`array(select block.side from api.thread_block as block
        where block.seller_id = thread.seller_id and block.account_id = thread.account_id order by block.side)`.as(
        'blocked_by',
      ),
      sql<ThreadSide[]>`array(select report.side from api.report as report
        where report.thread_id = thread.thread_id and report.resolved_at is null)`.as('reported_by'),
    ]);
}

function reports(db: Db) {
  return db
    .selectFrom('api.report as report')
    .innerJoin('api.thread as thread', 'thread.thread_id', 'report.thread_id')
    .innerJoin('api.seller as seller', 'seller.seller_id', 'thread.seller_id')
    .select([
      'report.report_id',
      'report.thread_id',
      'report.side',
      'report.reason',
      'report.created_at',
      'report.resolved_at',
      'report.decision',
      'report.note',
      'report.told',
      'thread.product_id',
      'thread.product_name',
      'thread.order_id',
      'seller.name as seller_name',
      'seller.address as seller_address',
      'thread.account_id',
    ])
    .select([nameOf('thread.account_id').as('username'), nameOf('report.resolved_by').as('resolved_by')]);
}

/** The name of an account; null where it has left, or has never signed in here. */
function nameOf(account: 'thread.account_id' | 'report.resolved_by') {
  return sql<string | null>`(select account.username from api."user" as account
    where account.account_id = ${sql.ref(account)} limit 1)`;
}
