import { createBrowserApi } from '#client/api/browser-api.ts';
import { useAnswer } from '#client/query/use-api.ts';
import type { SellerMembership } from '#contract/selling/seller.schema.ts';
import { isOpenedSeller } from '#contract/selling/seller.ts';
import { useMySellers } from '../../selling/seller/use-my-sellers.ts';
import { useShop } from '../../shop/shop-context.ts';
import { walletRoles } from './wallet-roles.ts';

/**
 * In US cents, as the shop is set: $0.00 for everybody, or what the shop that the screen is about has, and of whoever has none what is in their own
 * wallet. Null until it is known. `address`: of that shop; null: the first that there is.
 */
export function useBalance(address: string | null): number | null {
  const isActual = useShop().settings.profileSidebar === 'actual';
  const mine = useMySellers();
  const isKnown = mine.value !== null || mine.failed;
  const of = isActual && isKnown ? (shopOf(mine.value ?? [], address) ?? OWN) : null;
  const { value } = useAnswer(['balance', of], async () => (of === null ? null : balanceOf(of)));
  if (!isActual) return 0;
  return value && Math.round(value.balance * 100);
}

/** In place of a shop. */
const OWN = 'own';

function balanceOf(of: string): Promise<{ balance: number }> {
  const api = createBrowserApi();
  return of === OWN
    ? api.get('/buyer-wallet', { asUser: true })
    : api.get('/seller/{sellerId}/wallet', { params: { path: { sellerId: of } }, asUser: true });
}

function shopOf(mine: readonly SellerMembership[], address: string | null): string | null {
  const opened = mine.filter(({ state, role }) => isOpenedSeller(state) && walletRoles.includes(role));
  const found = opened.find((seller) => seller.address === address) ?? opened.find(({ state }) => state !== 'closed');
  return (found ?? opened[0])?.seller_id ?? null;
}
