// Rows for every list of the back office, as many as are asked for.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ApiTables } from '#api/schema/schema.ts';

type Db = Kysely<ApiTables>;

/** So many are written by one statement, which a connection waits a minute for. */
const PIECE = 50_000;

/** Rows that `numbers` makes: `rows` is how many there will be, of which `rare` are of each rare kind. */
type Piece = { rows: number; rare: number; from: number; to: number };

/**
 * Fills an empty database; without triggers, of which lists need what is written here beside the rows. `rare` rows are of each rare kind, evenly among
 * the others, whatever number of rows there is: a page is as full with few as with many. There have to be 16 times as many.
 */
export async function fillStaffLists(db: Db, rows: number, rare = 200) {
  for (let from = 1; from <= rows; from += PIECE) {
    const piece = { rows, rare, from, to: Math.min(rows, from + PIECE - 1) };
    await db.transaction().execute(async (transaction) => {
      await sql`set local session_replication_role = replica`.execute(transaction);
      for (const statement of [...people(piece), ...catalogue(piece), ...orders(piece), ...money(piece)])
        await statement.execute(transaction);
    });
  }
  await sql`insert into api.user_without_order (user_id, account_id, created_at) select user_id, account_id, created_at from api."user" as customer
    where not exists (select from api."order" as placed where placed.account_id = customer.account_id)`.execute(db);
  await sql`insert into api.shop_quarter (quarter, orders, sales_cents, refunds_cents, customers)
    select quarter, orders, sales_cents, refunds_cents, customers from api.shop_quarter_of_rows`.execute(db);
  // As autovacuum leaves tables: which pages everybody sees is known.
  await sql`vacuum analyze`.execute(db);
}

const numbers = ({ from, to }: Piece) => sql`generate_series(${from}::int, ${to}::int) as n`;
/** Each `kind` has others. */
const isRare = ({ rows, rare }: Piece, kind: number) => sql`n % ${sql.lit(Math.floor(rows / rare))} = ${sql.lit(kind)}`;
/** Two years, in the order in which rows were written. */
const inTurn = ({ rows }: Piece) => sql`now() - (${sql.lit(rows)} - n) * interval '730 days' / ${sql.lit(rows)}`;
/** Two years, in no order: what is changed again and again. */
const scattered = sql`now() - make_interval(secs => (n * 7919::bigint) % 63072000)`;

function people(piece: Piece): RawBuilder<unknown>[] {
  return [
    sql`insert into api."user" (user_id, username, user_type, account_id, created_at)
      select 'customer' || n || '@example.com', 'Customer ' || n, case when ${isRare(piece, 1)} then 'seller' else 'buyer' end, 'C' || n,
        ${inTurn(piece)} from ${numbers(piece)}`,
    sql`insert into api.seller (seller_id, name, address, name_skeleton, address_skeleton, state, country, created_at, updated_at)
      select 'S' || n, 'Shop ' || n, 'shop-' || n, 'shop' || n, 'shop' || n,
        case when ${isRare(piece, 1)} then 'suspended' when n % 50 = 2 then 'draft' else 'approved' end,
        case when ${isRare(piece, 3)} then 'IS' else (array['DE', 'FR', 'US', 'IN'])[1 + n % 4] end, now(), ${scattered} from ${numbers(piece)}`,
    sql`insert into platform.audit_entry (at, actor_kind, actor_name, action, subject_kind, subject_id, details, changes)
      select ${inTurn(piece)}, case when ${isRare(piece, 1)} then 'operator' when n % 9 = 1 then 'job' when n % 50 = 3 then 'provider' else 'customer' end,
        case when ${isRare(piece, 1)} then 'jo' else '' end,
        case when ${isRare(piece, 2)} then 'coupon.made' when ${isRare(piece, 4)} then 'order.refunded' else 'order.paid' end,
        case when ${isRare(piece, 2)} then 'coupon' else 'order' end, case when ${isRare(piece, 5)} then 'F5' else 'F' || n end,
        case when ${isRare(piece, 6)} then '{"by": "C6"}'::jsonb else '{}' end,
        case when ${isRare(piece, 7)} then '{"price": {"before": 1, "after": 2}}'::jsonb else '{}' end from ${numbers(piece)}`,
  ];
}

