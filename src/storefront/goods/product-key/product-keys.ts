// The keys of a product, as its sellers see and load them.
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { useApi } from '#client/query/use-api.ts';
import type { LoadedProductKeys, ProductKeys } from '#contract/goods/product-key.schema.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';

/** A product of a shop. */
type OfProduct = { sellerId: string; productId: string };

export const useProductKeys = (product: OfProduct): Loaded<ProductKeys> =>
  useApi('/seller/{sellerId}/listing/{productId}/key', { params: { path: product } });

type KeysToLoad = {
  /** A key on each line. */
  keys: string;
  /** The list that they belong to (ProductKeyList). */
  edition?: string;
  batch?: string;
  /** Nothing is loaded; the answer says what would be. */
  dryRun?: boolean;
};

export const loadKeys = (
  product: OfProduct,
  { keys, edition = '', batch = '', dryRun = false }: KeysToLoad,
): Promise<LoadedProductKeys | { fault: string }> =>
  createBrowserApi()
    .post('/seller/{sellerId}/listing/{productId}/key', {
      params: { path: product, query: { edition, batch, dry_run: dryRun ? 'true' : 'false' } },
      body: new Blob([keys], { type: 'text/plain' }),
    })
    .catch((error) => ({ fault: failureText(error) }));
