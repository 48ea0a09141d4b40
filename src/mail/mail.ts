import { randomUUID } from 'node:crypto';
import type { Delivery } from '#platform/outbox/delivery.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { SendMail } from './mailer.ts';
import { sealMessage } from './message/sealed-message.ts';
import { createMailDelivery, type DeliveryDeps } from './outbox/mail-delivery.ts';
import { addMessage } from './outbox/outbox.store.ts';

export type MailRoom = Delivery & { sendMail: SendMail };

/** The outbox, and the delivery of what is put into it. Nothing is delivered before `start`. */
export function createMail(deps: DeliveryDeps): MailRoom {
  return { ...createMailDelivery(deps), sendMail: createSendMail(deps.secrets) };
}

/** Puts messages into the outbox; a process that delivers there finds them. */
export function createSendMail(secrets: Secrets): SendMail {
  return async (transaction, message) => {
    const id = randomUUID();
    await addMessage(transaction, { id, content: sealMessage(secrets, id, message) });
  };
}
