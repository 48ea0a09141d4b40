import type { PostedThread, Thread, ThreadPage, UnreadThreads } from '#contract/people/message.ts';
import type { ApiClient, ListPage } from '../api/api-client.ts';

/** Whose threads: a shop's, or, with null, the user's own as a buyer. */
export type Side = string | null;

export function listThreads(api: ApiClient, side: Side, next?: string): Promise<ListPage<Thread>> {
  return api.list(next ?? threadsOf(side), { asUser: true });
}

/** A thread with the newest of its messages, or with those that `next` of an answer before leads to. */
export async function getThread(
  api: ApiClient,
  side: Side,
  threadId: string,
  next?: string,
): Promise<ThreadPage & { next: string | null }> {
  const page = await api.list(next ?? threadOf(side, threadId), { asUser: true });
  // Its messages are the list that goes on, beside the thread.
  return { ...(page.items as unknown as ThreadPage), next: page.next };
}

/** Writes the first message about something. */
export function beginThread(
  api: ApiClient,
  side: Side,
  posted: PostedThread | { order_id: string; text: string },
): Promise<Thread> {
  return api.post(threadsOf(side), posted);
}

export function writeMessage(api: ApiClient, side: Side, threadId: string, text: string): Promise<Thread> {
  return api.post(`${threadOf(side, threadId)}/message`, { text });
}

/** `upTo`: the newest message that was read. */
export function markThreadRead(api: ApiClient, side: Side, threadId: string, upTo: string): Promise<void> {
  return api.post(`${threadOf(side, threadId)}/read?${new URLSearchParams({ up_to: upTo })}`, {});
}

export function reportThread(api: ApiClient, side: Side, threadId: string, reason: string): Promise<Thread> {
  return api.post(`${threadOf(side, threadId)}/report`, { reason });
}

export function blockThread(api: ApiClient, side: Side, threadId: string, on: boolean): Promise<Thread> {
  return api.post(`${threadOf(side, threadId)}/${on ? 'block' : 'unblock'}`, {});
}

export function countUnread(api: ApiClient): Promise<UnreadThreads> {
  return api.get('/thread/unread', { asUser: true });
}

function threadsOf(side: Side): string {
  return side === null ? '/thread' : `/seller/${encodeURIComponent(side)}/thread`;
}

function threadOf(side: Side, threadId: string): string {
  return `${threadsOf(side)}/${encodeURIComponent(threadId)}`;
}
