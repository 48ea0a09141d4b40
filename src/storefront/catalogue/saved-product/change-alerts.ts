import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import type { AlertKind, SavedProduct } from '#contract/catalogue/saved-product.ts';
import { inOrder } from './in-order.ts';
import type { OfAccount } from './use-saved-products.ts';

/** Asks for exactly these alerts about a product of the account's. Resolves with it, or with what went wrong. */
export function changeAlerts(id: string, alerts: readonly AlertKind[]): Promise<SavedProduct | string> {
  return inOrder(id, () =>
    createBrowserApi()
      .put('/saved-product/{id}', { params: { path: { id } }, body: { alerts } })
      .catch(failureText),
  );
}

/** Brings back what was removed, as it was saved, with the alerts that there were. */
export function restoreSaved(id: string, was: OfAccount): Promise<SavedProduct | string> {
  const { alerts, saved_at, saved_price, saved_price_unit } = was;
  const wanted = { alerts, before: { saved_at, saved_price, saved_price_unit } };
  return inOrder(id, () =>
    createBrowserApi()
      .put('/saved-product/{id}', { params: { path: { id } }, body: wanted })
      .catch(failureText),
  );
}
