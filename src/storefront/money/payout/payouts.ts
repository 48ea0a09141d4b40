// Payouts of a shop, and its people's actions on them. Failures are answered in words.

import { useRef } from 'react';
import { showAlert } from '#client/alert/alert.ts';
import type { ApiClient } from '#client/api/api-client.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { createRequestKeys } from '#client/api/request-key.ts';
import { useAnswer, useApi } from '#client/query/use-api.ts';
import { type Pages, useApiPages } from '#client/query/use-api-pages.ts';
import { formatAmount } from '#contract/money/amount/money.ts';
import type {
  Payout,
  PayoutDetail,
  PayoutLine,
  PayoutSettings,
  PutPayoutSettings,
} from '#contract/money/payout.schema.ts';
import type { PayoutGroup } from '#contract/money/payout.ts';
import { t } from '#language/message.ts';
import { saveFile } from '#ui/loading/save-file.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';

export { createRequestKeys };

/** `asksStripe`: somebody comes back from there, and what it says now counts. */
export function usePayoutSettings(sellerId: string, asksStripe = false): Loaded<PayoutSettings> {
  const mayAskStripe = useRef(asksStripe);
  const load = () => {
    const api = createBrowserApi();
    const known = () => api.get('/seller/{sellerId}/payout-settings', { params: { path: { sellerId } }, asUser: true });
    if (!mayAskStripe.current) return known();
    // Once: the call is a change, after which what is shown is asked for anew.
    mayAskStripe.current = false;
    return api
      .post('/seller/{sellerId}/payout-settings/connect/refresh', { params: { path: { sellerId } } })
      .catch(known);
  };
  return useAnswer(['/seller/{sellerId}/payout-settings', sellerId], load, { isForgotten: true });
}

export function usePayouts(sellerId: string): Pages<Payout> {
  return useApiPages('/seller/{sellerId}/payout', { params: { path: { sellerId } } });
}

export function usePayout(sellerId: string, payoutId: string): Loaded<PayoutDetail> {
  return useApi('/seller/{sellerId}/payout/{payoutId}', { params: { path: { sellerId, payoutId } } });
}

/** Resolves with what went wrong, or with nothing. `keys` are those of the dialog that asks. */
export function payOut(
  sellerId: string,
  amount: number,
  keys: ReturnType<typeof createRequestKeys>,
): Promise<string | undefined> {
  return attempt(async (api) => {
    const { payout_id: id } = await api.post('/seller/{sellerId}/payout', {
      params: { path: { sellerId }, header: { 'idempotency-key': keys.keyFor(amount) } },
      body: { amount },
    });
    keys.done();
    showAlert({
      type: 'success',
      message: t('{amount} is on its way as payout {id}.', { amount: formatAmount(amount), id }),
    });
  });
}

export function saveSettings(sellerId: string, settings: PutPayoutSettings): Promise<string | undefined> {
  return attempt(async (api) => {
    await api.put('/seller/{sellerId}/payout-settings', { params: { path: { sellerId } }, body: settings });
    showAlert({ type: 'success', message: t('The payout settings are saved.') });
  });
}

/** `changedAt`: of the account that was shown. */
export function confirmAccount(sellerId: string, changedAt: string): Promise<string | undefined> {
  return attempt(async (api) => {
    await api.post('/seller/{sellerId}/payout-settings/confirm', {
      params: { path: { sellerId } },
      body: { changed_at: changedAt },
    });
    showAlert({ type: 'success', message: t('The account is confirmed: payouts wait no longer.') });
  });
}

/** Leads to Stripe, or resolves with why not. */
export function continueAtStripe(sellerId: string): Promise<string | undefined> {
  return attempt(async (api) => {
    const { url } = await api.post('/seller/{sellerId}/payout-settings/connect', { params: { path: { sellerId } } });
    window.location.assign(url);
  });
}

export function usePayoutLines(sellerId: string, payoutId: string, group: PayoutGroup | null): Pages<PayoutLine> {
  return useApiPages('/seller/{sellerId}/payout/{payoutId}/line', {
    params: { path: { sellerId, payoutId }, query: { group: group ?? undefined } },
  });
}

/** Resolves with what went wrong, or with nothing. */
export async function savePayoutStatement(
  sellerId: string,
  payoutId: string,
  format: 'csv' | 'pdf',
): Promise<string | undefined> {
  try {
    saveFile(
      await createBrowserApi().getFile('/seller/{sellerId}/payout/{payoutId}/statement', {
        params: { path: { sellerId, payoutId }, query: { format } },
      }),
      `${payoutId}.${format}`,
    );
    return undefined;
  } catch (error) {
    return failureText(error);
  }
}

/** The addresses of a shop's payouts, one of them or those of its lines that are of a group, and its settings. */
export function payoutsPath(sellerAddress: string, payoutId?: string, group?: PayoutGroup): string {
  const path = payoutId ? `/profile/wallet/payouts/${encodeURIComponent(payoutId)}` : '/profile/wallet/payouts';
  return `${path}?${new URLSearchParams({ seller: sellerAddress, ...(group && { group }) })}`;
}

export function payoutSettingsPath(sellerAddress: string): string {
  return `/profile/wallet/settings?${new URLSearchParams({ seller: sellerAddress })}`;
}

async function attempt(change: (api: ApiClient) => Promise<void>): Promise<string | undefined> {
  try {
    await change(createBrowserApi());
    return undefined;
  } catch (error) {
    return failureText(error);
  }
}
