import type { ApiClient, ListPage } from '#client/api/api-client.ts';
import type { PostedThread, Thread, ThreadPage } from '#contract/people/message.ts';

/** Whose threads: a shop's, or, with null, the user's own as a buyer. */
export type Side = string | null;

export function listThreads(api: ApiClient, side: Side, page?: string): Promise<ListPage<Thread>> {
  return api.list(threadsOf(side), { params: pathOf(side), asUser: true, page });
}

/** A thread with the newest of its messages, or with those that `next` of an answer before leads to. */
export async function getThread(
  api: ApiClient,
  side: Side,
  threadId: string,
  page?: string,
): Promise<ThreadPage & { next: string | null }> {
  const params = pathOf(side, threadId);
  // Its messages are the list that goes on, beside the thread.
  const { items, next } = await api.list(`${threadsOf(side)}/{threadId}`, { params, asUser: true, page });
  return { ...items, next };
}

/** Writes the first message about something. */
export function beginThread(
  api: ApiClient,
  side: Side,
  posted: PostedThread | { order_id: string; text: string },
): Promise<Thread> {
  return api.post(threadsOf(side), { params: pathOf(side), body: posted });
}

export function writeMessage(api: ApiClient, side: Side, threadId: string, text: string): Promise<Thread> {
  return api.post(`${threadsOf(side)}/{threadId}/message`, { params: pathOf(side, threadId), body: { text } });
}

/** `upTo`: the newest message that was read. */
export function markThreadRead(api: ApiClient, side: Side, threadId: string, upTo: string): Promise<undefined> {
  const params = { ...pathOf(side, threadId), query: { up_to: upTo } };
  return api.post(`${threadsOf(side)}/{threadId}/read`, { params });
}

export function reportThread(api: ApiClient, side: Side, threadId: string, reason: string): Promise<Thread> {
  return api.post(`${threadsOf(side)}/{threadId}/report`, { params: pathOf(side, threadId), body: { reason } });
}

export function blockThread(api: ApiClient, side: Side, threadId: string, on: boolean): Promise<Thread> {
  return api.post(`${threadsOf(side)}/{threadId}/${on ? 'block' : 'unblock'}`, { params: pathOf(side, threadId) });
}

function threadsOf(side: Side) {
  return side === null ? '/thread' : '/seller/{sellerId}/thread';
}

/** A buyer's own addresses have no place for a shop. */
function pathOf(side: Side, threadId = '') {
  return { path: { sellerId: side ?? '', threadId } };
}
