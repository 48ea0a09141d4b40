import type { ProcessingFee } from './balance/fees.rules.ts';
import type { EventType } from './event/event-type.ts';
import type { Db, PaymentMethod } from './schema.ts';

/** Dependencies of all parts of the sandbox. */
export type Sandbox = {
  db: Db;
  /** Where its pages are reached, without a trailing slash. */
  origin: string;
  /** Whom the customers of the pages pay. */
  shopName: string;
  now: () => Date;
  /** Where customers may be sent back to, as origins; null: anywhere. */
  returnOrigins: readonly string[] | null;
  /** Payment methods of a session that names none, as the account's settings at the provider. */
  methods: readonly PaymentMethod[];
  /** Fee that the provider charges on each payment. */
  processingFee: ProcessingFee;
  /** How long what takes days at the provider takes here; null: until it is told to end. */
  settleMs: number | null;
  /** The events that the shop is told of, as at the provider each endpoint chooses; null: all. */
  listensTo: readonly EventType[] | null;
  /** Tells the shop of events now, and comes to its end when it has answered, or is not waited for any longer. */
  notifyShop: (events: string[]) => Promise<void>;
};

/** When what begins now comes to its end by itself. */
export function settlesAt({ now, settleMs }: Pick<Sandbox, 'now' | 'settleMs'>): Date | null {
  return settleMs === null ? null : new Date(now().getTime() + settleMs);
}
