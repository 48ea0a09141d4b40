import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { contactMessageSchema } from '#contract/contact.schema.ts';
import { checkContactMessage } from '#contract/contact.ts';
import { isMailable, type Message, type SendMail } from '#mail/mailer.ts';
import type { Database } from '#platform/database/database.ts';
import { networkOf } from '#platform/http/network-of.ts';
import { createRateLimiter } from '#platform/http/rate-limiter.ts';
import { badRequest, jsonContent, ok, problems, tooManyRequests } from '../http/answers.ts';
import { jsonBody } from '../http/json-body.ts';
import type { ApiTables } from '../schema.ts';

/** By address of the sender's connection; anybody may write. */
const MESSAGES = { name: 'contact messages', points: 5, duration: 60 * 60 };
const accepted = z.strictObject({ message: z.string() }).meta({ id: 'Accepted' });

/** Messages of the contact form, delivered to the support mail box. Only where the shop delivers them. */
export function mountContact(
  app: OpenAPIHono,
  deps: { database: Database<ApiTables>; sendMail: SendMail; shopName: string; deliverTo: string },
) {
  const limiter = createRateLimiter(deps.database, MESSAGES);

  const post = createRoute({
    method: 'post',
    path: '/contact',
    tags: ['Contact'],
    summary: 'Sends a message to the support mail box',
    middleware: [...jsonBody] as const,
    request: { body: jsonContent(contactMessageSchema) },
    responses: { 202: ok(accepted, 'It is on its way'), ...problems(400, 413, 429) },
  });
  app.openapi(post, async (c) => {
    const given = c.req.valid('json');
    const [fault] = Object.entries(checkContactMessage(given));
    if (fault) throw badRequest(`${fault[0]}: ${fault[1]}`);
    await limiter.consume(networkOf((c.env as { peer?: string }).peer ?? 'unknown')).catch((refused) => {
      throw tooManyRequests(c, refused, 'That were many messages from your address. Try again in an hour.');
    });
    const mail = contactMail(given, deps);
    await deps.database.kysely.transaction().execute((transaction) => deps.sendMail(transaction, mail));
    return c.json({ message: 'Your message is on its way.' }, 202);
  });
}

function contactMail(
  given: z.output<typeof contactMessageSchema>,
  { shopName, deliverTo }: { shopName: string; deliverTo: string },
): Message {
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
