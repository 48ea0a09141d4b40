import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { contactMessageSchema } from '#contract/people/contact.schema.ts';
import { checkContactMessage, contactPath } from '#contract/people/contact.ts';
import { networkOf } from '#platform/http/door/network-of.ts';
import { createRateLimiter } from '#platform/http/rate-limiter.ts';
import { badRequest, jsonContent, ok, problems, tooManyRequests } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { formBody, formField, jsonBody } from '../../http/request-body.ts';
import { peerOf } from '../../http/request-context.ts';
import type { ShopDatabase } from '../../schema/db.ts';
import { type ContactMailBox, sendContactMessage } from './send-contact-message.ts';

/** By address of the sender's connection; anybody may write. */
const MESSAGES = { name: 'contact messages', points: 5, duration: 60 * 60 };
const accepted = z.strictObject({ message: z.string() }).meta({ id: 'Accepted' });

const routes = {
  post: createRoute({
    method: 'post',
    path: '/contact',
    tags: ['Contact'],
    summary: 'Sends a message to the support mail box',
    middleware: [...jsonBody] as const,
    request: { body: jsonContent(contactMessageSchema) },
    responses: { 202: ok(accepted, 'It is on its way'), ...problems(429) },
  }),
  form: createRoute({
    method: 'post',
    path: '/contact/form',
    tags: ['Contact'],
    summary: 'Sends a message as the page does without scripts',
    description: 'The answer leads back to the page, which says what became of it.',
    middleware: [...formBody],
    request: {
      body: {
        content: {
          'application/x-www-form-urlencoded': {
            schema: z.object({
              senderEmail: formField(),
              senderSubject: formField(),
              senderMessage: formField(),
            }),
          },
        },
      },
    },
    responses: { 303: { description: 'The page of the form' } },
  }),
};

/** Messages of the contact form, delivered to the support mail box. Only where the shop delivers them. */
export function mountContact(app: OpenAPIHono, deps: { database: ShopDatabase; mailBox: ContactMailBox }) {
  const limiter = createRateLimiter(deps.database, MESSAGES);

  app.openapi(routes.form, async (c) => {
    // A page elsewhere can send a form in the name of who looks at it.
    if (c.req.header('sec-fetch-site') === 'cross-site')
      throw badRequest('This form is sent from the page of the shop alone.');
    const given = contactMessageSchema.safeParse(c.req.valid('form'));
    if (!given.success || Object.keys(checkContactMessage(given.data)).length > 0)
      return c.redirect(contactPath('refused'), 303);
    const isOneTooMany = await limiter.consume(networkOf(peerOf(c))).then(
      () => false,
      (refused) => {
        if (refused instanceof Error) throw refused;
        return true;
      },
    );
    if (isOneTooMany) return c.redirect(contactPath('wait'), 303);
    await sendContactMessage(deps.database.kysely, given.data, deps.mailBox);
    return c.redirect(contactPath('sent'), 303);
  });

  app.openapi(routes.post, async (c) => {
    const given = c.req.valid('json');
    const [fault] = Object.entries(checkContactMessage(given));
    if (fault) throw badRequest(`${fault[0]}: ${fault[1]}`);
    await limiter.consume(networkOf(peerOf(c))).catch((refused) => {
      throw tooManyRequests(c, refused, 'That were many messages from your address. Try again in an hour.');
    });
    await sendContactMessage(deps.database.kysely, given, deps.mailBox);
    return c.json({ message: 'Your message is on its way.' }, 202);
  });
}