function catalogue(piece: Piece): RawBuilder<unknown>[] {
  return [
    sql`insert into api.product (product_id, product_name, name_folded, product_type, price_micros, on_sale, sale_price_micros, stock, provider, seller_id,
        listed, updated_at, created_at)
      select 'P' || n, 'Product ' || n, 'product ' || n,
        case when ${isRare(piece, 1)} then 'algorithm' else (array['data', 'computing', 'solutions'])[1 + n % 3] end,
        (1 + n % 1000) * 1000000, ${isRare(piece, 2)}, case when ${isRare(piece, 2)} then 500000 end,
        case when ${isRare(piece, 3)} then 0 when n % 3 = 0 then null else 1 + n % 500 end,
        case when ${isRare(piece, 4)} then 'Rare' else 'Provider ' || n % 50 end,
        case when ${isRare(piece, 6)} then null when ${isRare(piece, 7)} then 'S7' else 'S' || 8 + n % 1000 end, not (${isRare(piece, 5)}), ${scattered}, now()
      from ${numbers(piece)}`,
    sql`insert into api.review (review_id, product_id, user_email, rate, review_text, created_at, updated_at, show, seller_id)
      select 'R' || n, case when ${isRare(piece, 1)} then 'P7' else 'P' || n end, 'customer' || n || '@example.com',
        case when ${isRare(piece, 2)} then 1 else 3 + n % 3 end, 'As it was described: ' || md5(n::text), now(), ${scattered}, not (${isRare(piece, 3)}),
        case when ${isRare(piece, 5)} then 'S5' else 'S' || 8 + n % 1000 end from ${numbers(piece)}`,
    sql`insert into api.review_queue (review_id, since, reports) select 'R' || n, now(), 1 from ${numbers(piece)} where ${isRare(piece, 4)}`,
    sql`insert into api.coupon (code, percent, used, total_limit, enabled, expires_at, created_at)
      select 'CODE' || n, 10, case when ${isRare(piece, 2)} then 0 when n % 4 = 1 then 5 else 1 + n % 4 end, case when n % 4 = 1 then 5 end,
        ${isRare(piece, 1)} or n % 4 <> 0, case when n % 4 = 2 and not (${isRare(piece, 1)}) then now() - interval '1 day' end, ${inTurn(piece)}
      from ${numbers(piece)}`,
    sql`insert into api.coupon_day (code, day, slot, orders, sales_cents)
      select 'CODE' || n, current_date - 1, 0, 1, 100 from ${numbers(piece)}`,
  ];
}

function orders(piece: Piece): RawBuilder<unknown>[] {
  const id = sql`'F' || lpad(n::text, 11, '0')`;
  const total = sql`(n * 104729::bigint) % 200000`;
  return [
    sql`insert into api."order" (order_id, account_id, user_id, payment_method, status, subtotal_cents, total_cents, refunded_cents, coupon_code,
        paid_at, created_at, expires_at, updated_at, review_reason, resume_status, next_check_at, in_ledger, invoiced)
      select ${id}, customer, lower('customer' || substr(customer, 2) || '@example.com'),
        case when ${isRare(piece, 5)} then 'check' when n % 7 = 0 then 'transfer' else 'card' end,
        case when ${isRare(piece, 9)} then 'in_review' when ${isRare(piece, 8)} then 'pending' when n % 50 = 3 then 'paid' when n % 100 = 4 then 'expired' else 'fulfilled' end,
        ${total}, ${total}, case when ${isRare(piece, 10)} and ${total} > 0 then 1 else 0 end, case when ${isRare(piece, 2)} then 'CODE2' end,
        ${inTurn(piece)}, ${inTurn(piece)}, now(), now(), case when ${isRare(piece, 9)} then 'dispute' end, case when ${isRare(piece, 9)} then 'paid' end,
        null, true, true
      from (select n, case when ${isRare(piece, 11)} then 'C77' else 'C' || 1 + n * 7919::bigint % ${sql.lit(piece.rows)} end as customer from ${numbers(piece)}) as row`,
    // Some have two lines of the same product.
    sql`insert into api.order_line (order_id, line, product_id, product_name, seller_id, unit_price_micros, quantity, amount_cents, counted, delivered_at,
        placed_at)
      select ${id}, line, case when ${isRare(piece, 7)} then 'P7' when n % 100 = 8 then 'P8' else 'P' || 9 + n * 31::bigint % ${sql.lit(piece.rows / 20)} end, 'Product',
        case when ${isRare(piece, 6)} then 'S6' when n % 100 = 9 then 'S9' else 'S' || 10 + n % 1000 end, 1000000, 1, 100, false,
        case when not (${isRare(piece, 12)}) then now() end, ${inTurn(piece)}
      from ${numbers(piece)}, generate_series(0, case when n % 5 = 0 then 1 else 0 end) as line`,
    sql`insert into api.entitlement (entitlement_id, account_id, product_id, product_name, quantity, goods, because, order_id, line)
      select 'E' || n, 'C' || n, 'P7', 'Product', 1, '{}', 'order', ${id}, 0 from ${numbers(piece)}`,
    sql`insert into api.access_grant (entitlement_id, state, promised_at, ready_at)
      select 'E' || n, case when ${isRare(piece, 13)} then 'waiting' else 'ready' end, now() - interval '1 day', case when not (${isRare(piece, 13)}) then now() end
      from ${numbers(piece)}`,
    sql`insert into api.refund (refund_id, order_id, amount_cents, created_at, state, provider_id)
      select 'R' || n, ${id}, 1, ${inTurn(piece)}, case when ${isRare(piece, 14)} then 'failed' when ${isRare(piece, 15)} then 'pending' else 'succeeded' end, 're_' || n
      from ${numbers(piece)} where n % 10 = 0 or ${isRare(piece, 14)} or ${isRare(piece, 15)}`,
  ];
}

