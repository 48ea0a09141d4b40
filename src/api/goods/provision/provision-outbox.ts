import type { OutboxSource } from '../../operations/ports.ts';
import type { Db } from '../../schema/db.ts';
import { provisionOutbox as outbox } from './provision-call.store.ts';

/** Calls of sellers' endpoints, for the system status. */
export function provisionOutbox(db: Db): OutboxSource {
  return {
    name: 'provision',
    table: 'api.provision_call',
    measure: () => outbox.measure(db),
    describe: ({ type, seller_id: seller }) => `${type} at ${seller}`,
  };
}
