import { newId } from '../protocol/new-id.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Db } from '../schema.ts';
import { addEvents } from './event.store.ts';
import type { EventType } from './event-type.ts';

/** What has happened to `object`, and what of it was different before. */
type Happened = { type: EventType; object: object; previous?: object };

/**
 * Notes what has happened, in order, and answers the ids of what the shop listens to. It hears of that when the
 * transaction commits; where it is told `directly`, a moment later, unless the caller has told it before.
 */
export async function emit(
  transaction: Db,
  { now, listensTo }: Pick<Sandbox, 'now' | 'listensTo'>,
  happened: Happened[],
  { directly = false } = {},
): Promise<string[]> {
  const events = happened.map(({ type, object, previous = null }) => ({
    id: newId('evt'),
    type,
    object,
    previous,
    createdAt: now(),
    deliver: listensTo?.includes(type) ?? true,
  }));
  await addEvents(transaction, events, { directly });
  return events.flatMap(({ id, deliver }) => (deliver ? [id] : []));
}
