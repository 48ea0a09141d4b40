import { type Env, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { badRequest } from '../answers.ts';
import type { CheckoutService } from './checkout-service.ts';
import { settleSession } from './settle-order.ts';

const LARGEST_BYTES = 1024 * 1024;

/** Where the payment provider tells what has happened. Only its signature counts; who sends it does not. */
export function webhookRoutes(service: CheckoutService): Hono<Env> {
  const app = new Hono();
  const limited = bodyLimit({
    maxSize: LARGEST_BYTES,
    onError: () => {
      throw badRequest('The body is too large.');
    },
  });
  app.post('/payments/webhook', limited, async (c) => {
    const event = await service.provider.readEvent(await c.req.text(), c.req.header('stripe-signature') ?? '');
    if (!event) throw badRequest('The signature is not the payment provider’s, or too old.');
    if (event.session) await settleSession(service, event.session, event.id);
    return c.json({ received: true });
  });
  return app;
}
