import type { Message } from '#contract/people/message.ts';

/** Oldest first, and where those before them are told; null where there are none. */
type Known = { messages: Message[]; next: string | null };

/**
 * Known messages with the newest page behind them, in the order of the API: times alone do not say which of two came first. Where more
 * came since than a page holds, the list begins anew: there would be a gap in it.
 */
export function withNewest(before: Known, page: { messages: Message[]; next: string | null }): Known {
  const newestIds = new Set(page.messages.map(({ message_id }) => message_id));
  const older = before.messages.filter(({ message_id }) => !newestIds.has(message_id));
  const meets = older.length < before.messages.length || page.next === null;
  const messages = page.messages.toReversed();
  return meets && before.messages.length > 0
    ? { messages: [...older, ...messages], next: before.next }
    : { messages, next: page.next };
}
