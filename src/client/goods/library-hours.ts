import type { HoursEntry, LibraryHours } from '#contract/goods/access/hours.schema.ts';
import type { ApiClient, ListPage } from '../api/api-client.ts';

/** Every minute that was bought, used, given back or taken, newest first, and those of one machine as one: the first of them, or what `next` of a page before leads to. */
export function listHoursEntries(api: ApiClient, entitlementId: string, next?: string): Promise<ListPage<HoursEntry>> {
  return api.list(next ?? `${hoursOf(entitlementId)}/entry?each=machine`, { asUser: true });
}

/** Asks for a machine. With the same key it is the same machine, whenever it is asked again. */
export function startMachine(api: ApiClient, entitlementId: string, requestKey: string): Promise<LibraryHours> {
  return api.post(`${hoursOf(entitlementId)}/start`, {}, { headers: { 'idempotency-key': requestKey } });
}

/** Stops the machine that is on; where none is, nothing changes. */
export function stopMachine(api: ApiClient, entitlementId: string): Promise<LibraryHours> {
  return api.post(`${hoursOf(entitlementId)}/stop`, {});
}

function hoursOf(entitlementId: string): string {
  return `/library/${encodeURIComponent(entitlementId)}/hours`;
}
