// The pages under /pay.

import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { csrf } from 'hono/csrf';
import { cardText } from '#contract/card.ts';
import { currentSession } from '../checkout-session/expire-session.ts';
import { findCustomer } from '../customer/customer.store.ts';
import type { Outcome } from '../paying/open-session.ts';
import { answerAuthentication, payByCard } from '../paying/pay-by-card.ts';
import { payByDebit } from '../paying/pay-by-debit.ts';
import { findPaymentIntent } from '../payment-intent/payment-intent.store.ts';
import type { Env } from '../protocol/endpoint.ts';
import type { Sandbox } from '../sandbox.ts';
import { renderAuthenticationPage } from './authentication-page.ts';
import { readCardForm } from './card-form.ts';
import { type CardPage, renderCardPage } from './card-page.ts';
import { renderClosedPage, successAddress } from './closed-page.ts';
import { readDebitForm } from './debit-form.ts';
import type { Html } from './layout.ts';
import { likelyCountry } from './likely-country.ts';
import { readAsset } from './page-assets.ts';
import { type PageStatus, showPage } from './show-page.ts';

const LARGEST_FORM = 20_000;

type Session = CardPage['session'];
type Attempted = Extract<Outcome, { kind: 'declined' }>['intent'];

export function pageRoutes(sandbox: Sandbox): Hono<Env> {
  const app = new Hono<Env>();
  // The forms are these pages' own: no other site can send somebody's browser through them.
  app.use(csrf({ origin: (origin, c) => origin === sandbox.origin || origin === new URL(c.req.url).origin }));
  app.use(bodyLimit({ maxSize: LARGEST_FORM, onError: (c) => c.text('The form is too long.\n', 400) }));

  app.get('/assets/:name', (c, next) => {
    const asset = readAsset(c.req.param('name'));
    if (!asset) return next();
    return c.body(asset.content, 200, { 'content-type': asset.type });
  });

  app.get('/:id{\\w+}', async (c) => {
    const session = await currentSession(sandbox, c.req.param('id'));
    if (session?.status !== 'open') return closed(c, session);
    const customer = session.customer ? await findCustomer(sandbox.db, session.customer) : null;
    const values = {
      email: session.customer_email ?? customer?.email ?? '',
      expiry: '',
      name: '',
      country: likelyCountry(c.req.header('accept-language') ?? ''),
      postcode: '',
    };
    return show(c, session, renderCardPage(sandbox, { session, values, faults: {}, refused: null }));
  });

  app.post('/:id{\\w+}', async (c) => {
    const id = c.req.param('id');
    const form = readCardForm(new URLSearchParams(await c.req.text()));
    const session = await currentSession(sandbox, id);
    if (session?.status === 'open' && !session.payment_method_types.includes('card')) return notOffered(c);
    if (form.ok) return answer(c, await payByCard(sandbox, id, form.attempt));
    if (session?.status !== 'open') return closed(c, session);
    return show(c, session, renderCardPage(sandbox, { session, ...form, refused: null }), 400);
  });

  app.post('/:id{\\w+}/debit', async (c) => {
    const id = c.req.param('id');
    const form = readDebitForm(new URLSearchParams(await c.req.text()));
    const session = await currentSession(sandbox, id);
    if (session?.status === 'open' && !session.payment_method_types.includes('us_bank_account')) return notOffered(c);
    if (form.ok) return answer(c, await payByDebit(sandbox, id, form.attempt));
    if (session?.status !== 'open') return closed(c, session);
    const { values, faults } = form;
    const card = { email: values.email, name: values.name, expiry: '', country: 'US', postcode: '' };
    const page = { session, values: card, faults: {}, refused: null, debit: { values, faults } };
    return show(c, session, renderCardPage(sandbox, page), 400);
  });

  app.get('/:id{\\w+}/authentication', async (c) => {
    const session = await currentSession(sandbox, c.req.param('id'));
    if (session?.status !== 'open') return closed(c, session);
    const intent = session.payment_intent ? await findPaymentIntent(sandbox.db, session.payment_intent) : null;
    if (intent?.status !== 'requires_action') return c.redirect(addressOf(session), 303);
    return show(c, session, renderAuthenticationPage(sandbox, session, cardOf(intent)));
  });

  app.post('/:id{\\w+}/authentication', async (c) => {
    const given = new URLSearchParams(await c.req.text()).get('answer');
    if (given !== 'complete' && given !== 'fail') return c.text('The form says neither yes nor no.\n', 400);
    return answer(c, await answerAuthentication(sandbox, c.req.param('id'), given === 'complete'));
  });

  async function answer(c: Context<Env>, outcome: Outcome) {
    switch (outcome.kind) {
      case 'unknown':
        return closed(c, null);
      case 'expired':
        return closed(c, outcome.session);
      case 'complete':
        // As the provider does, so that the shop's page finds the order paid.
        await sandbox.tellShop(outcome.events);
        return c.redirect(successAddress(outcome.session), 303);
      case 'authenticate':
        return c.redirect(`${addressOf(outcome.session)}/authentication`, 303);
      case 'nothing to authenticate':
        return c.redirect(addressOf(outcome.session), 303);
      case 'declined':
        return show(c, outcome.session, renderCardPage(sandbox, declinedPage(outcome)), 402);
    }
  }

  function show(c: Context<Env>, { success_url, cancel_url }: Session, page: Html, status: PageStatus = 200) {
    const shop = [success_url, cancel_url].flatMap((url) => (url ? [new URL(url).origin] : []));
    return showPage(c, page, status, ["'self'", ...shop]);
  }

  function notOffered(c: Context<Env>) {
    return c.text('This payment cannot be made that way.\n', 400);
  }

  function closed(c: Context<Env>, session: Session | null) {
    const { page, status } = renderClosedPage(sandbox, session);
    return showPage(c, page, status);
  }

  return app;
}

/** What was typed is what the bank was asked with. */
function declinedPage({ session, intent }: { session: Session; intent: Attempted }): CardPage {
  const { billing_details: billing, card } = intent;
  return {
    session,
    values: {
      email: billing?.email ?? '',
      expiry: card ? `${String(card.exp_month).padStart(2, '0')}/${String(card.exp_year).slice(-2)}` : '',
      name: billing?.name ?? '',
      country: billing?.country ?? '',
      postcode: billing?.postal_code ?? '',
    },
    faults: {},
    refused: { message: intent.failure?.message ?? '', card: `It was ${cardOf(intent)}.` },
  };
}

/** Such as 'Visa ending in 4242': all that is ever shown of a card that was typed. */
function cardOf({ card }: Attempted): string {
  return card ? cardText(card) : '';
}

function addressOf({ id }: Session): string {
  return `/pay/${id}`;
}
