// A buyer's own money with the shop, and what they do about it. What fails is answered in words.

import { showAlert } from '#client/alert/alert.ts';
import { ApiError } from '#client/api/api-client.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { createRequestKeys } from '#client/api/request-key.ts';
import { formatAmount, formatCents } from '#contract/money/amount/money.ts';
import {
  type BuyerWallet,
  type BuyerWalletSettings,
  type PayIn,
  smallestPayInCents,
} from '#contract/money/buyer-wallet.ts';
import { readCents } from '#contract/text/typed-number.ts';
import { t } from '#language/message.ts';

export { createRequestKeys };

type RequestKeys = ReturnType<typeof createRequestKeys>;

/** The wallet of whoever also has a shop, beside the shop's. */
export const ownWalletPath = '/profile/wallet?of=me';

/** Why this cannot be paid in; undefined where it can. */
export function payInFault(text: string, wallet: BuyerWallet): string | undefined {
  const cents = readCents(text);
  if (cents === null) return t('Write an amount such as 25.00');
  if (cents < smallestPayInCents)
    return t('Pay in at least {smallestPayInCents}', { smallestPayInCents: formatCents(smallestPayInCents) });
  if (cents > Math.round(wallet.room * 100))
    return t('At most {room} more fits in: a wallet holds {most}', {
      room: formatAmount(wallet.room),
      most: formatAmount(wallet.most),
    });
  return undefined;
}

/** Why this cannot go back to the cards; undefined where it can. */
export function withdrawalFault(text: string, { can_withdraw: most }: BuyerWallet): string | undefined {
  const cents = readCents(text);
  if (cents === null || cents === 0) return t('Write an amount such as 25.00');
  return cents > Math.round(most * 100) ? t('At most {most} can go back', { most: formatAmount(most) }) : undefined;
}

/** Leads to the page where it is paid, or resolves with why not. */
export function startPayIn(text: string, keys: RequestKeys): Promise<string | undefined> {
  return attempt(async () => {
    const amount = (readCents(text) ?? 0) / 100;
    const { checkout_url: url } = await createBrowserApi().post('/buyer-wallet/pay-in', {
      body: { amount, request_key: keys.keyFor(amount) },
    });
    window.location.assign(url ?? ownWalletPath);
    // Busy until the browser has left: a second click would be a second payment.
    await new Promise((resolve) => setTimeout(resolve, LEAVING_MS));
  });
}

/** A browser that is still here after so long did not get the payment page. */
const LEAVING_MS = 20_000;

/** As it is now; of one that somebody has turned back from, after its page was ended.  `unknown`: the buyer has none of this id; `failed`: it could not be asked for. */
export async function findPayIn(id: string, isCancelled = false): Promise<PayIn | 'unknown' | 'failed'> {
  try {
    const api = createBrowserApi();
    const params = { path: { payInId: id } };
    return isCancelled
      ? await api.post('/buyer-wallet/pay-in/{payInId}/cancel', { params })
      : await api.get('/buyer-wallet/pay-in/{payInId}', { params, asUser: true });
  } catch (error) {
    return error instanceof ApiError && error.status === 404 ? 'unknown' : 'failed';
  }
}

export function takeBack(text: string, keys: RequestKeys): Promise<string | undefined> {
  return attempt(async () => {
    const amount = (readCents(text) ?? 0) / 100;
    const { state } = await createBrowserApi().post('/buyer-wallet/withdrawal', {
      body: { amount, request_key: keys.keyFor(amount) },
    });
    keys.done();
    const failed = state === 'failed';
    showAlert({
      type: failed ? 'error' : 'success',
      message: failed
        ? t('The payment provider did not take {amount} back to your card. It is in your wallet.', {
            amount: formatAmount(amount),
          })
        : t('{amount} is on its way back to your card.', { amount: formatAmount(amount) }),
    });
  });
}

export function saveRules(settings: BuyerWalletSettings): Promise<string | undefined> {
  return attempt(async () => {
    await createBrowserApi().put('/buyer-wallet', { body: settings });
    showAlert({ type: 'success', message: t('The rules of your wallet are saved.') });
  });
}

async function attempt(change: () => Promise<void>): Promise<string | undefined> {
  try {
    await change();
    return undefined;
  } catch (error) {
    return failureText(error);
  }
}
