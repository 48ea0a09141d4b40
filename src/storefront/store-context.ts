import { createContext, useContext } from 'react';
import type { Store } from '#contract/store.ts';

/** What every screen may say about the shop, and the address at which visitors reach it. */
export type Shop = { store: Store; origin: string };

export const ShopContext = createContext<Shop | null>(null);

export function useShop(): Shop {
  const shop = useContext(ShopContext);
  if (!shop) throw new Error('useShop outside of ShopContext');
  return shop;
}
