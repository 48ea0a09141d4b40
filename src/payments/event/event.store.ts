import { sql } from 'kysely';
import { type NumberedPage, newestFirst } from '#platform/database/newest-first-by-number.ts';
import type { Db, ProviderEvent } from '../schema.ts';

/** An event, and whether the shop has still to hear of it. */
export type KnownEvent = ProviderEvent & { pending: boolean };

/**
 * Whoever writes an event may tell the shop of it directly (`deliverNow`): until then nobody else takes it, unless that
 * process dies.
 */
const AHEAD_SECONDS = 2;

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
    deliver: boolean;
  }>,
  { directly }: { directly: boolean },
) {
  const noted = db.insertInto('payments.event').values(
    events.map(({ id, type, object, previous, createdAt, livemode = false }) => ({
      id,
      type,
      object: JSON.stringify(object),
      previous_attributes: previous && JSON.stringify(previous),
      livemode,
      created_at: createdAt,
    })),
  );
  const due_at = sql<Date>`now() + make_interval(secs => ${directly ? AHEAD_SECONDS : 0})`;
  const deliveries = events.filter(({ deliver }) => deliver).map(({ id }) => ({ id, due_at }));
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
export async function tellAgain(db: Db, id: string) {
  const due_at = sql<Date>`now() + make_interval(secs => ${AHEAD_SECONDS})`;
  const untried = { state: 'waiting', attempts: 0, due_at, finished_at: null, failure: null } as const;
  await db
    .insertInto('payments.webhook_delivery')
    .values({ id, ...untried })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(untried))
    .execute();
}

/** Newest first. */
export async function listEvents(db: Db, types: string[] | null, page: NumberedPage): Promise<KnownEvent[]> {
  const listed = types === null ? events(db) : events(db).where('event.type', 'in', types);
  return newestFirst(listed, page, 'event.number').execute();
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
