import { newId } from '../protocol/new-id.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Db } from '../schema.ts';
import { addEvents } from './event.store.ts';
import type { EventType, ThinEventType } from './event-type.ts';

/** Event about `object`, with the earlier values of what has changed in it. */
type Happened = {
  type: Exclude<EventType, ThinEventType>;
  object: object;
  previous?: object;
  /** The connected account that it has happened to. */
  account?: string | null;
};

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
  const events = happened.map(({ type, object, previous = null, account = null }) => ({
    id: newId('evt'),
    type,
    object,
    previous,
    account,
    createdAt: now(),
    deliver: listensTo?.includes(type) ?? true,
  }));
  await addEvents(transaction, events, { directly });
  return events.flatMap(({ id, deliver }) => (deliver ? [id] : []));
}

/** An event of version 2: about `account`, or about nothing that could be asked for. */
type HappenedThinly = { type: ThinEventType; account: string | null; data?: object };

/** Notes what has happened as `emit` does, for those who hear of it by thin events. */
export async function emitThin(
  transaction: Db,
  { now, listensTo }: Pick<Sandbox, 'now' | 'listensTo'>,
  happened: HappenedThinly[],
  { directly = false } = {},
): Promise<string[]> {
  const events = happened.map(({ type, account, data = {} }) => ({
    id: newId('evt_test'),
    type,
    object: data,
    previous: null,
    thin: true,
    related: account === null ? null : { id: account, type: 'v2.core.account', url: `/v2/core/accounts/${account}` },
    createdAt: now(),
    deliver: listensTo?.includes(type) ?? true,
  }));
  await addEvents(transaction, events, { directly });
  return events.flatMap(({ id, deliver }) => (deliver ? [id] : []));
}
