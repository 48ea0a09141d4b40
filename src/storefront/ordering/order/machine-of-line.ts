// The machine of an order's line, as the library has it.
import { useFound } from '#client/query/use-api.ts';

export function useMachine(entitlementId: string) {
  const params = { path: { entitlementId } };
  const hours = useFound('/library/{entitlementId}/hours', { params });
  const entry = useFound('/library/{entitlementId}', { params });
  return { hours: hours.value?.found ?? null, entry: entry.value?.found ?? null };
}
