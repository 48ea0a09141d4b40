import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { Env, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import { tooLargeMessage } from '#platform/http/door/door-refusal.ts';
import { badRequest, ok, problems } from '../../../http/answers.ts';
import { RefusalAnswer } from '../../../http/refusal-answer.ts';
import { refusalTerms } from '../../../http/refusal-terms.rules.ts';
import type { CheckoutService } from '../checkout-service.ts';
import { hearEvent } from './hear-event.ts';
import { unlessProviderAway } from './provider/unless-provider-away.ts';

const LARGEST_BYTES = 1024 * 1024;

const limited: MiddlewareHandler<Env> = bodyLimit({
  maxSize: LARGEST_BYTES,
  onError: () => {
    throw new HTTPException(413, { message: tooLargeMessage(LARGEST_BYTES) });
  },
});

const webhook = createRoute({
  method: 'post',
  path: '/payments/webhook',
  // For the payment provider alone: the shop's document does not tell of it.
  hide: true,
  middleware: limited,
  responses: { 200: ok(z.strictObject({ received: z.literal(true) }), 'Heard'), ...problems(400, 413) },
});

/** Where the payment provider tells what has happened. Only its signature counts; who sends it does not. */
export function mountWebhook(app: OpenAPIHono, { service }: { service: CheckoutService }) {
  app.openapi(webhook, async (c) => {
    if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? ''))
      throw badRequest('The payment provider sends JSON, with the header content-type: application/json.');
    const event = await service.provider.readEvent(await c.req.text(), c.req.header('stripe-signature') ?? '');
    if (!event)
      throw badRequest('The signature is not the payment provider’s, or too old, or the body is none of its events.');
    const heard = await unlessProviderAway(service, 'event_not_heard', hearEvent(service, event));
    // It comes again.
    if ('refused' in heard) throw new RefusalAnswer(heard.refused, refusalTerms(heard.refused));
    return c.json({ received: true as const }, 200);
  });
}
