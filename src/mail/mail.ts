import { randomUUID } from 'node:crypto';
import type { Delivery } from '#platform/outbox/delivery.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { SendMail, SentMails } from './mailer.ts';
import { sealMessage } from './message/sealed-message.ts';
import { shownSubject } from './message/shown-subject.ts';
import { createMailDelivery, type DeliveryDeps } from './outbox/mail-delivery.ts';
import { addMessage, forgetMessagesTo, listMessagesTo } from './outbox/outbox.store.ts';

export type MailRoom = Delivery & { sendMail: SendMail };

/** The outbox, and the delivery of what is put into it. Nothing is delivered before `start`. */
export function createMail(deps: DeliveryDeps): MailRoom {
  return { ...createMailDelivery(deps), sendMail: createSendMail(deps.secrets) };
}

/** Puts messages into the outbox; a process that delivers there finds them. */
export function createSendMail(secrets: Secrets): SendMail {
  return async (transaction, message) => {
    const id = randomUUID();
    const content = sealMessage(secrets, id, message);
    const recipient_hmac = secrets.hmac(foldAddress(message.to), RECIPIENT);
    await addMessage(transaction, { id, content, recipient_hmac, subject: shownSubject(message) });
  };
}

/** Emails sent to an address: subjects and times of the last month, in the outbox's own words. */
export function createSentMails(secrets: Secrets): SentMails {
  const hmacsOf = (address: string) => secrets.hmacs(foldAddress(address), RECIPIENT);
  return {
    list: (db, address, limit) => listMessagesTo(db, hmacsOf(address), limit),
    forget: (transaction, address) => forgetMessagesTo(transaction, hmacsOf(address)),
  };
}

const RECIPIENT = 'mail recipient';

function foldAddress(address: string): string {
  return address.normalize('NFKC').trim().toLowerCase();
}
