import type Stripe from 'stripe';
import { unixSeconds } from '../protocol/unix-seconds.ts';
import type { KnownEvent } from './event.store.ts';

/** The version of the API whose objects the sandbox answers. */
export const apiVersion: typeof Stripe.API_VERSION = '2026-10-28.endive';

export function eventObject(event: KnownEvent): object {
  return {
    id: event.id,
    object: 'event',
    api_version: apiVersion,
    created: unixSeconds(event.created_at),
    data: {
      object: event.object,
      ...(event.previous_attributes && { previous_attributes: event.previous_attributes }),
    },
    livemode: event.livemode,
    pending_webhooks: event.pending ? 1 : 0,
    request: { id: null, idempotency_key: null },
    type: event.type,
  };
}
