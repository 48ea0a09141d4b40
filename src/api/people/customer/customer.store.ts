// The shop's own data of one customer.
import { type Kysely, sql } from 'kysely';
import { microsOf } from '#platform/database/newest-first.ts';
import type { ApiTables } from '../../schema/schema.ts';

type Db = Kysely<ApiTables>;
const FEW = 5;

export type StoredCustomer = NonNullable<Awaited<ReturnType<typeof findCustomer>>>;

/** By the account, or by the address where no account has come yet. */
export function findCustomer(db: Db, id: string) {
  return db
    .selectFrom('api.user')
    .select(['user_id', 'account_id', 'username', 'phone', 'addresses', 'user_type', 'staff_role', 'created_at'])
    .where((eb) => eb.or([eb('account_id', '=', id), eb.and([eb('user_id', '=', id), eb('account_id', 'is', null)])]))
    .executeTakeFirst();
}

const newestOrders = (db: Db, accountId: string | null) =>
  db
    .selectFrom('api.order')
    .select(['order_id', 'status', 'total_cents', 'created_at'])
    .where('account_id', '=', accountId ?? '')
    .orderBy('created_at', 'desc')
    .orderBy('order_id');

export const listNewestOrders = (db: Db, accountId: string | null) => newestOrders(db, accountId).limit(FEW).execute();

export function listNewestReviews(db: Db, userId: string) {
  return db
    .selectFrom('api.review as review')
    .leftJoin('api.product as product', 'product.product_id', 'review.product_id')
    .select([
      'review.review_id',
      'review.rate',
      'review.review_text',
      'review.show',
      'review.updated_at',
      'review.product_id',
    ])
    .select('product.product_name')
    .where('review.user_email', '=', userId)
    .orderBy('review.updated_at', 'desc')
    .limit(FEW)
    .execute();
}

/** Conversations that the customer, or the shop, has reported. */
export function listNewestReports(db: Db, accountId: string | null) {
  return db
    .selectFrom('api.report as report')
    .innerJoin('api.thread as thread', 'thread.thread_id', 'report.thread_id')
    .innerJoin('api.seller as seller', 'seller.seller_id', 'thread.seller_id')
    .select([
      'report.thread_id',
      'report.side',
      'report.reason',
      'report.created_at',
      'report.resolved_at',
      'seller.name',
    ])
    .where('thread.account_id', '=', accountId ?? '')
    .orderBy('report.created_at', 'desc')
    .limit(FEW)
    .execute();
}

export function listShopsOf(db: Db, accountId: string | null) {
  return db
    .selectFrom('api.seller_member as member')
    .innerJoin('api.seller as seller', 'seller.seller_id', 'member.seller_id')
    .select(['member.seller_id', 'member.role', 'seller.name', 'seller.state'])
    .where('member.account_id', '=', accountId ?? '')
    .orderBy('member.seller_id')
    .execute();
}

type CustomerCounts = Record<
  | 'orders'
  | 'reviews'
  | 'reports'
  | 'library'
  | 'saved'
  | 'cart'
  | 'tokens'
  | 'ssh_keys'
  | 'invoices'
  | 'messages'
  | 'downloads',
  number
>;

/** How much there is of what, under the account and the address. */
export async function countOf(
  db: Db,
  { account_id, user_id }: { account_id: string | null; user_id: string },
): Promise<CustomerCounts> {
  const account = account_id ?? '';
  const { rows } = await sql<CustomerCounts>`select
    (select count(*)::int from api."order" where account_id = ${account}) as orders,
    (select count(*)::int from api.review where user_email = ${user_id}) as reviews,
    (select count(*)::int from api.report join api.thread using (thread_id) where thread.account_id = ${account}) as reports,
    (select count(*)::int from api.entitlement where account_id = ${account}) as library,
    (select count(*)::int from api.saved_product where account_id = ${account})
      + (select count(*)::int from api.saved_search where account_id = ${account}) as saved,
    (select count(*)::int from api.cart_item where account_id = ${account}) as cart,
    (select count(*)::int from api.library_token where account_id = ${account}) as tokens,
    (select count(*)::int from api.ssh_key where account_id = ${account}) as ssh_keys,
    (select count(*)::int from api.invoice join api."order" using (order_id) where "order".account_id = ${account}) as invoices,
    (select count(*)::int from api.message where account_id = ${account}) as messages,
    (select count(*)::int from api.download where account_id = ${account}) as downloads`.execute(db);
  return rows[0] as CustomerCounts;
}

type StoredEvent = {
  at: Date;
  micros: string;
  id: string;
  kind: 'order' | 'review' | 'report' | 'account';
  title: string;
  detail: string | null;
  by: string | null;
  subject: string | null;
};

/** The newest `limit` that are older than the cursor: what was ordered, written, reported and decided. */
export async function listEvents(
  db: Db,
  { account_id, user_id }: { account_id: string | null; user_id: string },
  { after, limit }: { after: { micros: string; id: string } | null; limit: number },
): Promise<StoredEvent[]> {
  const account = account_id ?? '';
  const { rows } = await sql<StoredEvent>`select event.*, ${microsOf('event.at')} as micros from (
      select created_at as at, 'order ' || order_id as id, 'order' as kind, 'Placed an order' as title,
        status || ', $' || to_char(total_cents / 100.0, 'FM999,999,999,990.00') as detail, null as by, order_id as subject
      from api."order" where account_id = ${account}
      union all
      select created_at, 'review ' || review_id, 'review', 'Wrote a review', rate || ' of 5 stars', null, review_id
      from api.review where user_email = ${user_id}
      union all
      select report.created_at, 'report ' || report_id, 'report',
        case when side = 'buyer' then 'Reported a conversation' else 'Was reported by a shop' end, report.reason, null, thread_id
      from api.report join api.thread using (thread_id) where thread.account_id = ${account}
      union all
      select entry.at, 'audit ' || entry.id, 'account', entry.action, entry.details ->> 'reason',
        coalesce((select username from api."user" as person where person.account_id = entry.details ->> 'by' limit 1),
          nullif(entry.actor_name, '')), entry.id::text
      from platform.audit_entry as entry where entry.subject_id = ${account} and entry.subject_kind = 'account'
    ) as event (at, id, kind, title, detail, by, subject)
    where ${after ? sql<boolean>`(${microsOf('event.at')}::bigint, event.id collate "C") < (${after.micros}::bigint, ${after.id})` : sql<boolean>`true`}
    order by event.at desc, event.id collate "C" desc limit ${limit}`.execute(db);
  return rows;
}
