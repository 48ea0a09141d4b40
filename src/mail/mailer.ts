// The port of this room: what other rooms may know of mail.
import type { Kysely } from 'kysely';
import type { SentMail } from './schema.ts';

/** A message in the shop's words; the room of mail gives it the shop's look. */
export type Message = {
  /** One address, as its owner wrote it. */
  to: string;
  /** Where an answer goes, if not to the shop. */
  replyTo?: string;
  subject: string;
  /** The first line, in large type. */
  heading: string;
  paragraphs: string[];
  /** List of amounts, such as the lines of an order: the value stands at the right. */
  rows?: Array<{ label: string; value: string; strong?: boolean }>;
  attachments?: Attachment[];
  /** A code to type, shown large. */
  code?: string;
  /** One link, an absolute address. */
  action?: { label: string; url: string };
  /** Small print below: why this came, what to do if it was not asked for. */
  note?: string;
  /** How its reader ends mails of this kind: a link to a page that asks, and an address that ends them when a mail program posts to it (RFC 8058). */
  unsubscribe?: { label: string; page: string; oneClick: string };
};

/**
 * A file that goes along: its content, or the name of a source that makes it when the message is delivered. What takes
 * work to make does not belong into the sender's transaction.
 */
export type Attachment = { filename: string; contentType: string } & (
  | { base64: string }
  | { source: AttachmentSource; id: string }
);

type AttachmentSource = 'receipt';

/** Sources of the attachments that a message names: the content by the id. */
export type AttachmentSources = Record<AttachmentSource, (id: string) => Promise<Uint8Array>>;

const plainAddress = /^[^\s\p{C}<>()[\],;:\\"@]+@[^\s\p{C}<>()[\],;:\\"@]+$/u;

/** One plain address: nothing that a header could take for a second one, a name or a new line. Nothing is sent to others. */
export function isMailable(address: string): boolean {
  return plainAddress.test(address);
}

/**
 * Puts a message into the outbox within the transaction of its sender: it is sent when, and only when, that commits.
 * Any table types will do: the outbox is the room's own.
 */
// biome-ignore lint/suspicious/noExplicitAny: the sender's tables do not matter here
export type SendMail = (transaction: Kysely<any>, message: Message) => Promise<void>;

/** Emails to one address that the outbox still knows: those of the last month. */
export type SentMails = {
  /** Newest first. */
  // biome-ignore lint/suspicious/noExplicitAny: the reader's tables do not matter here
  list: (db: Kysely<any>, address: string, limit: number) => Promise<SentMail[]>;
  /** Its owner goes: nothing says any more that these mails were theirs. */
  // biome-ignore lint/suspicious/noExplicitAny: the caller's tables do not matter here
  forget: (transaction: Kysely<any>, address: string) => Promise<void>;
};
