import { createBrowserApi } from '#client/api-client/browser-api.ts';
import { listHoursEntries } from '#client/api-client/library-hours.ts';
import type { HoursEntry } from '#contract/hours.schema.ts';
import { type Pages, usePages } from '#ui/use-pages.ts';

/** Every minute that was bought, used, given back or taken. */
export function useLedger(entitlementId: string): Pages<HoursEntry> {
  return usePages((next) => listHoursEntries(createBrowserApi(), entitlementId, next));
}
