import PostalMime from 'postal-mime';
import { codeIn } from './template.ts';

/** An .eml file as a person reads it. */
export type ParsedMail = {
  from: string;
  to: string;
  /** Where an answer goes, if not to the sender; '' otherwise. */
  replyTo: string;
  subject: string;
  date: Date;
  messageId: string;
  /** Text under the heading of the text part. */
  excerpt: string;
  code: string | null;
  text: string;
  html: string;
  attachments: { filename: string; type: string; content: Uint8Array<ArrayBuffer> }[];
};

export async function parseMail(bytes: Uint8Array<ArrayBuffer>): Promise<ParsedMail> {
  const mail = await PostalMime.parse(bytes);
  const text = mail.text ?? '';
  return {
    from: [mail.from?.name, mail.from?.address && `<${mail.from.address}>`].filter(Boolean).join(' '),
    to: mail.to?.map(({ address }) => address).join(', ') ?? '',
    replyTo: mail.replyTo?.map(({ address }) => address).join(', ') ?? '',
    subject: mail.subject ?? '',
    date: new Date(mail.date ?? 0),
    messageId: mail.messageId ?? '',
    excerpt: text.split(/(?:\r?\n){2,}/)[1] ?? '',
    code: codeIn(text),
    text,
    html: mail.html ?? '',
    attachments: mail.attachments.map(({ filename, mimeType, content }, index) => ({
      filename: filename ?? `attachment-${index + 1}`,
      type: mimeType,
      content: typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content),
    })),
  };
}
