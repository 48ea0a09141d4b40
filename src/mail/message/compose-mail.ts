import type { SendMailOptions } from 'nodemailer';
import type { Attachment, AttachmentSources, Message } from '../mailer.ts';
import type { Sender } from '../transport/sender.ts';
import type { Brand } from './brand.ts';
import { renderMessage } from './template.ts';

/** A message ready to go: nodemailer makes the same bytes of `content` for every way of delivery. */
export type Mail = { id: string; createdAt: Date; content: SendMailOptions };

/** The Message-ID comes from the row, so that mail programs show a message that was delivered twice as one. */
export async function composeMail(
  row: { id: string; createdAt: Date; message: Message },
  shop: { brand: Brand; sender: Sender; attachments?: Partial<AttachmentSources> },
): Promise<Mail> {
  const { id, createdAt, message } = row;
  const content: SendMailOptions = {
    messageId: `<${id}@${shop.sender.address.split('@')[1]}>`,
    date: createdAt,
    from: shop.sender,
    to: { name: '', address: message.to },
    ...(message.replyTo && { replyTo: { name: '', address: message.replyTo } }),
    subject: message.subject,
    // Keeps absence notes and other robots from answering (RFC 3834).
    headers: { 'auto-submitted': 'auto-generated', ...oneClickHeaders(message) },
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(message.attachments && {
      attachments: await Promise.all(
        message.attachments.map(async (attachment) => ({
          filename: attachment.filename,
          contentType: attachment.contentType,
          content: await contentOf(attachment, shop.attachments ?? {}),
        })),
      ),
    }),
    ...(await renderMessage(message, shop.brand)),
  };
  return { id, createdAt, content };
}

/** Lets the reader's mail program end such mails by itself (RFC 8058). */
function oneClickHeaders({ unsubscribe }: Message): Record<string, string> {
  if (!unsubscribe) return {};
  return { 'list-unsubscribe': `<${unsubscribe.oneClick}>`, 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' };
}

async function contentOf(attachment: Attachment, sources: Partial<AttachmentSources>): Promise<Buffer> {
  if ('base64' in attachment) return Buffer.from(attachment.base64, 'base64');
  const make = sources[attachment.source];
  if (!make) throw new Error(`nobody here makes a ${attachment.source}`);
  return Buffer.from(await make(attachment.id));
}