function money(piece: Piece): RawBuilder<unknown>[] {
  return [
    sql`insert into api.payout (payout_id, seller_id, request_key, amount_cents, state, method, from_version, to_version, hold, stuck_since, batch_id,
        by_schedule, requested_by, created_at)
      select 'T' || n, case when ${isRare(piece, 1)} then 'S7' else 'S' || 10 + n % 1000 end, 'k' || n, 1 + (n * 104729::bigint) % 200000,
        case when ${isRare(piece, 2)} or ${isRare(piece, 3)} then 'pending' when ${isRare(piece, 4)} then 'sent' when ${isRare(piece, 5)} then 'failed'
          when ${isRare(piece, 6)} then 'returned' else 'paid' end,
        case when ${isRare(piece, 7)} then 'connect' else 'bank' end, n, n, case when ${isRare(piece, 3)} then 'The account is new.' end,
        case when ${isRare(piece, 8)} then now() end, case when ${isRare(piece, 9)} then 'B9' else 'B' || 10 + n / 100 end, true, 'schedule', ${inTurn(piece)}
      from ${numbers(piece)}`,
    sql`insert into api.line_dispute (dispute_id, order_id, line, seller_id, account_id, reason, state, amount_cents, opened_at, answer_until, answered_at,
        paused_at, ended_at)
      select 'D' || n, case when ${isRare(piece, 6)} then 'F00000000006' else 'F' || lpad(n::text, 11, '0') end, 0,
        case when ${isRare(piece, 5)} then 'S5' else 'S' || 10 + n % 1000 end, 'C' || n, 'unusable',
        case when ${isRare(piece, 1)} then 'open' when ${isRare(piece, 2)} then 'answered' when ${isRare(piece, 3)} then 'open' else 'settled' end,
        1 + (n * 104729::bigint) % 200000, ${inTurn(piece)}, ${inTurn(piece)} + interval '7 days', case when ${isRare(piece, 2)} then now() end,
        case when ${isRare(piece, 3)} then now() end, case when not (${isRare(piece, 1)} or ${isRare(piece, 2)} or ${isRare(piece, 3)}) then now() end
      from ${numbers(piece)}`,
    sql`insert into api.dispute (dispute_id, order_id, state, reason, amount_cents, created_at, updated_at, evidence_due_at)
      select 'dp_' || n, 'F' || lpad(n::text, 11, '0'), case when ${isRare(piece, 4)} then 'open' else 'won' end, 'fraudulent', 100, ${inTurn(piece)}, now(), now()
      from ${numbers(piece)} where n % 100 = 0 or ${isRare(piece, 4)}`,
    sql`insert into api.staff_job (job_id, kind, asked_by, asked, state, total, created_at)
      select 'J' || n, case when ${isRare(piece, 1)} then 'coupon.end' else 'product.price' end, case when ${isRare(piece, 3)} then 'C3' else 'C1' end, '{}',
        case when ${isRare(piece, 2)} then 'failed' else 'done' end, 1, ${inTurn(piece)}
      from ${numbers(piece)}`,
  ];
}
