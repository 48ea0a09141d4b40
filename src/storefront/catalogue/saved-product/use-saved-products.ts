import { ApiError } from '#client/api/api-client.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import type { ProductSummary } from '#contract/catalogue/product/product.ts';
import type { SavedProduct } from '#contract/catalogue/saved-product.ts';
import { type Loaded, useLoaded } from '#ui/loading/use-loaded.ts';
import { getProduct } from '../product/read-products.ts';
import { readSavedHere, writeSavedHere } from './saved-here.ts';
import { mergeSavedHere } from './saved-ids.ts';

/** Facts about a saved product that only an account has. */
export type OfAccount = Omit<SavedProduct, 'product'>;

/** A product on the list of what is saved. */
export type Listed = { product: ProductSummary; account?: OfAccount | undefined };

/** Saved products, newest first: of the account that is signed in, or else of this browser. */
export function useSavedProducts(signedIn: boolean): Loaded<Listed[]> {
  return useLoaded(signedIn ? readAccounts : readHere);
}

async function readAccounts(): Promise<Listed[]> {
  await mergeSavedHere();
  const { items } = await createBrowserApi().get('/saved-product', { asUser: true });
  return items.map(({ product, ...account }) => ({ product, account }));
}

/** Products that are no longer sold leave the browser. */
async function readHere(): Promise<Listed[]> {
  const api = createBrowserApi();
  const found = await Promise.all(
    readSavedHere().map((id) =>
      getProduct(api, id).then(
        (product) => ({ product }),
        (error) => {
          if (error instanceof ApiError && error.status === 404) return id;
          throw error;
        },
      ),
    ),
  );
  const gone = found.filter((item) => typeof item === 'string');
  if (gone.length > 0) writeSavedHere(readSavedHere().filter((id) => !gone.includes(id)));
  return found.filter((item) => typeof item !== 'string');
}
