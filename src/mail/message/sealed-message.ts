import { z } from 'zod';
import type { Secrets } from '#platform/secrets.ts';
import { isMailable, type Message } from '../mailer.ts';

const address = z.string().refine(isMailable, 'is not one e-mail address');

const webAddress = z.url({ protocol: /^https?$/ });

const file = { filename: z.string().regex(/^[\w.-]+$/), contentType: z.string() };

const messageSchema = z.strictObject({
  to: address,
  replyTo: address.exactOptional(),
  subject: z.string(),
  heading: z.string(),
  paragraphs: z.array(z.string()),
  rows: z
    .array(z.strictObject({ label: z.string(), value: z.string(), strong: z.boolean().exactOptional() }))
    .exactOptional(),
  attachments: z
    .array(
      z.union([
        z.strictObject({ ...file, base64: z.base64() }),
        z.strictObject({ ...file, source: z.literal('receipt'), id: z.string() }),
      ]),
    )
    .exactOptional(),
  code: z.string().regex(/^\S+$/, 'is a word').exactOptional(),
  action: z.strictObject({ label: z.string(), url: webAddress }).exactOptional(),
  note: z.string().exactOptional(),
  unsubscribe: z.strictObject({ label: z.string(), page: webAddress, oneClick: webAddress }).exactOptional(),
}) satisfies z.ZodType<Message>;

/** The message as a row of the outbox keeps it. Throws when it could not be delivered as it is. */
export function sealMessage(secrets: Secrets, id: string, message: Message): Uint8Array {
  return secrets.seal(JSON.stringify(messageSchema.parse(message)), boundTo(id));
}

/** Throws a SealError when the row was changed or its key is not known. */
export function openMessage(secrets: Secrets, id: string, content: Uint8Array): Message {
  return messageSchema.parse(JSON.parse(secrets.open(content, boundTo(id)).toString()));
}

function boundTo(id: string): string {
  return `mail.outbox:${id}`;
}
