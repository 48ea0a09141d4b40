import type { SellerRole } from '#contract/selling/seller.ts';
import { isOpenedSeller } from '#contract/selling/seller.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';
import { useMySellers } from '../seller/use-my-sellers.ts';

export type WrittenFor = { sellerId: string; name: string; address: string };

const writers: readonly SellerRole[] = ['owner', 'editor'];

/** The shops for which the user reads and writes messages. */
export function useWrittenFor(): Loaded<WrittenFor[]> {
  const mine = useMySellers();
  const value =
    mine.value
      ?.filter(({ state, role }) => isOpenedSeller(state) && writers.includes(role))
      .map(({ seller_id: sellerId, name, address }) => ({ sellerId, name: name ?? '', address: address ?? '' })) ??
    null;
  return { ...mine, value };
}
