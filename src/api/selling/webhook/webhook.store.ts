// Webhooks as their owners manage them. Every question names the shop.
import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import { microsOf, olderThan } from '#platform/database/newest-first.ts';
import type { ListCursor } from '../../http/list-cursor.rules.ts';
import type { ApiTables } from '../../schema/schema.ts';

type Db = Kysely<ApiTables>;
type WebhookTable = ApiTables['api.webhook'];
type StoredWebhook = Selectable<WebhookTable>;
export type StoredDelivery = Selectable<ApiTables['api.webhook_delivery']>;
export type StoredAttempt = Selectable<ApiTables['api.webhook_attempt']>;

/** Webhook of a shop. */
type Own = { sellerId: string; webhookId: string };

/** With the name of whoever made it, where that is known, and of the key that they made it with. */
export type ListedWebhook = StoredWebhook & { made_by: string | null; made_with: string | null };

export function listWebhooks(db: Db, sellerId: string): Promise<ListedWebhook[]> {
  return withMakers(db, sellerId).orderBy('webhook.created_at').orderBy('webhook.webhook_id').execute();
}

export function findWebhook(db: Db, { sellerId, webhookId }: Own): Promise<ListedWebhook | undefined> {
  return withMakers(db, sellerId).where('webhook.webhook_id', '=', webhookId).executeTakeFirst();
}

function withMakers(db: Db, sellerId: string) {
  return db
    .selectFrom('api.webhook as webhook')
    .leftJoin('api.seller_key as key', (join) =>
      join.onRef('key.seller_id', '=', 'webhook.seller_id').on(sql<boolean>`webhook.created_by = 'key:' || key.key_id`),
    )
    .leftJoin('api.user as maker', (join) =>
      join.on(sql<boolean>`maker.account_id = coalesce(key.created_by, webhook.created_by)`),
    )
    .selectAll('webhook')
    .select(['maker.username as made_by', 'key.name as made_with'])
    .where('webhook.seller_id', '=', sellerId);
}

export async function countWebhooks(transaction: Db, sellerId: string): Promise<number> {
  const row = await transaction
    .selectFrom('api.webhook')
    .select((eb) => eb.fn.countAll<number>().as('webhooks'))
    .where('seller_id', '=', sellerId)
    .executeTakeFirstOrThrow();
  return row.webhooks;
}

export function insertWebhook(transaction: Db, webhook: Insertable<WebhookTable>): Promise<StoredWebhook> {
  return transaction.insertInto('api.webhook').values(webhook).returningAll().executeTakeFirstOrThrow();
}

export function updateWebhook(
  transaction: Db,
  { sellerId, webhookId }: Own,
  change: Updateable<WebhookTable>,
): Promise<StoredWebhook | undefined> {
  return transaction
    .updateTable('api.webhook')
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where('seller_id', '=', sellerId)
    .where('webhook_id', '=', webhookId)
    .returningAll()
    .executeTakeFirst();
}

/** Those that are on and that the account has made, itself or by a key that it has made. */
export function listWebhooksOf(
  db: Db,
  sellerId: string,
  accountId: string,
): Promise<Array<Pick<StoredWebhook, 'webhook_id' | 'url'>>> {
  const keys = db
    .selectFrom('api.seller_key')
    .select(sql<string>`'key:' || key_id`.as('by'))
    .where('seller_id', '=', sellerId)
    .where('created_by', '=', accountId);
  return db
    .selectFrom('api.webhook')
    .select(['webhook_id', 'url'])
    .where('seller_id', '=', sellerId)
    .where('enabled', '=', true)
    .where((eb) => eb.or([eb('created_by', '=', accountId), eb('created_by', 'in', keys)]))
    .orderBy('created_at')
    .orderBy('webhook_id')
    .execute();
}

/** With what was to be delivered. Answers whether there was one. */
export async function deleteWebhook(transaction: Db, { sellerId, webhookId }: Own): Promise<boolean> {
  const gone = await transaction
    .deleteFrom('api.webhook')
    .where('seller_id', '=', sellerId)
    .where('webhook_id', '=', webhookId)
    .returning('webhook_id')
    .executeTakeFirst();
  return gone !== undefined;
}

export function insertDelivery(
  db: Db,
  delivery: Insertable<ApiTables['api.webhook_delivery']>,
): Promise<StoredDelivery> {
  return db.insertInto('api.webhook_delivery').values(delivery).returningAll().executeTakeFirstOrThrow();
}

export function listDeliveries(
  db: Db,
  { sellerId, webhookId }: Own,
  page: { after: ListCursor | null; limit: number },
): Promise<Array<StoredDelivery & { micros: string }>> {
  const { after } = page;
  return db
    .selectFrom('api.webhook_delivery')
    .selectAll()
    .select(microsOf('created_at').as('micros'))
    .where('webhook_id', '=', webhookId)
    .where('seller_id', '=', sellerId)
    .$if(after !== null, (query) => query.where(olderThan(after as ListCursor, { moment: 'created_at', id: 'id' })))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(page.limit)
    .execute();
}

export function findDelivery(db: Db, own: Own, deliveryId: string): Promise<StoredDelivery | undefined> {
  return db
    .selectFrom('api.webhook_delivery')
    .selectAll()
    .where('id', '=', deliveryId)
    .where('webhook_id', '=', own.webhookId)
    .where('seller_id', '=', own.sellerId)
    .executeTakeFirst();
}

/** Attempts of a delivery that is the shop's: the newest, which are more than it is tried without being sent again by hand. */
export async function listAttempts(db: Db, deliveryId: string): Promise<StoredAttempt[]> {
  const newest = await db
    .selectFrom('api.webhook_attempt')
    .selectAll()
    .where('delivery_id', '=', deliveryId)
    .orderBy('attempt_id', 'desc')
    .limit(50)
    .execute();
  return newest.reverse();
}

/** Due again, from its first attempt on. One that waits is due at once; whoever is working on it now keeps it until then. */
export async function sendAgain(db: Db, own: Own, deliveryId: string): Promise<StoredDelivery | undefined> {
  const sent = await db
    .updateTable('api.webhook_delivery')
    .set({ state: 'waiting', attempts: 0, due_at: sql<Date>`now()`, finished_at: null, failure: null })
    .where('id', '=', deliveryId)
    .where('webhook_id', '=', own.webhookId)
    .where('seller_id', '=', own.sellerId)
    .returningAll()
    .executeTakeFirst();
  if (sent) await sql`select pg_notify('api_webhook_delivery', '')`.execute(db);
  return sent;
}
