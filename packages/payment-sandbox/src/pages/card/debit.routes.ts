import { Hono } from 'hono';
import { currentSession } from '../../checkout-session/expire-session.ts';
import { payByDebit } from '../../paying/pay-by-debit.ts';
import type { Env } from '../../protocol/endpoint.ts';
import type { Sandbox } from '../../sandbox.ts';
import { showClosed } from '../closed-page.ts';
import { showNotOffered, showOutcome } from '../show-outcome.ts';
import { showSession } from '../show-page.ts';
import { renderCardPage } from './card-page.ts';
import { readDebitForm } from './debit-form.ts';

export function debitRoutes(sandbox: Sandbox): Hono<Env> {
  const app = new Hono<Env>();

  app.post('/:id{\\w+}/debit', async (c) => {
    const id = c.req.param('id');
    const form = readDebitForm(new URLSearchParams(await c.req.text()));
    const session = await currentSession(sandbox, id);
    if (session?.status === 'open' && !session.payment_method_types.includes('us_bank_account'))
      return showNotOffered(c);
    if (form.ok) return showOutcome(c, sandbox, await payByDebit(sandbox, id, form.attempt));
    if (session?.status !== 'open') return showClosed(c, sandbox, session);
    const { values, faults } = form;
    const card = { email: values.email, name: values.name, expiry: '', country: 'US', postcode: '' };
    const page = { session, values: card, faults: {}, refused: null, debit: { values, faults } };
    return showSession(c, session, renderCardPage(sandbox, page), 400);
  });

  return app;
}
