import type { Database } from '#platform/database/database.ts';
import type { Log } from '#platform/observability/log.ts';
import { createDelivery, type Delivery } from '#platform/outbox/delivery.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { AttachmentSources } from '../mailer.ts';
import type { Brand } from '../message/brand.ts';
import { composeMail } from '../message/compose-mail.ts';
import { openMessage } from '../message/sealed-message.ts';
import type { MailTables } from '../schema.ts';
import type { Sender } from '../transport/sender.ts';
import type { Transport } from '../transport/transport.ts';
import { outbox } from './outbox.store.ts';

export type DeliveryDeps = {
  database: Database<MailTables>;
  secrets: Secrets;
  transport: Transport;
  brand: Brand;
  sender: Sender;
  attachments?: Partial<AttachmentSources>;
  log: Log;
};

/**
 * Delivers the messages of the outbox; what fails is tried again (platform/outbox/retry.rules.ts). Where one has to go twice, because nobody could know that the mail server had
 * taken it, both copies carry the same Message-ID, by which servers and mail programs recognize them. Files are
 * replaced instead.
 */
export function createMailDelivery({ database, transport, log, ...deps }: DeliveryDeps): Delivery {
  const delivery = createDelivery({
    database,
    outbox,
    channel: 'mail_outbox',
    part: 'mail',
    log,
    async deliver({ id, content, created_at }, signal) {
      const message = openMessage(deps.secrets, id, content);
      await transport.deliver(await composeMail({ id, createdAt: created_at, message }, deps), signal);
    },
  });
  return {
    ...delivery,
    async close(waitMs) {
      await delivery.close(waitMs);
      transport.close();
    },
  };
}
