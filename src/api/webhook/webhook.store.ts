// Webhooks as their owners manage them. Every question names the shop.
import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import { microsOf, olderThan } from '#platform/database/newest-first.ts';
import type { ListCursor } from '../http/list-cursor.rules.ts';
import type { ApiTables } from '../schema.ts';

type Db = Kysely<ApiTables>;
type WebhookTable = ApiTables['api.webhook'];
export type StoredWebhook = Selectable<WebhookTable>;
export type StoredDelivery = Selectable<ApiTables['api.webhook_delivery']>;
export type StoredAttempt = Selectable<ApiTables['api.webhook_attempt']>;

/** Of a shop. */
type Own = { sellerId: string; webhookId: string };

export function listWebhooks(db: Db, sellerId: string): Promise<StoredWebhook[]> {
  return db
    .selectFrom('api.webhook')
    .selectAll()
    .where('seller_id', '=', sellerId)
    .orderBy('created_at')
    .orderBy('webhook_id')
    .execute();
}

export function findWebhook(db: Db, { sellerId, webhookId }: Own): Promise<StoredWebhook | undefined> {
  return db
    .selectFrom('api.webhook')
    .selectAll()
    .where('seller_id', '=', sellerId)
    .where('webhook_id', '=', webhookId)
    .executeTakeFirst();
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

/** Switches off those that the account has made, itself or by a key that it has made. Answers their ids. */
export async function switchOffWebhooksOf(transaction: Db, sellerId: string, accountId: string): Promise<string[]> {
  const keys = transaction
    .selectFrom('api.seller_key')
    .select(sql<string>`'key:' || key_id`.as('by'))
    .where('seller_id', '=', sellerId)
    .where('created_by', '=', accountId);
  const off = await transaction
    .updateTable('api.webhook')
    .set({ enabled: false, updated_at: sql<Date>`now()` })
    .where('seller_id', '=', sellerId)
    .where('enabled', '=', true)
    .where((eb) => eb.or([eb('created_by', '=', accountId), eb('created_by', 'in', keys)]))
    .returning('webhook_id')
    .execute();
  return off.map(({ webhook_id }) => webhook_id);
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

/** Of a delivery that is the shop's: the newest, which are more than it is tried without being sent again by hand. */
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
