// Deliveries on their way to webhooks, for the machinery that delivers them: of all shops.
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import { type Claim, createOutbox, type Outbox } from '#platform/outbox/outbox.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { OF_ONE_SHOP } from './webhook-limits.rules.ts';

type Db = Kysely<ApiTables>;

/** A test tells the seller who sent it how it went: that it failed is no fault of the shop. */
export const isTestDelivery = sql<boolean>`type = 'webhook.test'`;

const general = createOutbox('api.webhook_delivery', { except: isTestDelivery });

/**
 * Nobody keeps the events of others waiting: a shop has a few under way at once, and a webhook that fails again and again is left alone for a while.
 * Webhooks with something waiting are stepped through in their index, so that a claim costs the same however much waits.
 * Deliveries under way wait with a lease and without a failure, which is said when the attempt has ended.
 */
export const webhookOutbox: Outbox<object> = {
  ...general,
  async claim(db, leaseSeconds, most) {
    const { rows } = await sql<Claim>`
      with recursive under_way as (
        select seller_id, count(*) as deliveries from api.webhook_delivery
        where state = 'waiting' and attempts > 0 and failure is null
          and due_at > now() and due_at <= now() + make_interval(secs => ${leaseSeconds})
        group by seller_id
      ), has_waiting as (
        (select webhook_id from api.webhook_delivery where state = 'waiting' order by webhook_id limit 1)
        union all
        select (select webhook_id from api.webhook_delivery where state = 'waiting' and webhook_id > has_waiting.webhook_id
          order by webhook_id limit 1)
        from has_waiting where webhook_id is not null
      ), first_of_each as (
        select first.* from has_waiting join api.webhook using (webhook_id) cross join lateral (
          select id, seller_id, due_at from api.webhook_delivery
          where webhook_id = has_waiting.webhook_id and state = 'waiting' and due_at <= now()
          order by due_at, id limit ${OF_ONE_SHOP}) as first
        where paused_until is null or paused_until <= now()
        union
        (select id, seller_id, due_at from api.webhook_delivery
        where state = 'waiting' and type = 'webhook.test' and due_at <= now()
        order by due_at, id limit ${most})
      ), in_turn as (
        select id, coalesce(under_way.deliveries, 0)
          + row_number() over (partition by seller_id order by due_at, id) as place
        from first_of_each left join under_way using (seller_id)
      ), due as materialized (
        select id as due_id from api.webhook_delivery
        where id in (select id from in_turn where place <= ${OF_ONE_SHOP}) and state = 'waiting' and due_at <= now()
        order by due_at limit ${most} for update skip locked
      )
      update api.webhook_delivery
      set attempts = attempts + 1, failure = null, due_at = now() + make_interval(secs => ${leaseSeconds})
      from due where id = due_id
      returning id, attempts`.execute(db);
    return rows;
  },
};

export type DueDelivery = Pick<
  Selectable<ApiTables['api.webhook_delivery']>,
  'id' | 'event_id' | 'type' | 'body' | 'webhook_id' | 'seller_id'
> &
  Pick<Selectable<ApiTables['api.webhook']>, 'url' | 'enabled' | 'secret' | 'previous_secret' | 'previous_until'>;

export function findDue(db: Db, id: string): Promise<DueDelivery | undefined> {
  return db
    .selectFrom('api.webhook_delivery as delivery')
    .innerJoin('api.webhook as webhook', 'webhook.webhook_id', 'delivery.webhook_id')
    .select(['delivery.id', 'delivery.event_id', 'delivery.type', 'delivery.body', 'delivery.webhook_id'])
    .select(['delivery.seller_id', 'webhook.url', 'webhook.enabled'])
    .select(['webhook.secret', 'webhook.previous_secret', 'webhook.previous_until'])
    .where('delivery.id', '=', id)
    .executeTakeFirst();
}

/** Nothing is written where the delivery has been removed meanwhile, with its webhook. */
export async function recordAttempt(db: Db, attempt: Insertable<ApiTables['api.webhook_attempt']>): Promise<void> {
  await sql`insert into api.webhook_attempt (delivery_id, url, request_headers, status, answer, duration_ms, error)
    select id, ${attempt.url}, ${attempt.request_headers}::jsonb, ${attempt.status}, ${attempt.answer}, ${attempt.duration_ms},
      ${attempt.error}
    from api.webhook_delivery where id = ${attempt.delivery_id} for key share`.execute(db);
}

export async function recordArrival(db: Db, webhookId: string): Promise<void> {
  await sql`update api.webhook set failing_since = null, failures = 0, paused_until = null
    where webhook_id = ${webhookId} and failing_since is not null`.execute(db);
}

/** Answers since when nothing has arrived, and how many attempts in a row that were. */
export async function recordMiss(db: Db, webhookId: string): Promise<{ days: number; failures: number } | null> {
  const { rows } = await sql<{ days: number; failures: number }>`
    update api.webhook set failing_since = coalesce(failing_since, now()), failures = failures + 1
    where webhook_id = ${webhookId}
    returning extract(epoch from now() - failing_since)::float8 / 86400 as days, failures`.execute(db);
  return rows[0] ?? null;
}

export async function pauseWebhook(db: Db, webhookId: string, seconds: number): Promise<void> {
  await sql`update api.webhook set paused_until = now() + make_interval(secs => ${seconds})
    where webhook_id = ${webhookId}`.execute(db);
}

/** Switches it off where it is on. Answers whose owners are to be told; null: it was off already. */
export async function switchOff(
  transaction: Db,
  webhookId: string,
  reason: 'gone' | 'failing',
): Promise<{ sellerId: string; owners: string[] } | null> {
  const webhook = await transaction
    .updateTable('api.webhook')
    .set({ enabled: false, off_reason: reason, updated_at: sql<Date>`now()` })
    .where('webhook_id', '=', webhookId)
    .where('enabled', '=', true)
    .returning('seller_id')
    .executeTakeFirst();
  if (!webhook) return null;
  const owners = await transaction
    .selectFrom('api.seller_member')
    .select('user_id')
    .where('seller_id', '=', webhook.seller_id)
    .where('role', '=', 'owner')
    .execute();
  return { sellerId: webhook.seller_id, owners: owners.map(({ user_id }) => user_id) };
}

type Sealed = Pick<Selectable<ApiTables['api.webhook']>, 'webhook_id' | 'secret' | 'previous_secret'>;

export function listSealedSecrets(db: Db): Promise<Sealed[]> {
  return db.selectFrom('api.webhook').select(['webhook_id', 'secret', 'previous_secret']).execute();
}

/** Unless somebody has rotated it since it was read. */
export async function replaceSealedSecrets(db: Db, before: Sealed, now: Omit<Sealed, 'webhook_id'>): Promise<void> {
  await db
    .updateTable('api.webhook')
    .set(now)
    .where('webhook_id', '=', before.webhook_id)
    .where('secret', '=', before.secret)
    .execute();
}
