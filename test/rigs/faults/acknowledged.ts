// Check that everything the shop has acknowledged is there, asked as its visitors would.

import { type Shop, signIn } from './accounts.ts';
import { ask } from './ask.ts';
import type { Ledger, Order } from './ledger.ts';

/** Missing rows, in sentences, by kind. */
export type Missing = { accounts: string[]; orders: string[]; reviews: string[] };

export function nothingMissing(): Missing {
  return { accounts: [], orders: [], reviews: [] };
}

/** Looks at every review, and at the accounts and orders after the first `known`. */
export async function findMissing(
  shop: Shop,
  ledger: Ledger,
  known: { accounts: number; orders: number } = { accounts: 0, orders: 0 },
): Promise<Missing> {
  const missing = nothingMissing();
  for (const account of [...ledger.accounts.values()].slice(known.accounts))
    if (account.confirmed && !(await signIn(shop, account)))
      missing.accounts.push(`${account.email} was confirmed, and cannot sign in`);
  for (const order of [...ledger.orders.values()].slice(known.orders)) {
    const fault = await faultOf(shop, order);
    if (fault) missing.orders.push(`${order.id} was acknowledged as ${order.state}: ${fault}`);
  }
  const shown = await reviewTexts(shop, new Set([...ledger.reviews.values()].map(({ product }) => product)));
  for (const { account, product, text, perhaps } of ledger.reviews.values())
    if (![text, ...perhaps].some((candidate) => shown.has(candidate)))
      missing.reviews.push(`the review of ${product} by ${account.email} is not shown`);
  return missing;
}

async function faultOf({ address }: Shop, { id, account, session, state }: Order): Promise<string | null> {
  const { token, peer } = account;
  const find = async () => ask(`${address}/api/order/${id}`, { token, peer });
  let order = await find();
  if (order?.status === 200 && order.body.order_status === 'pending' && state === 'paid') {
    // The shop may still have to hear what the card page has acknowledged: this is how the customer's browser asks.
    await ask(`${address}/api/success/?session_id=${session}`, { token, peer });
    order = await find();
  }
  if (order?.status !== 200) return `it is answered with ${order?.status}`;
  const status = String(order.body.order_status);
  if (state === 'placed') return null;
  const allowed = state === 'cancelled' ? ['cancelled'] : ['paid', 'fulfilled', 'refunded'];
  return allowed.includes(status) ? null : `it is ${status}`;
}

async function reviewTexts({ address }: Shop, products: Set<string>): Promise<Set<string>> {
  const texts = new Set<string>();
  for (const product of products) {
    const answer = await ask(`${address}/api/review/product/${product}`);
    for (const { review_text } of Object.values(answer?.body ?? {}) as Array<{ review_text: string }>)
      texts.add(review_text);
  }
  return texts;
}
