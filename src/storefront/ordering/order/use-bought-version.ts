import { useFound } from '#client/query/use-api.ts';
import type { BoughtVersion } from '#contract/selling/listing/listing.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';

/** A line of an order as it was when it was bought. */
export function useBoughtVersion(orderId: string, line: number): Loaded<{ found: BoughtVersion | null }> {
  return useFound('/order/{id}/line/{line}/version', { params: { path: { id: orderId, line } } });
}
