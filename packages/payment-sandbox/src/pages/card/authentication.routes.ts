import { Hono } from 'hono';
import { cardText } from '#contract';
import { currentSession } from '../../checkout-session/expire-session.ts';
import { answerAuthentication } from '../../paying/pay-by-card.ts';
import { findPaymentIntent } from '../../payment-intent/payment-intent.store.ts';
import type { Env } from '../../protocol/endpoint.ts';
import type { Sandbox } from '../../sandbox.ts';
import { showClosed } from '../closed-page.ts';
import { showOutcome } from '../show-outcome.ts';
import { showSession } from '../show-page.ts';
import { renderAuthenticationPage } from './authentication-page.ts';

export function authenticationRoutes(sandbox: Sandbox): Hono<Env> {
  const app = new Hono<Env>();

  app.get('/:id{\\w+}/authentication', async (c) => {
    const session = await currentSession(sandbox, c.req.param('id'));
    if (session?.status !== 'open') return showClosed(c, sandbox, session);
    const intent = session.payment_intent ? await findPaymentIntent(sandbox.db, session.payment_intent) : null;
    if (intent?.status !== 'requires_action') return c.redirect(`/pay/${session.id}`, 303);
    const card = intent.card ? cardText(intent.card) : '';
    return showSession(c, session, renderAuthenticationPage(sandbox, session, card));
  });

  app.post('/:id{\\w+}/authentication', async (c) => {
    const given = new URLSearchParams(await c.req.text()).get('answer');
    if (given !== 'complete' && given !== 'fail') return c.text('The form says neither yes nor no.\n', 400);
    return showOutcome(c, sandbox, await answerAuthentication(sandbox, c.req.param('id'), given === 'complete'));
  });

  return app;
}
