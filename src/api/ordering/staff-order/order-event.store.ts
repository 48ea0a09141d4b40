// Everything that happened to an order, wherever it is kept: each table is asked by the order's number for a page of its newest, and the page is the
// newest of them all. What other orders have is never looked at.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ApiTables } from '../../schema/schema.ts';

type Db = Kysely<ApiTables>;
type Group = 'money' | 'delivery' | 'words';

/** `key`: of the row, and of its place among those of the same moment. `data` is what its source tells. */
export type StoredEvent = { source: string; key: string; at: Date; micros: string; data: Record<string, unknown> };

type EventsWanted = {
  after: { micros: string; id: string } | null;
  limit: number;
  group: Group | null;
  /** Those who may not read invoices are told of none. */
  invoices: boolean;
};

const moneyActions = [
  'order.paid',
  'order.transfer_noted',
  'order.refund_decided',
  'order.refund_pending',
  'order.refund_failed',
  'order.refunded',
  'order.payment_failed',
  'order.review_opened',
  'order.review_closed',
  'order.dispute_opened',
  'order.dispute_won',
  'order.dispute_lost',
];
const deliveryActions = ['order.delivered', 'order.fulfilled'];
/** Its own row says it. */
const listedElsewhere = ['order.note_added'];

export async function listEvents(db: Db, orderId: string, wanted: EventsWanted): Promise<StoredEvent[]> {
  const { after, limit, group } = wanted;
  const asked = sourcesOf(orderId, wanted).filter((one) => group === null || one.groups.includes(group));
  const end = after && sql`timestamptz 'epoch' + ${after.micros}::bigint * interval '1 microsecond'`;
  const rest = after && end ? sql`where at <= ${end} and (at < ${end} or key > ${after.id} collate "C")` : sql``;
  const pages = asked.map(
    ({ source, rows }) => sql`(select ${source}::text as source, key, at, data
      from (select (${source} || ' ' || id) collate "C" as key, at, data from (${rows}) as own) as keyed
      ${rest} order by at desc, key limit ${limit})`,
  );
  const { rows } = await sql<StoredEvent>`
    select source, key, at, (extract(epoch from at) * 1000000)::bigint::text as micros, data
      from (${sql.join(pages, sql` union all `)}) as happened
      order by at desc, key limit ${limit}`.execute(db);
  return rows;
}

type Source = { source: string; groups: readonly Group[]; rows: RawBuilder<unknown> };

