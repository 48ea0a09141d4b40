import { type Pages, useApiPages } from '#client/query/use-api-pages.ts';
import type { HoursEntry } from '#contract/goods/access/hours.schema.ts';

/** Every minute that was bought, used, given back or taken. */
export function useLedger(entitlementId: string): Pages<HoursEntry> {
  return useApiPages('/library/{entitlementId}/hours/entry', {
    params: { path: { entitlementId }, query: { each: 'machine' } },
  });
}
