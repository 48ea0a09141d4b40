// More time for a machine: what it costs now, and its order.
import { type ApiClient, ApiError, readProblem } from '#client/api/api-client.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import type { LibraryEntry } from '#contract/goods/library/library.ts';
import { lineCents } from '#contract/money/amount/money.ts';
import type { BuyerWallet } from '#contract/money/buyer-wallet.ts';
import type { Quote } from '#contract/ordering/checkout.ts';
import { createOrderNow } from '../../../ordering/checkout/order-now.ts';

type OfferedLine = Quote['lines'][number];
export type ExtensionOffer = { line: OfferedLine; wallet: BuyerWallet | null };

/** The offer for one unit of time, and the wallet that may pay for it; or why the shop extends it no more. */
export async function readOffer(
  entry: { entitlement_id: string; product: Pick<LibraryEntry['product'], 'id'> },
  api: ApiClient = createBrowserApi(),
): Promise<ExtensionOffer | { refused: string }> {
  try {
    return await askOffer(entry, api);
  } catch (error) {
    if (error instanceof ApiError && readProblem(error.body)?.refusal) return { refused: failureText(error) };
    throw error;
  }
}

async function askOffer(entry: Parameters<typeof readOffer>[0], api: ApiClient): Promise<ExtensionOffer> {
  const items = [{ product_id: entry.product.id, quantity: 1, extends: entry.entitlement_id }];
  const [{ lines }, wallet] = await Promise.all([
    api.post('/cart/quote', { body: { items } }),
    // The card pays where the wallet cannot be asked for.
    api.get('/buyer-wallet', { asUser: true }).catch(() => null),
  ]);
  return { line: lines[0] as OfferedLine, wallet };
}

/** Cents that may be spent from a wallet now. */
export function spendableCents(wallet: BuyerWallet | null): number {
  if (!wallet?.is_open) return 0;
  const { balance, monthly_limit: limit, spent_this_month: spent } = wallet;
  return Math.round((limit === null ? balance : Math.max(0, Math.min(balance, limit - spent))) * 100);
}

type Wanted = { line: OfferedLine; entitlementId: string; quantity: number; byWallet: boolean };
type Ordered = { is: 'done' } | { is: 'leaving' } | { is: 'failed'; fault: string; isRefused: boolean };

/** Orders it under the terms that were shown; leaves for the card page where a card pays. A retry after a lost answer is the same order. */
export function createOrderTime(): (wanted: Wanted) => Promise<Ordered> {
  const orderNow = createOrderNow();
  return async function orderTime({ line, entitlementId, quantity, byWallet }) {
    const { product_id, unit_price: price, price_unit = '', license = '' } = line;
    const cents = lineCents(price, quantity);
    const amount = cents / 100;
    const answer = await orderNow({
      items: [{ product_id, quantity, extends: entitlementId, price, price_unit, license }],
      amount,
      coupon: null,
      ...(byWallet && { wallet_amount: amount }),
    });
    if ('fault' in answer) return { is: 'failed', fault: answer.fault, isRefused: answer.refusal !== null };
    if (byWallet || cents === 0) return { is: 'done' };
    window.location.assign(answer.address);
    return { is: 'leaving' };
  };
}
