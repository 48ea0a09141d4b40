import { selected, useApi } from '#client/query/use-api.ts';
import type { SellerMembership } from '#contract/selling/seller.schema.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';

/** The shops that the signed-in user belongs to. */
export function useMySellers(): Loaded<SellerMembership[]> {
  return selected(useApi('/seller/mine'), ({ items }) => items);
}
