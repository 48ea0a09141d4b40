import { type Insertable, type Kysely, sql, type Updateable } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { InvoiceDetails } from '#contract/ordering/invoice-details.ts';
import { microsOf, olderThan } from '#platform/database/newest-first.ts';
import { requireMoved } from '#platform/state/transitions.rules.ts';
import type { ListCursor } from '../../http/list-cursor.rules.ts';
import type { NewLine, StoredLine, StoredOrder } from '../../schema/order.record.ts';
import type { OrderTable } from '../../schema/ordering.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { paidStatuses } from './order.rules.ts';
import { type OrderStep, orderTransitions } from './order-states.rules.ts';

type Db = Kysely<ApiTables>;

type SellerOfLine = NonNullable<StoredLine['seller']> & { seller_id: string };

/** `sellers`: the shops of its lines. */
export async function insertOrder(
  db: Db,
  order: Insertable<OrderTable>,
  lines: NewLine[],
  sellers: readonly SellerOfLine[] = [],
): Promise<StoredOrder> {
  const rows = lines.map((line, index) => ({
    line: index,
    order_id: order.order_id,
    placed_at: order.created_at,
    product_id: line.product_id,
    product_name: line.product_name,
    unit_price_micros: line.unit_price_micros,
    quantity: line.quantity,
    machines: line.machines,
    taken: line.taken,
    extends: line.extends ?? null,
    amount_cents: line.amount_cents,
    discount_cents: line.discount_cents,
    counted: line.counted,
    is_variant: line.is_variant,
    price_unit: line.price_unit,
    license: line.license,
    seller_id: line.seller_id,
    product_version: line.product_version,
    selected_options: JSON.stringify(line.selected_options),
    license_texts: JSON.stringify(line.license_texts),
    goods: JSON.stringify(line.goods),
    edition: line.edition,
    delivery_within_hours: line.delivery_within_hours ?? null,
    seller_discount_cents: line.seller_discount_cents,
    withheld_tax_cents: line.withheld_tax_cents,
    fee_rule: line.fee_rule,
    fee_rate_bp: line.fee_rate_bp,
    fee_fixed_cents: line.fee_fixed_cents,
    fee_returned: line.fee_returned,
    holding_hours: line.holding_hours,
    tax_name: line.tax_name,
    tax_thousandths: line.tax_thousandths,
    tax_cents: line.tax_cents,
    tax_country: line.tax_country,
  }));
  const stored = await db
    .with('added_line', (also) => also.insertInto('api.order_line').values(rows))
    .insertInto('api.order')
    .values(order)
    .returningAll()
    .executeTakeFirstOrThrow();
  const named = new Map(sellers.map(({ seller_id, name, address }) => [seller_id, { name, address }]));
  return {
    ...stored,
    lines: lines.map((line, index) => ({
      ...line,
      ...untouched,
      line: index,
      seller: named.get(line.seller_id ?? '') ?? null,
    })),
    refunds: [],
  };
}

/** State of a line that has just been ordered. */
const untouched = {
  machines_returned: 0,
  delivered_at: null,
  access_ends_at: null,
  refunded_cents: 0,
  given_back: false,
  seller_suspended: false,
  release_at: null,
  released_at: null,
  released_cents: null,
  released_discount_cents: null,
  released_fee_cents: null,
  released_tax_cents: null,
  disputed: false,
} satisfies Partial<StoredLine>;

type OrderChange = Updateable<Omit<OrderTable, 'status' | 'review_reason' | 'resume_status'>> & { updated_at: Date };
type ReviewChange = Updateable<Pick<OrderTable, 'review_reason' | 'resume_status'>>;

/** Changes what is beside the status of an order: that changes by a step alone. */
export async function updateOrder(db: Pick<Db, 'updateTable'>, orderId: string, change: OrderChange): Promise<void> {
  await db.updateTable('api.order').set(change).where('order_id', '=', orderId).execute();
}

