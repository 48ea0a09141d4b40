// The keys of a product, as its sellers see and load them.
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { type KeysToLoad, listProductKeys, loadProductKeys, type OfProduct } from '#client/goods/product-keys.ts';
import type { LoadedProductKeys, ProductKeys } from '#contract/goods/product-key.schema.ts';
import { type Loaded, useLoaded } from '#ui/loading/use-loaded.ts';

export const useProductKeys = (product: OfProduct): Loaded<ProductKeys> =>
  useLoaded(() => listProductKeys(createBrowserApi(), product));

export const loadKeys = (product: OfProduct, keys: KeysToLoad): Promise<LoadedProductKeys | { fault: string }> =>
  loadProductKeys(createBrowserApi(), product, keys).catch((error) => ({ fault: failureText(error) }));
