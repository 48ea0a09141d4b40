// Hours of machines that a shop has sold, and what its people do about them. What fails is answered in words.

import { showAlert } from '#client/alert/alert.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { type Pages, useApiPages } from '#client/query/use-api-pages.ts';
import type { AskedOutage, HoursOutage, SellerHours } from '#contract/goods/access/hours.schema.ts';
import type { SellerHoursFilter } from '#contract/goods/access/hours.ts';
import { previewText, returnedText } from '#contract/goods/access/machine-labels.ts';
import type { ProvisionField } from '#contract/goods/access/provision.schema.ts';
import { t } from '#language/message.ts';

export function useSoldHours(sellerId: string, state: SellerHoursFilter | null): Pages<SellerHours> {
  return useApiPages('/seller/{sellerId}/hours', {
    params: { path: { sellerId }, query: { ...(state ? { state } : {}) } },
  });
}

/** `onDone` is given the hours as they are then; resolves with what went wrong, or with nothing. */
type OnDone = (hours: SellerHours) => void;

export async function startedByHand(
  sellerId: string,
  { entitlement_id, session }: SellerHours,
  fields: ProvisionField[],
  onDone: OnDone,
): Promise<string | undefined> {
  try {
    onDone(
      await createBrowserApi().post('/seller/{sellerId}/hours/{entitlementId}/started', {
        params: { path: { sellerId, entitlementId: entitlement_id } },
        body: { fields },
      }),
    );
    const isOn = session?.state === 'running';
    showAlert({
      type: 'success',
      message: isOn ? t('The buyer sees it in their library') : t('The machine is on. The buyer is told by mail.'),
    });
    return undefined;
  } catch (error) {
    return failureText(error);
  }
}

export async function stoppedByHand(
  sellerId: string,
  { entitlement_id }: SellerHours,
  onDone: OnDone,
): Promise<string | undefined> {
  try {
    onDone(
      await createBrowserApi().post('/seller/{sellerId}/hours/{entitlementId}/stopped', {
        params: { path: { sellerId, entitlementId: entitlement_id } },
      }),
    );
    showAlert({ type: 'success', message: t('The machine is off') });
    return undefined;
  } catch (error) {
    return failureText(error);
  }
}

/** Resolves with what went wrong, or with what was given back. */
export function recordOutage(sellerId: string, outage: HoursOutage): Promise<{ fault: string } | { text: string }> {
  return inWords(async () =>
    returnedText(
      await createBrowserApi().post('/seller/{sellerId}/hours/outage', {
        params: { path: { sellerId } },
        body: outage,
      }),
    ),
  );
}

/** Resolves with what is wrong with it, or with what it would give back. */
export function seeOutage(sellerId: string, outage: AskedOutage): Promise<{ fault: string } | { text: string }> {
  return inWords(async () =>
    previewText(
      await createBrowserApi().post('/seller/{sellerId}/hours/outage/preview', {
        params: { path: { sellerId } },
        body: outage,
      }),
    ),
  );
}

async function inWords(say: () => Promise<string>): Promise<{ fault: string } | { text: string }> {
  try {
    return { text: await say() };
  } catch (error) {
    return { fault: failureText(error) };
  }
}

/** The address of the screen. */
export function soldHoursPath(seller: string, state: SellerHoursFilter | null = null): string {
  return `/profile/machine-hours?${new URLSearchParams({ seller, ...(state && { state }) })}`;
}
