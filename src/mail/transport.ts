import type { SendMailOptions } from 'nodemailer';
import type { Brand } from './brand.ts';
import type { Message } from './mailer.ts';
import type { Sender } from './sender.ts';
import { renderMessage } from './template.ts';

/** A message ready to go: nodemailer makes the same bytes of `content` for every way of delivery. */
export type Mail = { id: string; createdAt: Date; content: SendMailOptions };

/** A way of delivery. */
export type Transport = {
  /** Comes to its end when the message is in safe hands, and throws when that is not certain. */
  deliver(mail: Mail, signal: AbortSignal): Promise<void>;
  close(): void;
};

/** The Message-ID comes from the row, so that mail programs show a message that was delivered twice as one. */
export async function composeMail(
  row: { id: string; createdAt: Date; message: Message },
  shop: { brand: Brand; sender: Sender },
): Promise<Mail> {
  const { id, createdAt, message } = row;
  const content: SendMailOptions = {
    messageId: `<${id}@${shop.sender.address.split('@')[1]}>`,
    date: createdAt,
    from: shop.sender,
    to: { name: '', address: message.to },
    subject: message.subject,
    // Keeps absence notes and other robots from answering (RFC 3834).
    headers: { 'auto-submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(message.attachments && {
      attachments: message.attachments.map(({ filename, contentType, base64 }) => ({
        filename,
        contentType,
        content: Buffer.from(base64, 'base64'),
      })),
    }),
    ...(await renderMessage(message, shop.brand)),
  };
  return { id, createdAt, content };
}
