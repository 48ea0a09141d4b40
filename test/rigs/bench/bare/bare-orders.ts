// The rows of an order, from the cart to its delivered confirmation, by bare SQL in the transactions in which the shop writes
// them: the least that any program would have to ask the database for.
import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** Each inner list is a transaction of its own. `$1` is the order's id, which all its rows are named after; it has three lines. */
const transactions = [
  // Placed.
  [
    `with line as (
       insert into api.order_line (order_id, line, product_id, product_name, unit_price_micros, quantity, amount_cents, counted)
       select $1, line, 'p', 'Product', 1000000, 1, 100, false from generate_series(1, 3) as line)
     insert into api."order"
       (order_id, user_id, payment_method, subtotal_cents, total_cents, created_at, expires_at, updated_at)
     values ($1, 'bare@example.com', 'card', 300, 300, now(), now(), now())`,
  ],
  [
    `insert into payments.idempotency_key (key, endpoint, parameters_hash, request_id, locked_until)
     values ($1, '/v1/checkout/sessions', '', $1, now())`,
  ],
  [
    `insert into payments.checkout_session
       (id, status, currency, amount_total, line_items, payment_intent_data, metadata, success_url, created_at, expires_at)
     values ($1, 'open', 'usd', 300, '[]', '{}', '{}', '', now(), now() + interval '1 hour')`,
    `update payments.idempotency_key set status = 200, body = repeat('x', 2000) where key = $1`,
  ],
  [`update api."order" set session_id = $1, checkout_url = '', updated_at = now() where order_id = $1`],
  // Paid.
  [
    `insert into payments.payment_intent (id, status, currency, amount, amount_received, metadata, charge, created_at)
     values ($1, 'succeeded', 'usd', 300, 300, '{}', $1, now())`,
    `update payments.checkout_session set status = 'complete', payment_intent = $1 where id = $1`,
    `with event as (
       insert into payments.event (id, type, object, created_at)
       select $1 || number, 'x', jsonb_build_object('x', repeat('x', 2000)), now() from generate_series(1, 2) as number)
     select 1`,
    `insert into payments.webhook_delivery (id) values ($1 || '1')`,
  ],
  [`update payments.webhook_delivery set attempts = 1, due_at = now() + interval '1 minute' where id = $1 || '1'`],
  [`insert into api.payment_event (event_id, received_at) values ($1, now())`],
  [
    `update api."order" set status = 'paid', paid_at = now(), updated_at = now() where order_id = $1`,
    `insert into platform.audit_entry (actor_kind, actor_name, action, subject_kind, subject_id)
     values ('provider', '', 'order.paid', 'order', $1)`,
    `insert into mail.outbox (id, content) values ($1::text::uuid, convert_to(repeat('x', 8000), 'UTF8'))`,
  ],
  // Told and confirmed.
  [`update payments.webhook_delivery set state = 'sent', finished_at = now() where id = $1 || '1'`],
  [`update mail.outbox set attempts = 1, due_at = now() + interval '1 minute' where id = $1::text::uuid`],
  [`update mail.outbox set state = 'sent', finished_at = now(), content = null where id = $1::text::uuid`],
];

/** Orders a second, `atOnce` at a time on connections of their own. */
export async function bareOrders(databaseUrl: string, atOnce: number, seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1_000;
  let orders = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      const client = new pg.Client({ connectionString: databaseUrl });
      await client.connect();
      while (performance.now() < until) {
        const id = randomUUID();
        for (const statements of transactions) {
          if (statements.length > 1) await client.query('begin');
          for (const statement of statements) await client.query(statement, [id]);
          if (statements.length > 1) await client.query('commit');
        }
        orders++;
      }
      await client.end();
    }),
  );
  return orders / seconds;
}