/** Each answers `id`, `at` and `data`. */
function sourcesOf(order: string, { group, invoices }: EventsWanted): Source[] {
  const ofLine = sql`from api.entitlement where order_id = ${order}`;
  const entitled = sql`api.entitlement as owned on owned.order_id = ${order}`;
  return [
    { source: 'audit', groups: ['money', 'delivery', 'words'], rows: auditRows(order, group) },
    {
      source: 'placed',
      groups: ['words'],
      rows: sql`select order_id as id, ${placedAt(order)} as at, jsonb_build_object('coupon', coupon_code, 'method', payment_method,
        'lines', (select count(*) from api.order_line where order_id = ${order})) as data from api."order" where order_id = ${order}`,
    },
    {
      source: 'licenses',
      groups: ['words'],
      rows: sql`select order_id as id, ${placedAt(order)} as at, (select jsonb_build_object('licenses', jsonb_agg(distinct license),
          'hashes', (select jsonb_agg(distinct one->>'sha256') from api.order_line as other, jsonb_array_elements(other.license_texts) as one
            where other.order_id = ${order}))
          from api.order_line where order_id = ${order} and license <> '') as data
        from api."order" where order_id = ${order}
          and exists (select from api.order_line where order_id = ${order} and license <> '')`,
    },
    {
      source: 'mail',
      groups: ['words'],
      rows: sql`select id::text as id, written_at as at, jsonb_build_object('subject', subject) as data
        from api.order_mail where order_id = ${order}`,
    },
    {
      source: 'note',
      groups: ['words'],
      rows: sql`select note_id as id, written_at as at, jsonb_build_object('text', text, 'by', written_by) as data
        from api.order_note where order_id = ${order}`,
    },
    {
      source: 'ledger',
      groups: ['money'],
      rows: sql`select transfer.transfer_id::text as id, transfer.at, jsonb_build_object('kind', transfer.kind, 'name', transfer.details->>'name',
          'transfer', transfer.transfer_id, 'reason', transfer.details->>'reason', 'from', transfer.details->>'from',
          'cents', (select sum(amount) from ledger.entry where entry.transfer_id = transfer.transfer_id and amount > 0)) as data
        from (select distinct transfer_id from ledger.entry where about = ${order}) as moved join ledger.transfer using (transfer_id)`,
    },
    ...(invoices
      ? [
          {
            source: 'invoice',
            groups: ['money'] as const,
            rows: sql`select invoice_id as id, issued_at as at, jsonb_build_object('kind', kind, 'number', number, 'cents', total_cents) as data
              from api.invoice where order_id = ${order}`,
          },
        ]
      : []),
    {
      source: 'withdrawn',
      groups: ['delivery'],
      rows: sql`select entitlement_id as id, withdrawn_at as at, jsonb_build_object('product', product_name, 'reason', withdrawn_reason) as data
        ${ofLine} and withdrawn_at is not null`,
    },
    {
      source: 'ready',
      groups: ['delivery'],
      rows: sql`select access.entitlement_id || access.round as id, access.ready_at as at, jsonb_build_object('product', owned.product_name) as data
        from api.access_grant as access join ${entitled} and owned.entitlement_id = access.entitlement_id where access.ready_at is not null`,
    },
    {
      source: 'call',
      groups: ['delivery'],
      rows: sql`select call.id, coalesce(call.finished_at, call.created_at) as at, jsonb_build_object('product', owned.product_name, 'type', call.type,
          'state', call.state, 'attempts', call.attempts, 'failure', call.failure) as data
        from api.provision_call as call join ${entitled} and owned.entitlement_id = call.entitlement_id
        where call.type <> 'hours.status' or call.state = 'failed'`,
    },
    {
      source: 'keys',
      groups: ['delivery'],
      rows: sql`select key.entitlement_id || ' ' || extract(epoch from key.given_at) as id, key.given_at as at,
          jsonb_build_object('product', min(owned.product_name), 'keys', count(*)) as data
        from api.product_key as key join ${entitled} and owned.entitlement_id = key.entitlement_id
        where key.given_at is not null group by key.entitlement_id, key.given_at`,
    },
    {
      source: 'revoked',
      groups: ['delivery'],
      rows: sql`select key.entitlement_id || ' ' || extract(epoch from key.revoked_at) as id, key.revoked_at as at,
          jsonb_build_object('product', min(owned.product_name), 'keys', count(*)) as data
        from api.product_key as key join ${entitled} and owned.entitlement_id = key.entitlement_id
        where key.revoked_at is not null group by key.entitlement_id, key.revoked_at`,
    },
    {
      source: 'download',
      groups: ['delivery'],
      rows: sql`select download.download_id as id, coalesce(download.completed_at, download.last_at) as at, jsonb_build_object('product', owned.product_name,
          'path', download.path, 'done', download.completed_at is not null, 'bytes', download.bytes, 'size', download.size_bytes,
          'door', download.door, 'agent', download.agent) as data
        from api.download as download join ${entitled} and owned.entitlement_id = download.entitlement_id`,
    },
    {
      source: 'machine_on',
      groups: ['delivery'],
      rows: sql`select session.session_id as id, session.started_at as at, jsonb_build_object('product', owned.product_name, 'by', session.by,
          'seconds', extract(epoch from session.started_at - session.requested_at)::integer) as data
        from api.machine_session as session join ${entitled} and owned.entitlement_id = session.entitlement_id where session.started_at is not null`,
    },
    {
      source: 'machine_off',
      groups: ['delivery'],
      rows: sql`select session.session_id as id, coalesce(session.stopped_at, session.requested_at) as at, jsonb_build_object('product', owned.product_name,
          'reason', session.stop_reason, 'minutes', session.counted, 'failed', session.state = 'failed', 'failure', session.failure) as data
        from api.machine_session as session join ${entitled} and owned.entitlement_id = session.entitlement_id
        where session.stopped_at is not null or session.state = 'failed'`,
    },
    {
      source: 'hours',
      groups: ['delivery'],
      rows: sql`select entry.entry_id::text as id, entry.at, jsonb_build_object('product', owned.product_name, 'kind', entry.kind, 'minutes', entry.minutes,
          'reason', entry.reason) as data
        from api.hours_entry as entry join ${entitled} and owned.entitlement_id = entry.entitlement_id
        where entry.kind in ('returned', 'expired', 'taken')`,
    },
    {
      source: 'message',
      groups: ['words'],
      rows: sql`select message.message_id as id, message.created_at as at, jsonb_build_object('dispute', message.dispute_id, 'side', message.side,
          'text', message.text, 'file', message.file_name) as data
        from (select dispute_id from api.line_dispute where order_id = ${order} union select dispute_id from api.dispute where order_id = ${order}) as theirs
          join api.dispute_message as message using (dispute_id)`,
    },
    {
      source: 'report',
      groups: ['words'],
      rows: sql`select report.report_id as id, report.created_at as at, jsonb_build_object('thread', report.thread_id, 'side', report.side,
          'reason', report.reason) as data
        from api.thread as thread join api.report as report using (thread_id) where thread.order_id = ${order}`,
    },
  ];
}

