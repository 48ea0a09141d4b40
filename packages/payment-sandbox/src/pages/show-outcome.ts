import type { Context } from 'hono';
import { cardText } from '#contract';
import type { Outcome } from '../paying/while-open.ts';
import type { Sandbox } from '../sandbox.ts';
import { type CardPage, renderCardPage } from './card/card-page.ts';
import { showClosed, successAddress } from './closed-page.ts';
import { showSession } from './show-page.ts';

/** Shows the customer what has become of the session. After a payment it first waits until the shop knows, but not for long. */
export async function showOutcome(c: Context, sandbox: Sandbox, outcome: Outcome) {
  switch (outcome.kind) {
    case 'unknown':
      return showClosed(c, sandbox, null);
    case 'expired':
      return showClosed(c, sandbox, outcome.session);
    case 'complete':
      // As the provider does, so that the shop's page finds the order paid.
      await sandbox.notifyShop(outcome.events);
      return c.redirect(successAddress(outcome.session), 303);
    case 'authenticate':
      return c.redirect(`/pay/${outcome.session.id}/authentication`, 303);
    case 'nothing to authenticate':
      return c.redirect(`/pay/${outcome.session.id}`, 303);
    case 'declined':
      return showSession(c, outcome.session, renderCardPage(sandbox, declinedPage(outcome)), 402);
  }
}

/** Fills the form with the values that the bank was asked with. */
function declinedPage({ session, intent }: Extract<Outcome, { kind: 'declined' }>): CardPage {
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
    refused: { message: intent.failure?.message ?? '', card: `It was ${card ? cardText(card) : ''}.` },
  };
}

/** Answer for a session that does not take the payment method of the form. */
export function showNotOffered(c: Context) {
  return c.text('This payment cannot be made that way.\n', 400);
}
