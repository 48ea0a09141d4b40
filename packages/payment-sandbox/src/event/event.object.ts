import type Stripe from 'stripe';
import { unixSeconds } from '../protocol/unix-seconds.ts';
import type { KnownEvent } from './event.store.ts';

/** The version of the API whose objects the sandbox answers. */
export const apiVersion: typeof Stripe.API_VERSION = '2026-10-28.endive';

export function eventObject(event: KnownEvent): object {
  return {
    id: event.id,
    object: 'event',
    ...(event.account !== null && { account: event.account }),
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

/** An event of version 2. Webhooks tell it without its `data`, which is asked for. */
export function thinEventObject(event: KnownEvent, { withData }: { withData: boolean }): object {
  return {
    id: event.id,
    object: 'v2.core.event',
    type: event.type,
    created: event.created_at.toISOString(),
    livemode: event.livemode,
    reason: null,
    related_object: event.related_object,
    ...(withData && Object.keys(event.object).length > 0 && { data: event.object }),
  };
}
