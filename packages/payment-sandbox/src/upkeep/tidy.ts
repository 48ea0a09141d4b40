import { forgetEvents } from '../event/event.store.ts';
import { forgetKeys } from '../protocol/idempotency-key.store.ts';
import type { Sandbox } from '../sandbox.ts';

/** The provider keeps keys for at least a day, and events for thirty. */
const KEY_HOURS = 25;
const EVENT_DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;

/** Deletes what nobody asks for any more. */
export async function tidy({ db, now }: Sandbox): Promise<void> {
  await forgetKeys(db, KEY_HOURS);
  await forgetEvents(db, new Date(now().getTime() - EVENT_DAYS * DAY_MS));
}