/** Takes a step of an order. Throws `ForbiddenTransition` from a status from which the table does not have it. */
export async function moveOrder(
  db: Pick<Db, 'updateTable'>,
  orderId: string,
  step: OrderStep,
  change: OrderChange & ReviewChange,
): Promise<void> {
  const { from, to } = orderTransitions[step];
  const moved = await db
    .updateTable('api.order')
    .set({ ...change, status: to })
    .where('order_id', '=', orderId)
    .where('status', 'in', from)
    .executeTakeFirst();
  requireMoved(moved, `order ${orderId}`, step);
}

/** Notes the session of an order, as long as that waits for its payment. Answers whether it does. */
export async function recordSession(
  db: Db,
  orderId: string,
  session: { session_id: string; checkout_url: string | null; updated_at: Date },
): Promise<boolean> {
  const noted = await db
    .updateTable('api.order')
    .set(session)
    .where('order_id', '=', orderId)
    .where('status', '=', 'pending')
    .returning('order_id')
    .executeTakeFirst();
  return noted !== undefined;
}

export async function findOrder(db: Db, orderId: string): Promise<StoredOrder | null> {
  return (await ordersWithLines(db).where('order_id', '=', orderId).executeTakeFirst()) ?? null;
}

/** The order that an account has sent with this key. */
export async function findOrderByRequest(db: Db, accountId: string, key: string): Promise<StoredOrder | null> {
  const found = await ordersWithLines(db)
    .where('account_id', '=', accountId)
    .where('request_key', '=', key)
    .executeTakeFirst();
  return found ?? null;
}

export async function findOrderByPayment(db: Db, paymentIntent: string): Promise<string | null> {
  const row = await db
    .selectFrom('api.order')
    .select('order_id')
    .where('payment_intent', '=', paymentIntent)
    .executeTakeFirst();
  return row?.order_id ?? null;
}

export async function findOrderBySession(db: Db, sessionId: string): Promise<StoredOrder | null> {
  return (await ordersWithLines(db).where('session_id', '=', sessionId).executeTakeFirst()) ?? null;
}

/**
 * Nobody else changes the order until the transaction ends. It is read in a statement of its own: what a statement that waited
 * for a lock reads of other tables, such as refunds, is of the time before it waited.
 */
export async function lockOrder(db: Db, orderId: string): Promise<StoredOrder | null> {
  const locked = await db
    .selectFrom('api.order')
    .select('order_id')
    .where('order_id', '=', orderId)
    .forUpdate()
    .executeTakeFirst();
  return locked ? findOrder(db, orderId) : null;
}

/** The order as it is now, which the transaction has locked before. */
export async function getLockedOrder(transaction: Db, orderId: string): Promise<StoredOrder> {
  return ordersWithLines(transaction).where('order_id', '=', orderId).executeTakeFirstOrThrow();
}

/** At most `limit` orders of an account, newest first, from `after` on. */
export async function listOrders(
  db: Db,
  accountId: string,
  page: { after: ListCursor | null; limit: number },
): Promise<Array<StoredOrder & { micros: string }>> {
  const { after } = page;
  return ordersWithLines(db)
    .select(microsOf('order.created_at').as('micros'))
    .where('account_id', '=', accountId)
    .$if(after !== null, (query) =>
      query.where(olderThan(after as ListCursor, { moment: 'order.created_at', id: 'order.order_id' })),
    )
    .orderBy('created_at', 'desc')
    .orderBy('order_id')
    .limit(page.limit)
    .execute();
}

/** The account's orders that wait for their payment, newest first. */
export async function listPendingOrders(db: Db, accountId: string, limit: number): Promise<StoredOrder[]> {
  return (
    ordersWithLines(db)
      .where('account_id', '=', accountId)
      .where('status', '=', 'pending')
      .orderBy('created_at', 'desc')
      // Written out: it is the same each time, so that the plan can be kept.
      .limit(sql.lit(limit))
      .execute()
  );
}

