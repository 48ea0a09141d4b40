import { createHmac } from 'node:crypto';
import type { Database, Log } from '#platform';
import { createDelivery, type Delivery, DeliveryError } from '#platform';
import { eventObject, thinEventObject } from '../event/event.object.ts';
import { findEventToDeliver } from '../event/event.store.ts';
import type { EventType } from '../event/event-type.ts';
import { unixSeconds } from '../protocol/unix-seconds.ts';
import type { PaymentsTables } from '../schema.ts';
import { webhookOutbox } from './webhook-delivery.store.ts';

const PATIENCE_MS = 20_000;

export type WebhookDeps = {
  database: Database<PaymentsTables>;
  /**
   * Where the shop hears of events (all, unless it names some), and the secret that it knows them by: two while one takes
   * the other's place, and every event is signed with both.
   */
  webhook: { url: string; secret: string | readonly string[]; events?: readonly EventType[] };
  /** How a request reaches the shop. */
  deliver: (request: Request) => Response | Promise<Response>;
  log: Log;
  now: () => Date;
};

/** Tells the shop of every event until it answers 2xx. Several processes may do so at once; order is not promised. */
export function createWebhooks({ database, webhook, log, ...deps }: WebhookDeps): Delivery {
  return createDelivery({
    database,
    outbox: webhookOutbox,
    channel: 'payments_webhook_delivery',
    part: 'payments',
    log,
    async deliver({ id }, closing) {
      const event = await findEventToDeliver(database.kysely, id);
      if (!event) throw new DeliveryError('the event is gone', true);
      const body = JSON.stringify(event.thin ? thinEventObject(event, { withData: false }) : eventObject(event));
      const signal = AbortSignal.any([closing, AbortSignal.timeout(PATIENCE_MS)]);
      for (let time = 0; time < (event.twice ? 2 : 1); time++) {
        const request = new Request(webhook.url, {
          method: 'POST',
          headers: {
            'content-type': 'application/json; charset=utf-8',
            'stripe-signature': signature(body, webhook.secret, deps.now()),
            'user-agent': 'Hearth payment sandbox',
          },
          body,
          redirect: 'manual',
          signal,
        });
        const response = await Promise.race([deps.deliver(request), aborted(signal)]);
        await response.body?.cancel();
        if (!response.ok) throw new DeliveryError(`HTTP ${response.status}`, false);
      }
    },
  });
}

/** The time and an HMAC-SHA-256 of it with the body as it is sent, as the provider's libraries check them. */
function signature(body: string, secrets: string | readonly string[], now: Date): string {
  const time = unixSeconds(now);
  const signatures = [secrets]
    .flat()
    .map((secret) => createHmac('sha256', secret).update(`${time}.${body}`).digest('hex'));
  return [`t=${time}`, ...signatures.map((hex) => `v1=${hex}`)].join();
}

/** Fails when the signal is given: a shop in the same process does not look at it. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const fail = () => reject(new DeliveryError(signal.reason?.name ?? 'aborted', false));
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });
}
