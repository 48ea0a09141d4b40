// The registry of providers whose products are rented on their own sites instead of being put in the cart.
// A further provider is one more entry in store.json; nothing in the screens names one.
import type { z } from 'zod';
import type { rentalProviderSchema } from '../../store.schema.ts';
import type { Product, ProductSummary } from './product.ts';

type RentalProvider = z.infer<typeof rentalProviderSchema>;
export type NetworkProvider = Extract<RentalProvider, { kind: 'network' }>;
export type SearchProvider = Extract<RentalProvider, { kind: 'search' }>;

/** Features that every rental card lists instead of a description. */
export const rentalFeatures = ['AI Training & Reference', 'Cloud Gaming', 'Visual Rendering'] as const;

export const gpuCountOption = 'Number of GPU';
export const regionOption = 'Available Region';

export function findRentalProvider(
  providers: readonly RentalProvider[],
  product: Pick<ProductSummary, 'provider'>,
): RentalProvider | null {
  return providers.find((entry) => entry.provider === product.provider) ?? null;
}

/** 'RTX 4090 (HYCONS)' -> 'GeForceRTX4090': the model as the provider's search page spells it. */
export function gpuModel(provider: SearchProvider, productName: string): string {
  return provider.model_prefix + productName.replaceAll(`(${provider.label})`, '').replace(/\s+/g, '');
}

/**
 * The provider's search page for one choice of machine. `gpuCount` is a number ('4') or a range ('5-8');
 * null when the count or the region is still open, because the button acts only on both.
 */
export function rentalSearchUrl(
  provider: SearchProvider,
  product: Pick<Product, 'product_name'>,
  chosen: { gpuCount: string; region: string },
): string | null {
  const counts = chosen.gpuCount.match(/\d+/g);
  if (!counts?.[0] || !chosen.region) return null;
  const url = new URL(provider.search_url);
  url.searchParams.set('gpuModel', gpuModel(provider, product.product_name));
  url.searchParams.set('countryName', chosen.region);
  url.searchParams.set('gpuCountStart', counts[0]);
  url.searchParams.set('gpuCountEnd', counts[1] ?? counts[0]);
  url.searchParams.set('pageIndex', '1');
  return url.href;
}
