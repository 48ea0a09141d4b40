import { createContext, useContext } from 'react';
import type { AccountsConfig } from '#contract/accounts.ts';
import type { Store } from '#contract/store.ts';

/** What every screen may say about the shop, the address at which visitors reach it, and where accounts are. */
export type Shop = { store: Store; origin: string; accounts: AccountsConfig };

export const ShopContext = createContext<Shop | null>(null);

export function useShop(): Shop {
  const shop = useContext(ShopContext);
  if (!shop) throw new Error('useShop outside of ShopContext');
  return shop;
}
