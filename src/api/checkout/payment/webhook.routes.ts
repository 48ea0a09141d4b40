import { type Env, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import { tooLargeMessage } from '#platform/http/too-large.ts';
import { badRequest } from '../../answers.ts';
import { type CheckoutService, providerAway } from '../checkout-service.ts';
import { hearEvent } from './hear-event.ts';
import { isProviderAway } from './payment-provider.ts';

const LARGEST_BYTES = 1024 * 1024;

/** Where the payment provider tells what has happened. Only its signature counts; who sends it does not. */
export function webhookRoutes(service: CheckoutService): Hono<Env> {
  const app = new Hono();
  const limited = bodyLimit({
    maxSize: LARGEST_BYTES,
    onError: () => {
      throw new HTTPException(413, { message: tooLargeMessage(LARGEST_BYTES) });
    },
  });
  app.post('/payments/webhook', limited, async (c) => {
    if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? ''))
      throw badRequest('The payment provider sends JSON, with the header content-type: application/json.');
    const event = await service.provider.readEvent(await c.req.text(), c.req.header('stripe-signature') ?? '');
    if (!event)
      throw badRequest('The signature is not the payment provider’s, or too old, or the body is none of its events.');
    try {
      await hearEvent(service, event);
    } catch (error) {
      // It comes again.
      throw isProviderAway(error) ? providerAway('The event was not acted upon.') : error;
    }
    return c.json({ received: true });
  });
  return app;
}
