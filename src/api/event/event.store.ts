// Events for webhooks are written where they happen, in the same transaction.
import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { WebhookData, WebhookEvent } from '#contract/selling/webhook.ts';
import type { ApiTables } from '../schema/schema.ts';
import type { NotedEvent } from './event.rules.ts';

type Db = Kysely<ApiTables>;

/** Tells the webhooks of the seller that ask for this event. To be called in the transaction that makes it so. */
export async function recordEvent<Type extends WebhookEvent>(
  transaction: Db,
  sellerId: string,
  type: Type,
  data: WebhookData[Type],
): Promise<void> {
  await recordEvents(transaction, [{ sellerId, type, data } as NotedEvent]);
}

/** Records events of several sellers in one statement; nothing is asked where there are none. */
export async function recordEvents(transaction: Db, events: readonly NotedEvent[], now = new Date()): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ sellerId, type, data }) => {
    const body = JSON.stringify({ type, timestamp: now.toISOString(), data });
    return sql`(${sellerId}::text, ${`evt_${randomUUID()}`}::text, ${type}::text, ${body}::text)`;
  });
  await sql`insert into api.webhook_delivery (id, webhook_id, seller_id, event_id, type, body)
    select 'dlv_' || gen_random_uuid(), webhook.webhook_id, event.seller_id, event.event_id, event.type, event.body
    from (values ${sql.join(rows)}) as event (seller_id, event_id, type, body)
    join api.webhook on webhook.seller_id = event.seller_id and webhook.enabled and webhook.events ? event.type`.execute(
    transaction,
  );
}

/** Records a review, whose product may be a seller's. `edited`: it took the place of an earlier one of its author. */
export async function recordReview(
  transaction: Db,
  review: { review_id: string; product_id: string; rate: number; review_text: string },
  edited: boolean,
): Promise<void> {
  const product = await transaction
    .selectFrom('api.product')
    .select('seller_id')
    .where('product_id', '=', review.product_id)
    .where('seller_id', 'is not', null)
    .executeTakeFirst();
  if (!product?.seller_id) return;
  const { review_id, product_id, rate, review_text } = review;
  await recordEvent(transaction, product.seller_id, 'review.posted', {
    review_id,
    product_id,
    rate,
    review_text,
    edited,
  });
}
