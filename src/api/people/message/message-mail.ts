import type { Marketplace } from '#contract/marketplace.ts';
import type { ThreadSide } from '#contract/people/message.ts';
import { threadPath } from '#contract/people/message.ts';
import type { Message } from '#mail/mailer.ts';
import { mailedTitle } from '../../text/foreign-words.rules.ts';
import { sideName } from './report-mails.ts';
import { otherSide, type StoredThread, subjectOf } from './thread.rules.ts';

/** There is a message: from whom and about what, and never what it says. */
export function messageMail(
  shop: Marketplace,
  thread: StoredThread,
  { reader, to }: { reader: ThreadSide; to: string },
): Message {
  const writer = sideName(shop, thread, otherSide(reader));
  const subject = mailedTitle(subjectOf(thread));
  const path = threadPath(thread.thread_id, reader === 'seller' ? (thread.seller_address ?? undefined) : undefined);
  return {
    to,
    subject: `${writer} has written to you about ${subject}`,
    heading: 'You have a message',
    paragraphs: [`${writer} has written to you about ${subject}. You read it, and answer, at ${shop.name}.`],
    action: { label: 'Read the message', url: shop.origin + path },
    note: 'You get no other mail about this conversation until you have read it.',
  };
}
