import type { Message, SendMail } from '#mail/mailer.ts';
import { noteOrderMail } from './order-mail.store.ts';

/** Sends mails, and notes those about an order in the same transaction: a message is about the order that its link leads to. */
export function noteOrderMails(sendMail: SendMail): SendMail {
  return async (transaction, message) => {
    await sendMail(transaction, message);
    const orderId = orderOf(message);
    if (orderId !== null) await noteOrderMail(transaction, orderId, message.subject);
  };
}

function orderOf({ action }: Message): string | null {
  const link = action && URL.parse(action.url);
  return link?.pathname === '/profile/order' ? link.searchParams.get('id') : null;
}