/** Paid orders of the account since then for which there was nothing to pay, newest first. */
export async function listFreeOrders(db: Db, accountId: string, since: Date): Promise<StoredOrder[]> {
  return ordersWithLines(db)
    .where('account_id', '=', accountId)
    .where('created_at', '>', since)
    .where('total_cents', '=', 0)
    .where('status', 'in', [...paidStatuses])
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute();
}

/** Orders of the account since then that were wholly paid from its wallet, newest first. */
export async function listWalletOrders(db: Db, accountId: string, since: Date): Promise<StoredOrder[]> {
  return ordersWithLines(db)
    .where('account_id', '=', accountId)
    .where('created_at', '>', since)
    .where('wallet_cents', '>', 0)
    .whereRef('wallet_cents', '=', 'total_cents')
    .where('status', 'in', [...paidStatuses])
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute();
}

/** The ids of the orders of these accounts that wait for their payment. */
export async function listPendingOrderIds(db: Db, accountIds: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('api.order')
    .select('order_id')
    .where('account_id', '=', sql<string>`any(${accountIds})`)
    .where('status', '=', 'pending')
    .execute();
  return rows.map((row) => row.order_id);
}

/**
 * Orders of an account that has gone say no more whose they were, unless they were paid: what is paid for them after all goes back. Answers those that
 * wait for their payment, which nobody would get anything for any more. Safe to repeat.
 */
export async function cancelUnpaidOrders(db: Db, accountId: string): Promise<string[]> {
  const nowIfPending = (column: string) =>
    sql<Date>`case when status = 'pending' then now() else ${sql.ref(column)} end`;
  const rows = await db
    .updateTable('api.order')
    .set({
      user_id: null,
      account_id: null,
      expires_at: nowIfPending('expires_at'),
      next_check_at: nowIfPending('next_check_at'),
    })
    .where('account_id', '=', accountId)
    .where('status', 'in', ['pending', 'cancelled', 'expired'])
    .returning(['order_id', 'status'])
    .execute();
  return rows.filter(({ status }) => status === 'pending').map(({ order_id }) => order_id);
}

/** The ids of orders that wait for their payment and have something of a shop that is suspended. */
export async function listPendingOfSuspended(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('api.order as order')
    .select('order.order_id')
    .where('order.status', '=', 'pending')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('api.order_line as line')
          .innerJoin('api.seller as seller', 'seller.seller_id', 'line.seller_id')
          .select('line.line')
          .whereRef('line.order_id', '=', 'order.order_id')
          .where('seller.acting_state', '=', 'suspended'),
      ),
    )
    .orderBy('order.created_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.order_id);
}

/** `since`: from when on orders are counted, up to `most`; `signedIn`: when the token was issued with which it is asked for, null where the shop asks. */
type Buyer = { accountId: string; since: Date; most: number; signedIn: Date | null };

/**
 * Nobody else places an order for the account until the transaction ends. Answers how many it has placed, whom it wants invoices made out to,
 * and if it has ended since it signed in, or is suspended: all as it is once nobody else holds the lock.
 */
export async function lockBuyer(
  transaction: Db,
  { accountId, since, most, signedIn }: Buyer,
): Promise<{ placed: number; invoiceTo: InvoiceDetails | null; hasEnded: boolean }> {
  const { rows } = await sql<{ placed: number; invoice_to: InvoiceDetails | null; has_ended: boolean }>`
    select placed, invoice_to, has_ended from api.lock_buyer(${accountId}, ${since}, ${most}, ${signedIn})`.execute(
    transaction,
  );
  const [row] = rows;
  return { placed: row?.placed ?? 0, invoiceTo: row?.invoice_to ?? null, hasEnded: row?.has_ended === true };
}

/** How often the account has let an order for the product expire since then, counted up to `most`. */
export async function countExpired(
  db: Db,
  given: { accountId: string; productId: string; since: Date; most: number },
): Promise<number> {
  const rows = await db
    .selectFrom('api.order as order')
    .innerJoin('api.order_line as line', 'line.order_id', 'order.order_id')
    .select('order.order_id')
    .where('order.account_id', '=', given.accountId)
    .where('order.created_at', '>', given.since)
    .where('order.status', '=', 'expired')
    .where('line.product_id', '=', given.productId)
    .limit(given.most)
    .execute();
  return rows.length;
}

