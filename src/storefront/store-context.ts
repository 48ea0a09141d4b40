import { createContext, useContext } from 'react';
import type { AccountsConfig } from '#contract/accounts.ts';
import type { Store } from '#contract/store.ts';
import type { StoreSettings } from '#contract/store-settings.ts';

/** Whose page takes the cards: the key is public, as the provider's own script needs it. Null: no script is loaded. */
export type CardPayments = { publicKey: string | null };

/**
 * What every screen may say about the shop, the address at which visitors reach it, where accounts are, how cards are
 * paid, and which way of working was chosen where there are two.
 */
export type Shop = {
  store: Store;
  origin: string;
  accounts: AccountsConfig;
  payments: CardPayments;
  settings: StoreSettings;
};

export const ShopContext = createContext<Shop | null>(null);

export function useShop(): Shop {
  const shop = useContext(ShopContext);
  if (!shop) throw new Error('useShop outside of ShopContext');
  return shop;
}