/** Events of the transaction that placed the order are dated at its beginning. */
function placedAt(order: string) {
  return sql`least(created_at, (select min(entry.at) from platform.audit_entry as entry
    where entry.subject_id = ${order} and entry.subject_kind = 'order'))`;
}

function auditRows(order: string, group: Group | null): RawBuilder<unknown> {
  const ofGroup = {
    money: sql`and entry.action = any(${moneyActions})`,
    delivery: sql`and entry.action = any(${deliveryActions})`,
    words: sql`and entry.action <> all(${[...moneyActions, ...deliveryActions]})`,
  };
  return sql`select entry.id::text as id, entry.at, jsonb_build_object('action', entry.action, 'kind', entry.actor_kind, 'name', entry.actor_name,
      'details', entry.details, 'who', (select username from api."user" where account_id = entry.details->>'by' limit 1),
      'reason', (select reason from api.refund where refund_id = entry.details->>'refund')) as data
    from platform.audit_entry as entry where entry.subject_id = ${order} and entry.subject_kind = 'order'
      and entry.action <> all(${listedElsewhere}) ${group ? ofGroup[group] : sql``}`;
}

/** Lists planned events of the disputes and the access of an order. */
export async function listPlanned(db: Db, orderId: string): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select source, source || ' ' || id as key, at, (extract(epoch from at) * 1000000)::bigint::text as micros, data from (
      select 'answer_until' as source, dispute_id as id, answer_until as at, jsonb_build_object('dispute', dispute_id) as data
        from api.line_dispute where order_id = ${orderId} and ended_at is null and answered_at is null and paused_at is null
      union all select 'evidence_until', dispute_id, evidence_due_at, jsonb_build_object('dispute', dispute_id)
        from api.dispute where order_id = ${orderId} and state = 'open' and evidence_due_at is not null
      union all select 'promised', access.entitlement_id, access.promised_at, jsonb_build_object('product', owned.product_name)
        from api.access_grant as access join api.entitlement as owned using (entitlement_id)
        where owned.order_id = ${orderId} and access.state = 'waiting' and access.promised_at is not null
    ) as planned order by at desc, id`.execute(db);
  return rows;
}
