import { createContext, useContext } from 'react';
import type { ShopPageName } from '#contract/catalogue/shop-pages.ts';
import { type AccountsConfig, isOwnService } from '#contract/people/accounts.ts';
import type { Store } from '#contract/store.ts';
import type { PageSettings } from '#contract/store-settings.ts';

/** Whose page takes the cards. */
export type CardPayments = {
  /** Public, as the provider's own script needs it. Null: no script is loaded. */
  publicKey: string | null;
  /** The embedded sandbox takes them, and no money. */
  sandbox: boolean;
};

/**
 * Facts about the shop for every screen, the address at which visitors reach it, where accounts are, how cards are
 * paid, and which way of working was chosen where there are two.
 */
export type Shop = {
  store: Store;
  /** The address visitors use, for canonical links, pictures and the sitemap: never what a request claims. */
  origin: string;
  /** Which account service the browser speaks to. */
  accounts: AccountsConfig;
  payments: CardPayments;
  settings: PageSettings;
  /** Those of the operator's own pages that there are. */
  shopPages: ShopPageName[];
};

export const ShopContext = createContext<Shop | null>(null);

export function useShop(): Shop {
  const shop = useContext(ShopContext);
  if (!shop) throw new Error('useShop outside of ShopContext');
  return shop;
}

/** True if accounts are kept by the shop's own service, which can do more than the protocol says. */
export function useOwnAccounts(): boolean {
  return isOwnService(useShop().accounts);
}
