import { useEffect, useState } from 'react';
import { createBrowserApi } from '#client/api-client/browser-api.ts';
import { getWallet } from '#client/api-client/wallet.ts';
import type { SellerMembership } from '#contract/seller.schema.ts';
import { isOpenedSeller } from '#contract/seller.ts';
import { useMySellers } from '../selling/use-my-sellers.ts';
import { useShop } from '../shop/shop-context.ts';
import { walletRoles } from '../wallet/wallet-roles.ts';
import { balanceCents } from './wallet.ts';

/**
 * In US cents, as the shop is set: $0.00 for everybody, or what the shop that the screen is about has. Null until it is known. `address`: of
 * that shop; null: the first that there is.
 */
export function useBalance(address: string | null): number | null {
  const isActual = useShop().settings.profileSidebar === 'actual';
  const mine = useMySellers();
  const sellerId = isActual ? shopOf(mine.value ?? [], address) : null;
  const [known, setKnown] = useState<{ sellerId: string; cents: number } | null>(null);

  useEffect(() => {
    if (sellerId === null) return;
    let isCurrent = true;
    getWallet(createBrowserApi(), sellerId).then(
      ({ balance }) => isCurrent && setKnown({ sellerId, cents: Math.round(balance * 100) }),
      // The screens say what is wrong; a number that nobody knows is a dash.
      () => isCurrent && setKnown(null),
    );
    return () => {
      isCurrent = false;
    };
  }, [sellerId]);

  if (sellerId !== null) return known?.sellerId === sellerId ? known.cents : null;
  return isActual && mine.value === null && !mine.failed ? null : balanceCents;
}

function shopOf(mine: readonly SellerMembership[], address: string | null): string | null {
  const opened = mine.filter(({ state, role }) => isOpenedSeller(state) && walletRoles.includes(role));
  const found = opened.find((seller) => seller.address === address) ?? opened.find(({ state }) => state !== 'closed');
  return (found ?? opened[0])?.seller_id ?? null;
}
