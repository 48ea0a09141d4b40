import type { Context } from 'hono';
import { formatAmount } from '../money/currency.rules.ts';
import type { Sandbox } from '../sandbox.ts';
import type { CheckoutSession } from '../schema.ts';
import { type Html, notice } from './layout.ts';
import { showPage } from './show-page.ts';

/** Where a customer goes who has paid. */
export function successAddress({ id, success_url }: CheckoutSession): string {
  return success_url.replaceAll('{CHECKOUT_SESSION_ID}', id);
}

/** Says that nobody can pay a session, or that there is none. */
export function showClosed(c: Context, sandbox: Sandbox, session: CheckoutSession | null) {
  const { page, status } = closedPage(sandbox, session);
  return showPage(c, page, status);
}

function closedPage(sandbox: Sandbox, session: CheckoutSession | null): { page: Html; status: 200 | 404 | 410 } {
  const label = `Back to ${sandbox.shopName}`;
  if (session?.status === 'complete') {
    const total = formatAmount(session.amount_total, session.currency);
    const isPaid = session.payment_status === 'paid';
    const title = isPaid ? 'This is paid already' : 'This payment is done here';
    const state = isPaid
      ? `${sandbox.shopName} has your payment of ${total}.`
      : `Your bank was asked for ${total}. ${sandbox.shopName} hears when it comes, or that it does not.`;
    const back = { label, href: successAddress(session) };
    return {
      page: notice(sandbox, { title, sentences: [`${state} There is nothing more to do here.`], back }),
      status: 200,
    };
  }
  if (session) {
    const sentences = ['It was cancelled, or its time is over. Nothing was paid. You can start again in the shop.'];
    const back = { label, href: session.cancel_url ?? `${sandbox.origin}/` };
    return { page: notice(sandbox, { title: 'This payment is closed', sentences, back }), status: 410 };
  }
  const sentences = ['There is no payment at this address. It may have been copied in part.'];
  const back = { label, href: `${sandbox.origin}/` };
  return { page: notice(sandbox, { title: 'There is nothing to pay here', sentences, back }), status: 404 };
}
