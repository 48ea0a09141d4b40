import { ApiError } from '#client/api/api-client.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import type { ProductSummary } from '#contract/catalogue/product/product.ts';
import type { SavedProduct } from '#contract/catalogue/saved-product.ts';
import { type Loaded, useLoaded } from '#ui/loading/use-loaded.ts';
import { getProduct } from '../product/read-products.ts';
import { readSavedHere, writeSavedHere } from './saved-here.ts';
import { mergeSavedHere } from './saved-ids.ts';

/** What only an account knows of a product that is saved. */
export type OfAccount = Omit<SavedProduct, 'product'>;

/** A product on the list of what is saved. */
export type Listed = { product: ProductSummary; account?: OfAccount | undefined };

/** What is saved, newest first: by the account that is signed in, or else in this browser. */
export function useSavedProducts(signedIn: boolean): Loaded<Listed[]> {
  return useLoaded(signedIn ? readAccounts : readHere);
}

async function readAccounts(): Promise<Listed[]> {
  await mergeSavedHere();
  const { items } = await createBrowserApi().get('/saved-product', { asUser: true });
  return items.map(({ product, ...account }) => ({ product, account }));
}

/** What is not sold any more leaves the browser. */
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