/** A line that is delivered: when its money comes to its seller, and what of it if that is now. */
export type DeliveredLine = { line: number; release_at: Date; released: ReleasedLine | null };

/** Released amounts of a line, in cents. */
type ReleasedLine = { at: Date; paid: number; discount: number; fee: number; tax: number };

/** Notes that these lines are delivered; those that were before keep their time. `fulfills`: with them all of the order is. */
export async function recordDelivered(
  db: Db,
  orderId: string,
  { lines, at, fulfills }: { lines: readonly DeliveredLine[]; at: Date; fulfills: boolean },
): Promise<void> {
  const delivering = sql`update api.order_line as line
    set delivered_at = ${at}, release_at = told.release_at, released_at = told.released_at, released_cents = told.paid,
      released_discount_cents = told.discount, released_fee_cents = told.fee, released_tax_cents = told.tax
    from ${lineRecordset(lines)} where line.order_id = ${orderId} and line.line = told.line and line.delivered_at is null`;
  if (fulfills)
    await moveOrder(
      db.with('delivered', () => sql<DeliveredLine>`(${delivering})`),
      orderId,
      'fulfill',
      { fulfilled_at: at, updated_at: at },
    );
  else if (lines.length > 0) await delivering.execute(db);
}

/** Notes that the money of lines has come to their sellers. */
export async function recordReleased(
  db: Db,
  orderId: string,
  lines: ReadonlyArray<{ line: number; released: ReleasedLine }>,
): Promise<void> {
  if (lines.length === 0) return;
  const releasedLines = lines.map((line) => ({ ...line, release_at: line.released.at }));
  await sql`update api.order_line as line
    set release_at = coalesce(line.release_at, told.release_at), released_at = told.released_at, released_cents = told.paid,
      released_discount_cents = told.discount, released_fee_cents = told.fee, released_tax_cents = told.tax
    from ${lineRecordset(releasedLines)} where line.order_id = ${orderId} and line.line = told.line`.execute(db);
}

