import { sql } from 'kysely';
import type { Db, ProviderEvent } from '../schema.ts';

/** An event, and whether the shop has still to hear of it. */
export type KnownEvent = ProviderEvent & { pending: boolean };

export async function addEvent(
  db: Db,
  event: { id: string; type: string; object: object; previous: object | null; createdAt: Date },
) {
  await db
    .insertInto('payments.event')
    .values({
      id: event.id,
      type: event.type,
      object: JSON.stringify(event.object),
      previous_attributes: event.previous && JSON.stringify(event.previous),
      created_at: event.createdAt,
    })
    .execute();
  await db.insertInto('payments.webhook_delivery').values({ id: event.id }).execute();
}

export async function findEvent(db: Db, id: string): Promise<KnownEvent | null> {
  const event = await events(db).where('event.id', '=', id).executeTakeFirst();
  return event ?? null;
}

/** Newest first. */
export async function listEvents(
  db: Db,
  filter: { types: string[] | null; before: number | null; limit: number },
): Promise<KnownEvent[]> {
  return events(db)
    .$if(filter.types !== null, (query) => query.where('event.type', 'in', filter.types ?? []))
    .$if(filter.before !== null, (query) => query.where('event.number', '<', filter.before ?? 0))
    .orderBy('event.number', 'desc')
    .limit(filter.limit)
    .execute();
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
