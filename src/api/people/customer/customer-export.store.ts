// The rows of an export of a customer, topic by topic.
import { type Kysely, sql } from 'kysely';
import type { ApiTables } from '../../schema/schema.ts';

type Db = Kysely<ApiTables>;
type Row = Record<string, unknown>;
/** A topic's name in the export, and how its rows are read. */
type ExportTopic = [name: string, read: () => Promise<unknown[]>];

const ROWS = 200;

/** `account` is '' for who never had one. */
export function exportTopics(db: Db, { account, email }: { account: string; email: string }): ExportTopic[] {
  const of = async (query: ReturnType<typeof sql<Row>>) => (await query.execute(db)).rows;
  return [
    [
      'reviews',
      () =>
        of(sql<Row>`select review_id, product_id, rate, review_text, created_at, updated_at, verified_purchase, responses, show,
      hidden_at, hidden_reason from api.review where user_email = ${email} order by created_at`),
    ],
    [
      'reports_of_reviews',
      () =>
        of(sql<Row>`select review_id, reason, text, created_at, resolved_at, decision from api.review_report
      where account_id = ${account} order by created_at`),
    ],
    [
      'messages',
      () =>
        of(sql<Row>`select message.thread_id, message.side, message.text, message.created_at, thread.seller_id, thread.product_id,
      thread.order_id from api.message as message join api.thread as thread using (thread_id)
      where thread.account_id = ${account} or message.account_id = ${account} order by message.created_at`),
    ],
    [
      'reports_of_conversations',
      () =>
        of(sql<Row>`select report.thread_id, report.side, report.reason, report.created_at, report.resolved_at,
      report.decision, report.told from api.report as report join api.thread as thread using (thread_id)
      where thread.account_id = ${account} order by report.created_at`),
    ],
    [
      'library',
      () =>
        of(sql<Row>`select entitlement_id, product_id, product_name, edition, selected_options, quantity, license, because, order_id, line, machine,
      granted_at, expires_at, withdrawn_at, withdrawn_reason from api.entitlement where account_id = ${account} order by granted_at`),
    ],
    [
      'downloads',
      () =>
        of(sql<Row>`select product_id, release_id, path, size_bytes, started_at, completed_at, network, agent from api.download
      where account_id = ${account} order by started_at`),
    ],
    [
      'saved_products',
      () =>
        of(
          sql<Row>`select product_id, saved_at, alerts from api.saved_product where account_id = ${account} order by saved_at`,
        ),
    ],
    [
      'saved_searches',
      () =>
        of(
          sql<Row>`select name, address, saved_at, alerts from api.saved_search where account_id = ${account} order by saved_at`,
        ),
    ],
    [
      'cart',
      () =>
        of(
          sql<Row>`select to_jsonb(item) - 'user_id' as item from api.cart_item as item where account_id = ${account}`,
        ),
    ],
    ['cart_coupon', () => of(sql<Row>`select coupon from api.cart_coupon where account_id = ${account}`)],
    [
      'library_tokens',
      () =>
        of(sql<Row>`select name, created_at, expires_at, last_used_at, revoked_at from api.library_token
      where account_id = ${account} order by created_at`),
    ],
    [
      'ssh_keys',
      () =>
        of(sql<Row>`select name, type, base64, fingerprint, created_at from api.ssh_key
      where account_id = ${account} order by created_at`),
    ],
    [
      'invoice_details',
      () =>
        of(
          sql<Row>`select to_jsonb(details) as details from api.invoice_details as details where account_id = ${account}`,
        ),
    ],
    [
      'shops',
      () =>
        of(
          sql<Row>`select seller_id, role, joined_at from api.seller_member where account_id = ${account} order by seller_id`,
        ),
    ],
    [
      // Decisions about them. Their own about others, as somebody of the staff, are in the audit log for people who may read it.
      'audit',
      () =>
        of(sql<Row>`select at, action, subject_kind, subject_id, details, changes from platform.audit_entry
      where subject_kind = 'account' and subject_id = ${account} order by id`),
    ],
  ];
}

/** With their lines and invoices, so many at a time. */
export async function* exportOrders(db: Db, account: string): AsyncGenerator<string> {
  let last = '';
  for (;;) {
    const { rows } = await sql<{
      order_id: string;
    }>`select placed.order_id, placed.status, placed.payment_method, placed.subtotal_cents,
        placed.discount_cents, placed.total_cents, placed.refunded_cents, placed.coupon_code, placed.billing, placed.invoice_to,
        placed.created_at, placed.paid_at, placed.fulfilled_at,
        (select coalesce(jsonb_agg(jsonb_build_object('line', line.line, 'product_id', line.product_id, 'product_name', line.product_name,
          'quantity', line.quantity, 'machines', line.machines, 'seller_id', line.seller_id) order by line.line), '[]')
          from api.order_line as line where line.order_id = placed.order_id) as lines,
        (select coalesce(jsonb_agg(invoice.number order by invoice.number), '[]')
          from api.invoice as invoice where invoice.order_id = placed.order_id) as invoices
      from api."order" as placed where placed.account_id = ${account} and placed.order_id > ${last}
      order by placed.order_id limit ${ROWS}`.execute(db);
    if (rows.length > 0) yield `${last === '' ? '' : ','}${rows.map((row) => JSON.stringify(row)).join(',')}`;
    const end = rows.at(-1);
    if (rows.length < ROWS || !end) return;
    last = end.order_id;
  }
}
