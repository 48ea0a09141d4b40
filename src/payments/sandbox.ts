import type { EventType } from './event/event-type.ts';
import type { Db } from './schema.ts';

/** What the parts of the sandbox share. */
export type Sandbox = {
  db: Db;
  /** Where its pages are reached, without a trailing slash. */
  origin: string;
  /** Whom the customers of the pages pay. */
  shopName: string;
  now: () => Date;
  /** The events that the shop is told of, as at the provider each endpoint chooses; null: all. */
  listensTo: readonly EventType[] | null;
  /** Tells the shop of events now, and comes to its end when it has answered, or is not waited for any longer. */
  tellShop: (events: string[]) => Promise<void>;
};
