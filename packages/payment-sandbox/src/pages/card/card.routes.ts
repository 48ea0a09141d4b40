import { Hono } from 'hono';
import { currentSession } from '../../checkout-session/expire-session.ts';
import { findCustomer } from '../../customer/customer.store.ts';
import { payByCard } from '../../paying/pay-by-card.ts';
import type { Env } from '../../protocol/endpoint.ts';
import type { Sandbox } from '../../sandbox.ts';
import { showClosed } from '../closed-page.ts';
import { showNotOffered, showOutcome } from '../show-outcome.ts';
import { showSession } from '../show-page.ts';
import { readCardForm } from './card-form.ts';
import { renderCardPage } from './card-page.ts';
import { likelyCountry } from './likely-country.ts';

export function cardRoutes(sandbox: Sandbox): Hono<Env> {
  const app = new Hono<Env>();

  app.get('/:id{\\w+}', async (c) => {
    const session = await currentSession(sandbox, c.req.param('id'));
    if (session?.status !== 'open') return showClosed(c, sandbox, session);
    const customer = session.customer ? await findCustomer(sandbox.db, session.customer) : null;
    const values = {
      email: session.customer_email ?? customer?.email ?? '',
      expiry: '',
      name: '',
      country: likelyCountry(c.req.header('accept-language') ?? ''),
      postcode: '',
    };
    return showSession(c, session, renderCardPage(sandbox, { session, values, faults: {}, refused: null }));
  });

  app.post('/:id{\\w+}', async (c) => {
    const id = c.req.param('id');
    const form = readCardForm(new URLSearchParams(await c.req.text()));
    const session = await currentSession(sandbox, id);
    if (session?.status === 'open' && !session.payment_method_types.includes('card')) return showNotOffered(c);
    if (form.ok) return showOutcome(c, sandbox, await payByCard(sandbox, id, form.attempt));
    if (session?.status !== 'open') return showClosed(c, sandbox, session);
    return showSession(c, session, renderCardPage(sandbox, { session, ...form, refused: null }), 400);
  });

  return app;
}
