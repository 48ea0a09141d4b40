import type { ContactMessage } from '#contract/people/contact.ts';
import { isMailable, type Message, type SendMail } from '#mail/mailer.ts';
import type { Db } from '../../schema/db.ts';

export type ContactMailBox = {
  sendMail: SendMail;
  shopName: string;
  /** The address of the support mail box. */
  deliverTo: string;
};

/** Puts a message of the contact form into the outbox, to be delivered to the support mail box. */
export async function sendContactMessage(db: Db, given: ContactMessage, mailBox: ContactMailBox): Promise<void> {
  const mail = contactMail(given, mailBox);
  await db.transaction().execute((transaction) => mailBox.sendMail(transaction, mail));
}

function contactMail(given: ContactMessage, { shopName, deliverTo }: ContactMailBox): Message {
  const sender = given.senderEmail.trim();
  return {
    to: deliverTo,
    // Without this an answer would go to the shop itself.
    ...(isMailable(sender) && { replyTo: sender }),
    subject: `${shopName} contact: ${given.senderSubject}`,
    heading: given.senderSubject,
    paragraphs: [given.senderMessage],
    note: `Sent by ${sender} with the contact form. Who wrote it is not verified: answer to that address.`,
  };
}
