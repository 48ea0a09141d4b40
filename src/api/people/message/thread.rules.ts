// A thread, and whose it is: a buyer's, who is an account, and a shop's, of whose inbox all owners and editors are readers.
import type { Message, Report, ReportDecision, Thread, ThreadBlocker, ThreadSide } from '#contract/people/message.ts';
import type { RefusalCode } from '#contract/refusal.ts';
import type { SellerState } from '#contract/selling/seller.ts';

/** Reader or writer: a buyer by the account, a shop by its id. */
export type Party = { side: 'buyer'; accountId: string } | { side: 'seller'; sellerId: string };

export type StoredThread = {
  thread_id: string;
  seller_id: string;
  seller_name: string | null;
  seller_address: string | null;
  seller_state: SellerState;
  /** Null once the buyer has left. */
  account_id: string | null;
  username: string | null;
  product_id: string | null;
  product_name: string | null;
  order_id: string | null;
  last_at: Date;
  last_side: ThreadSide;
  last_text: string | null;
  buyer_unread: number;
  seller_unread: number;
  blocked_by: ThreadBlocker[];
  /** The sides whose reports wait for the staff. */
  reported_by: ThreadSide[];
};

export type StoredMessage = { message_id: string; side: ThreadSide; text: string; created_at: Date };

export type StoredReport = {
  report_id: string;
  thread_id: string;
  side: ThreadSide;
  reason: string;
  created_at: Date;
  resolved_at: Date | null;
  /** By name. */
  resolved_by: string | null;
  decision: ReportDecision;
  note: string;
  told: string;
  product_id: string | null;
  product_name: string | null;
  order_id: string | null;
  seller_name: string | null;
  seller_address: string | null;
  account_id: string | null;
  username: string | null;
};

const EXCERPT = 140;

export function otherSide(side: ThreadSide): ThreadSide {
  return side === 'buyer' ? 'seller' : 'buyer';
}

export function toThread(thread: StoredThread, side: ThreadSide): Thread {
  return {
    ...aboutThread(thread),
    excerpt: excerptOf(thread.last_text ?? ''),
    unread: side === 'buyer' ? thread.buyer_unread : thread.seller_unread,
    reported: thread.reported_by.includes(side),
  };
}

/** Facts of a thread for everybody who may read it. */
export function aboutThread(thread: StoredThread): Omit<Thread, 'excerpt' | 'unread' | 'reported'> {
  return {
    thread_id: thread.thread_id,
    seller: sellerOf(thread),
    buyer: buyerOf(thread),
    about: aboutOf(thread),
    last_at: thread.last_at.toISOString(),
    last_side: thread.last_side,
    blocked_by: thread.blocked_by,
  };
}

export function toMessage({ message_id, side, text, created_at }: StoredMessage): Message {
  return { message_id, side, text, created_at: created_at.toISOString() };
}

export function toReport(report: StoredReport): Report {
  return {
    report_id: report.report_id,
    thread_id: report.thread_id,
    side: report.side,
    reason: report.reason,
    created_at: report.created_at.toISOString(),
    resolved_at: report.resolved_at?.toISOString() ?? null,
    resolved_by: report.resolved_by,
    decision: report.resolved_at ? report.decision : null,
    note: report.note,
    told: report.told,
    about: aboutOf(report),
    seller: sellerOf(report),
    buyer: buyerOf(report),
  };
}

/** As mails and lists call what a thread is about. */
export function subjectOf({ product_name, order_id }: Pick<StoredThread, 'product_name' | 'order_id'>): string {
  return order_id !== null ? `order ${order_id}` : (product_name ?? '');
}

function aboutOf({
  product_id,
  product_name,
  order_id,
}: Pick<StoredThread, 'product_id' | 'product_name' | 'order_id'>): Thread['about'] {
  return order_id !== null ? { order_id } : { product_id: product_id ?? '', product_name: product_name ?? '' };
}

function sellerOf({ seller_name, seller_address }: Pick<StoredThread, 'seller_name' | 'seller_address'>) {
  return { name: seller_name ?? '', address: seller_address ?? '' };
}

function buyerOf({ account_id, username }: Pick<StoredThread, 'account_id' | 'username'>) {
  return account_id === null ? null : { name: username ?? 'Customer' };
}

function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const letters = [...line];
  return letters.length <= EXCERPT ? line : `${letters.slice(0, EXCERPT).join('').trimEnd()}…`;
}

/** Why nothing is written: the code, and the sentence for a person. */
type WhyNot = { code: RefusalCode; message: string };

/** Why a side cannot write there now; null where it can. */
export function whyNotWrite(thread: StoredThread, side: ThreadSide): WhyNot | null {
  if (thread.account_id === null)
    return {
      code: 'buyer_left',
      message: 'This customer has deleted their account. Nobody reads what you write here.',
    };
  if (side === 'buyer' && thread.seller_state !== 'approved' && thread.seller_state !== 'closing')
    return {
      code: 'seller_not_acting',
      message: 'This shop cannot be written to at the moment. Write to us by the contact page.',
    };
  return whyBlocked(thread.blocked_by, side);
}

function whyBlocked(blockedBy: readonly ThreadBlocker[], side: ThreadSide): WhyNot | null {
  if (blockedBy.includes('staff'))
    return {
      code: 'messages_stopped',
      message: 'We have ended the messages between this shop and this customer. Write to us by the contact page.',
    };
  const code = 'messages_blocked';
  if (blockedBy.includes(side))
    return { code, message: 'You have blocked messages of this conversation. Unblock them, then write.' };
  if (!blockedBy.includes(otherSide(side))) return null;
  return {
    code,
    message:
      side === 'buyer'
        ? 'This shop takes no more messages from you. Write to us by the contact page if you need help with an order.'
        : 'This customer takes no more messages from your shop.',
  };
}
