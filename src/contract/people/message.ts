// Words about messages between a buyer and a shop. Free of the validator.
import type { z } from 'zod';
import type {
  messageSchema,
  postedThreadSchema,
  reportDecisions,
  reportedThreadSchema,
  reportSchema,
  resolutionSchema,
  threadBlockers,
  threadPageSchema,
  threadSchema,
  threadSides,
} from './message.schema.ts';

export type Thread = z.infer<typeof threadSchema>;
export type Message = z.infer<typeof messageSchema>;
export type ThreadPage = z.infer<typeof threadPageSchema>;
/** Side that writes: the one who buys or might, or somebody of the shop. */
export type ThreadSide = (typeof threadSides)[number];
export type PostedThread = z.input<typeof postedThreadSchema>;
export type Report = z.infer<typeof reportSchema>;
export type ReportedThread = z.infer<typeof reportedThreadSchema>;
/** Decision of the staff about a conversation that was reported. */
export type ReportDecision = (typeof reportDecisions)[number];
export type Resolution = z.input<typeof resolutionSchema>;
/** Party that has ended the messages between a shop and a buyer. */
export type ThreadBlocker = (typeof threadBlockers)[number];

/** The list of threads: of the shop at the address, or with null the reader's own as a buyer. Without a query it opens where something is unread. */
export function threadsPath(sellerAddress: string | null): string {
  return `/profile/messages?${new URLSearchParams(sellerAddress === null ? { as: 'buyer' } : { seller: sellerAddress })}`;
}

/** The page of a thread; `sellerAddress` names the shop for which it is read. */
export function threadPath(threadId: string, sellerAddress?: string): string {
  const path = `/profile/messages/${encodeURIComponent(threadId)}`;
  return sellerAddress ? `${path}?${new URLSearchParams({ seller: sellerAddress })}` : path;
}

/** Where a first message is written: by a buyer, to the shop at `seller` where an order has several, about an outage of `machine`; or by the shop at `as` to a buyer. */
export function newThreadPath(
  about: { product: string } | { order: string; seller?: string; machine?: string } | { order: string; as: string },
): string {
  return `/profile/messages/new?${new URLSearchParams(about)}`;
}
