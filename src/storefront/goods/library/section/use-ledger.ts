import { createBrowserApi } from '#client/api/browser-api.ts';
import type { HoursEntry } from '#contract/goods/access/hours.schema.ts';
import { type Pages, usePages } from '#ui/loading/use-pages.ts';

/** Every minute that was bought, used, given back or taken. */
export function useLedger(entitlementId: string): Pages<HoursEntry> {
  return usePages((next) =>
    createBrowserApi().list('/library/{entitlementId}/hours/entry', {
      params: { path: { entitlementId }, query: { each: 'machine' } },
      asUser: true,
      page: next,
    }),
  );
}
