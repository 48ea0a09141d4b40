import type { OutboxSource } from '../../operations/ports.ts';
import type { Db } from '../../schema/db.ts';
import { isTestDelivery, webhookOutbox as outbox } from './webhook-delivery.store.ts';

/** Webhook deliveries, for the system status. */
export function webhookOutbox(db: Db): OutboxSource {
  return {
    name: 'webhook',
    table: 'api.webhook_delivery',
    except: isTestDelivery,
    measure: () => outbox.measure(db),
    describe: ({ type, seller_id: seller }) => `${type} to ${seller}`,
  };
}
