import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { badRequest, ok, problems } from '../../../http/answers.ts';
import { createRoute } from '../../../http/create-route.ts';
import { RefusalAnswer } from '../../../http/refusal-answer.ts';
import { refusalTerms } from '../../../http/refusal-terms.rules.ts';
import { fileBodyOf } from '../../../http/request-body.ts';
import type { CheckoutService } from '../checkout-service.ts';
import { handleEvent } from './handle-event.ts';
import { unlessProviderAway } from './provider/unless-provider-away.ts';

const LARGEST_BYTES = 1024 * 1024;

const webhook = createRoute({
  method: 'post',
  path: '/payments/webhook',
  work: 'webhook',
  // For the payment provider alone: the shop's document does not tell of it.
  hide: true,
  middleware: fileBodyOf(LARGEST_BYTES),
  responses: { 200: ok(z.strictObject({ received: z.literal(true) }), 'Heard'), ...problems(400) },
});

/** Where the payment provider tells what has happened. Only its signature counts; who sends it does not. */
export function mountWebhook(app: OpenAPIHono, { service }: { service: CheckoutService }) {
  app.openapi(webhook, async (c) => {
    if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? ''))
      throw badRequest('The payment provider sends JSON, with the header content-type: application/json.');
    const event = await service.provider.readEvent(await c.req.text(), c.req.header('stripe-signature') ?? '');
    if (!event)
      throw badRequest('The signature is not the payment provider’s, or too old, or the body is none of its events.');
    const handled = await unlessProviderAway(service, 'event_not_heard', handleEvent(service, event));
    // It comes again.
    if ('refused' in handled) throw new RefusalAnswer(handled.refused, refusalTerms(handled.refused));
    return c.json({ received: true as const }, 200);
  });
}
