import { createBrowserApi } from '#client/api-client/browser-api.ts';
import { failureText } from '#client/api-client/failure-text.ts';
import { saveProduct } from '#client/api-client/saved-product.ts';
import type { AlertKind, SavedProduct } from '#contract/saved-product.ts';

/** Asks for exactly these alerts about a product of the account's, which is saved with it. Resolves with it, or with what went wrong. */
export async function changeAlerts(id: string, asked: readonly AlertKind[]): Promise<SavedProduct | string> {
  try {
    return await saveProduct(createBrowserApi(), id, asked);
  } catch (error) {
    return failureText(error);
  }
}
