// Emails to the two sides of a conversation about what the staff decide about it. A side that a decision does not concern gets none.
import type { Marketplace } from '#contract/marketplace.ts';
import type { ReportDecision, ThreadSide } from '#contract/people/message.ts';
import { threadPath } from '#contract/people/message.ts';
import type { Message } from '#mail/mailer.ts';
import { mailedName, mailedTitle } from '../../text/foreign-words.rules.ts';
import { otherSide, type StoredThread, subjectOf } from './thread.rules.ts';

type Reader = { side: ThreadSide; to: string };

/** To the side that has reported the other, and waits. */
export function settledMail(
  shop: Marketplace,
  thread: StoredThread,
  { side, to, decision }: Reader & { decision: ReportDecision },
): Message {
  const other = sideName(shop, thread, otherSide(side));
  const outcomes: Record<ReportDecision, string> = {
    dismiss: `We found nothing in it that we have to act upon. If you do not want to hear from ${other} any more, you can block them in the conversation.`,
    warn: `We have warned ${other}. If it happens again, report it again.`,
    stop: `${other} and you cannot write to each other at ${shop.name} any more.`,
  };
  return {
    to,
    subject: `Your report about ${aboutOf(thread)}`,
    heading: 'We have looked at your report',
    paragraphs: [
      `You reported your conversation with ${other} about ${aboutOf(thread)}, and we have read it.`,
      outcomes[decision],
    ],
    action: actionOf(shop, thread, side),
    note: noteOf(shop, side),
  };
}

/** To the side that was reported. */
export function warnedMail(
  shop: Marketplace,
  thread: StoredThread,
  { side, to, decision, reason }: Reader & { decision: 'warn' | 'stop'; reason: string },
): Message {
  const other = sideName(shop, thread, otherSide(side));
  const about = `your conversation with ${other} about ${aboutOf(thread)}`;
  const isStopped = decision === 'stop';
  return {
    to,
    subject: isStopped ? `Messages with ${other} have ended` : `A warning about your messages with ${other}`,
    heading: isStopped ? 'You cannot write to each other any more' : 'Please change how you write',
    paragraphs: [
      isStopped
        ? `We have read ${about}. No more messages are passed on between you.`
        : `We have read ${about}. It cannot go on like this.`,
      `Why: ${reason}`,
      'Answer this mail when you think that we are wrong.',
    ],
    action: actionOf(shop, thread, side),
    note: noteOf(shop, side),
  };
}

/** To both sides, once they can write to each other again. */
export function resumedMail(shop: Marketplace, thread: StoredThread, { side, to }: Reader): Message {
  const other = sideName(shop, thread, otherSide(side));
  return {
    to,
    subject: `You can write to ${other} again`,
    heading: 'Messages are passed on again',
    paragraphs: [
      `We had ended the messages between ${other} and you. That is over: you can write to each other again.`,
    ],
    action: actionOf(shop, thread, side),
    note: noteOf(shop, side),
  };
}

function aboutOf(thread: StoredThread): string {
  return mailedTitle(subjectOf(thread));
}

/** Name of this side of the conversation, as an email to the other side gives it. */
export function sideName(shop: { name: string }, thread: StoredThread, side: ThreadSide): string {
  if (side === 'buyer') return mailedName(thread.username ?? '', 'A customer');
  return thread.seller_name === null ? shop.name : mailedName(thread.seller_name, 'A shop');
}

function actionOf({ origin }: Marketplace, thread: StoredThread, side: ThreadSide) {
  const seller = side === 'seller' ? (thread.seller_address ?? undefined) : undefined;
  return { label: 'Open the conversation', url: origin + threadPath(thread.thread_id, seller) };
}

function noteOf({ name }: Marketplace, side: ThreadSide): string {
  return side === 'seller'
    ? `You get this as an owner or editor of a shop at ${name}.`
    : `You get this because you have an account at ${name}.`;
}