function lineRecordset(lines: readonly DeliveredLine[]) {
  const rows = lines.map(({ line, release_at, released }) => ({
    line,
    release_at,
    released_at: released?.at,
    ...released,
  }));
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as told (line integer, release_at timestamptz, released_at timestamptz, paid bigint, discount bigint, fee bigint, tax bigint)`;
}

/** When the money of lines is to come to their sellers; null: not any more. Those that have got it keep theirs. */
export async function scheduleRelease(
  db: Db,
  orderId: string,
  lines: ReadonlyArray<{ line: number; release_at: Date | null }>,
): Promise<void> {
  if (lines.length === 0) return;
  await sql`update api.order_line as line set release_at = told.release_at
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as told (line integer, release_at timestamptz)
    where line.order_id = ${orderId} and line.line = told.line and line.released_at is null`.execute(db);
}

/** Orders that have lines whose money is due at their sellers, the longest due first. */
export async function listDueReleases(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('api.order_line as line')
    .innerJoin('api.order as order', 'order.order_id', 'line.order_id')
    .select('line.order_id')
    .where('line.release_at', '<=', now)
    .where('line.released_at', 'is', null)
    .where('line.disputed', '=', false)
    .where('order.status', 'in', [...paidStatuses])
    .orderBy('line.release_at')
    .limit(limit)
    .execute();
  return [...new Set(rows.map(({ order_id }) => order_id))];
}

/** Records whether the money of a line waits for the end of a dispute. */
export async function recordDisputed(db: Db, orderId: string, line: number, disputed: boolean): Promise<void> {
  await db
    .updateTable('api.order_line')
    .set({ disputed })
    .where('order_id', '=', orderId)
    .where('line', '=', line)
    .execute();
}

export async function recordInLedger(db: Db, orderId: string): Promise<void> {
  await db.updateTable('api.order').set({ in_ledger: true }).where('order_id', '=', orderId).execute();
}

/** Orders whose payments are not in the ledger, the oldest first, from `after` on. */
export async function listOrdersNotInLedger(
  db: Db,
  { after, limit }: { after: Date | null; limit: number },
): Promise<Array<{ order_id: string; since: Date }>> {
  const since = sql<Date>`coalesce(paid_at, created_at)`;
  return db
    .selectFrom('api.order')
    .select(['order_id', since.as('since')])
    .where('in_ledger', '=', false)
    .where((eb) => eb.or([eb('paid_at', 'is not', null), eb('received_cents', '>', 0)]))
    .$if(after !== null, (query) => query.where(since, '>=', after as Date))
    .orderBy(since)
    .limit(limit)
    .execute();
}

/** The account's latest order that was to be paid by card. */
export async function findLatestCardOrder(db: Db, accountId: string): Promise<StoredOrder | null> {
  const latest = await ordersWithLines(db)
    .where('account_id', '=', accountId)
    .where('session_id', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return latest ?? null;
}

/**
 * Takes the orders that the reconciliation should have looked at by now, those that have waited longest first. Nobody else
 * is given them until `claimedUntil`.
 */
export async function claimDueOrders(
  db: Db,
  given: { now: Date; claimedUntil: Date; limit: number },
): Promise<Array<{ order_id: string; failed_checks: number }>> {
  return db
    .updateTable('api.order')
    .set({ next_check_at: given.claimedUntil })
    .where('order_id', 'in', (eb) =>
      eb
        .selectFrom('api.order')
        .select('order_id')
        .where('next_check_at', '<=', given.now)
        .orderBy('next_check_at')
        .limit(given.limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['order_id', 'failed_checks'])
    .execute();
}

/** True if the account has a paid order with the product whose money it has not got back. */
export async function hasPaidFor(db: Db, accountId: string, productId: string): Promise<boolean> {
  const row = await db
    .selectFrom('api.order as order')
    .innerJoin('api.order_line as line', 'line.order_id', 'order.order_id')
    .select('order.order_id')
    .where('order.account_id', '=', accountId)
    .where('order.status', 'in', paidStatuses)
    .where('line.product_id', '=', productId)
    .where('line.given_back', '=', false)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Orders with their lines and refunds in one question: most that ask for an order ask for them as well. */
function ordersWithLines(db: Db) {
  return db
    .selectFrom('api.order as order')
    .selectAll('order')
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('api.order_line as line')
          .leftJoin('api.seller as seller', 'seller.seller_id', 'line.seller_id')
          .selectAll('line')
          .select((line) => line.fn.coalesce('line.taken', 'line.quantity').as('taken'))
          .select(
            sql<StoredLine['seller']>`case when seller.name is not null and seller.address is not null
              then json_build_object('name', seller.name, 'address', seller.address) end`.as('seller'),
          )
          .select(
            sql<
              string | null
            >`case when line.goods ? 'access' then (select max(ends_at) from api.entitlement as entitlement
              join api.access_grant as access using (entitlement_id)
              where entitlement.order_id = line.order_id and entitlement.line = line.line
                and access.state <> 'waiting') end`.as('access_ends_at'),
          )
          .select(sql<boolean>`coalesce(seller.acting_state = 'suspended', false)`.as('seller_suspended'))
          .whereRef('line.order_id', '=', 'order.order_id')
          .orderBy('line.line'),
      ).as('lines'),
      jsonArrayFrom(
        eb
          .selectFrom('api.refund as refund')
          .select([
            'refund.refund_id',
            'refund.amount_cents',
            'refund.state',
            'refund.reason',
            'refund.destination',
            'refund.created_at',
          ])
          .whereRef('refund.order_id', '=', 'order.order_id')
          .orderBy('refund.created_at'),
      ).as('refunds'),
    ]);
}
