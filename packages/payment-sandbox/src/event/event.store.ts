import { sql } from 'kysely';
import { type NumberedPage, newestFirst } from '#platform';
import type { Db, ProviderEvent, RelatedObject, TimeRange } from '../schema.ts';

/** An event, and whether the shop has still to hear of it. */
export type KnownEvent = ProviderEvent & { pending: boolean };

/**
 * Head start of the process that writes an event and delivers it directly (`deliverNow`): nobody else takes it before,
 * unless that process dies.
 */
const AHEAD_SECONDS = 2;

/** By the switches of the sandbox: until they are let go, and so that they come in another order. */
const HELD_SECONDS = 10 * 365 * 24 * 3_600;
const SHUFFLED_SECONDS = 3;

/** One statement for all, those that the shop is to hear of included. */
export async function addEvents(
  db: Db,
  events: Array<{
    id: string;
    type: string;
    object: object;
    previous: object | null;
    createdAt: Date;
    livemode?: boolean;
    account?: string | null;
    thin?: boolean;
    related?: RelatedObject | null;
    deliver: boolean;
  }>,
  { directly }: { directly: boolean },
) {
  const noted = db.insertInto('payments.event').values(
    events.map(({ id, type, object, previous, createdAt, livemode = false, account = null, ...more }) => ({
      id,
      type,
      object: JSON.stringify(object),
      previous_attributes: previous && JSON.stringify(previous),
      livemode,
      account,
      thin: more.thin ?? false,
      related_object: more.related ? JSON.stringify(more.related) : null,
      created_at: createdAt,
    })),
  );
  const due_at = sql<Date>`now() + make_interval(secs => ${directly ? AHEAD_SECONDS : 0} + coalesce((
    select case webhooks when 'held' then ${HELD_SECONDS} when 'shuffled' then ${SHUFFLED_SECONDS} * random() end
    from payments.sandbox_switches), 0))`;
  // Direct delivery must not send held events: such a row looks as if somebody had taken it.
  const attempts = sql<number>`case when exists (select from payments.sandbox_switches where webhooks = 'held')
    then 1 else 0 end`;
  const deliveries = events.filter(({ deliver }) => deliver).map(({ id }) => ({ id, due_at, attempts }));
  if (deliveries.length === 0) await noted.execute();
  else
    await db
      .with('noted', () => noted)
      .insertInto('payments.webhook_delivery')
      .values(deliveries)
      .execute();
}

export async function findEvent(db: Db, id: string): Promise<KnownEvent | null> {
  const event = await events(db).where('event.id', '=', id).executeTakeFirst();
  return event ?? null;
}

/** The shop is told of it once more, whether or not it has heard of it or listens to it; `deliverNow` may be first. */
export async function resendEvent(db: Db, id: string) {
  const due_at = sql<Date>`now() + make_interval(secs => ${AHEAD_SECONDS})`;
  const untried = { state: 'waiting', attempts: 0, due_at, finished_at: null, failure: null } as const;
  await db
    .insertInto('payments.webhook_delivery')
    .values({ id, ...untried })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(untried))
    .execute();
}

/** Newest first: of the platform, or of one connected account. */
export async function listEvents(
  db: Db,
  types: string[] | null,
  page: NumberedPage,
  account: string | null = null,
): Promise<KnownEvent[]> {
  const listed = events(db)
    .where('event.thin', '=', false)
    .where('event.account', account === null ? 'is' : '=', account)
    .$if(types !== null, (query) => query.where('event.type', 'in', types ?? []));
  return newestFirst(listed, page, 'event.number').execute();
}

/** Those of version 2, newest first; `object`: about it alone. */
export async function listThinEvents(
  db: Db,
  { types, object, created }: { types: string[] | null; object: string | null; created: TimeRange },
  page: NumberedPage,
): Promise<KnownEvent[]> {
  const { from, before } = created;
  const listed = events(db)
    .where('event.thin', '=', true)
    .$if(types !== null, (query) => query.where('event.type', 'in', types ?? []))
    .$if(object !== null, (query) => query.where(sql`event.related_object ->> 'id'`, '=', object))
    .$if(from !== undefined, (query) => query.where('event.created_at', '>=', from ?? new Date(0)))
    .$if(before !== undefined, (query) => query.where('event.created_at', '<', before ?? new Date(0)));
  return newestFirst(listed, page, 'event.number').execute();
}

/** The event, and whether the sandbox is to tell of it twice. */
export async function findEventToDeliver(db: Db, id: string): Promise<(KnownEvent & { twice: boolean }) | null> {
  const event = await events(db)
    .where('event.id', '=', id)
    .select(sql<boolean>`exists (select from payments.sandbox_switches where webhooks = 'twice')`.as('twice'))
    .executeTakeFirst();
  return event ?? null;
}

/** Releases the held events. Answers their ids, oldest first. */
export async function letGo(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with freed as (
      update payments.webhook_delivery set attempts = 0, due_at = now() + make_interval(secs => ${AHEAD_SECONDS})
      where state = 'waiting' and due_at > now() + make_interval(secs => ${HELD_SECONDS / 2})
      returning id
    ) select freed.id from freed join payments.event using (id) order by event.number`.execute(db);
  return rows.map(({ id }) => id);
}

/** Forgets events that are older, with their deliveries; what the shop has still to hear of stays. */
export async function forgetEvents(db: Db, before: Date) {
  await db
    .deleteFrom('payments.event')
    .where('created_at', '<', before)
    .where('id', 'not in', (eb) =>
      eb.selectFrom('payments.webhook_delivery').select('id').where('state', '=', 'waiting'),
    )
    .execute();
}

function events(db: Db) {
  return db
    .selectFrom('payments.event as event')
    .leftJoin('payments.webhook_delivery as delivery', 'delivery.id', 'event.id')
    .selectAll('event')
    .select(sql<boolean>`coalesce(delivery.state = 'waiting', false)`.as('pending'));
}
