import { useState } from 'react';
import { showAlert } from '#client/alert/alert.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { currentUser } from '#client/session/session.ts';
import type { Product, SelectedOption } from '#contract/catalogue/product/product.ts';
import { entitlementOfLine } from '#contract/goods/library/library.ts';
import { getProduct } from '../../catalogue/product/read-products.ts';
import { setOwned } from '../../goods/owned/owned.ts';
import { useAskToSignIn } from '../../people/sign-in/ask-to-sign-in.ts';
import { createOrderNow } from './order-now.ts';

export type WantedForFree = {
  product: Product;
  quantity: number;
  machines: number;
  selected: readonly SelectedOption[];
};

/** The whole product of a card: with its license, and what is delivered. */
export function readProduct(productId: string): Promise<Product> {
  return getProduct(createBrowserApi(), productId);
}

/** Orders what is free, once somebody is signed in. `got`: where it is in the library. */
export function useGetIt({ product, quantity, machines, selected }: WantedForFree) {
  const { product_id: id, license = '', price_unit } = product;
  const askToSignIn = useAskToSignIn();
  const [orderNow] = useState(createOrderNow);
  const [busy, setBusy] = useState(false);
  const [got, setGot] = useState<string>();

  async function get() {
    if (!currentUser.get()) return askToSignIn();
    setBusy(true);
    const chosen = {
      ...(selected.length > 0 && { selected_options: [...selected] }),
      ...(machines > 1 && { machines }),
    };
    const item = { product_id: id, quantity, price: 0, price_unit, license, ...chosen };
    const answer = await orderNow({ items: [item], amount: 0, coupon: null });
    setBusy(false);
    // Signed out by the answer: the alert of that is shown on the way to the login.
    if (!currentUser.get()) return;
    if ('fault' in answer) return showAlert({ type: 'error', message: answer.fault });
    const entitlement = entitlementOfLine(answer.orderId, 0);
    setOwned(id, entitlement);
    setGot(entitlement);
  }

  return { busy, got, get };
}
