// Hours of machines that the operator looks after, and what the staff do about them.
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { type Pages, useApiPages } from '#client/query/use-api-pages.ts';
import type { AskedOutage, HoursOutage, SellerHours } from '#contract/goods/access/hours.schema.ts';
import type { SellerHoursFilter } from '#contract/goods/access/hours.ts';
import { previewText, returnedText } from '#contract/goods/access/machine-labels.ts';
import type { ProvisionField } from '#contract/goods/access/provision.schema.ts';
import { attempt } from '../../frame/attempt.ts';

export function useOwnHours(state: SellerHoursFilter | null): Pages<SellerHours> {
  return useApiPages('/admin/hours', {
    params: { query: { ...(state ? { state } : {}) } },
  });
}

/** Resolves with what went wrong, or with nothing. */
export function sayOn({ entitlement_id: id }: SellerHours, fields: ProvisionField[]): Promise<string | undefined> {
  return attempt((api) =>
    api.post('/admin/hours/{entitlementId}/started', { params: { path: { entitlementId: id } }, body: { fields } }),
  );
}

export function sayOff({ entitlement_id: id }: SellerHours): Promise<string | undefined> {
  return attempt((api) =>
    api.post('/admin/hours/{entitlementId}/stopped', { params: { path: { entitlementId: id } } }),
  );
}

type Said = { fault: string } | { text: string };

export function seeOutage(outage: AskedOutage): Promise<Said> {
  return inWords(async () =>
    previewText(await createBrowserApi().post('/admin/hours/outage/preview', { body: outage })),
  );
}

export function recordOutage(outage: HoursOutage): Promise<Said> {
  return inWords(async () => returnedText(await createBrowserApi().post('/admin/hours/outage', { body: outage })));
}

async function inWords(say: () => Promise<string>): Promise<Said> {
  try {
    return { text: await say() };
  } catch (error) {
    return { fault: failureText(error) };
  }
}
