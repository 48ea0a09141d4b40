import { effectivePrice, type Product } from './product.ts';
import { defaultVariant } from './variant.ts';

/** What an hour of a GB of GPU memory costs, in dollars; null where the product is not priced by the hour or does not say its memory. */
export function gbHourPrice(product: Product): number | null {
  const memory = product.attributes?.gpu_memory;
  if (product.product_type !== 'computing' || product.price_unit !== 'hour') return null;
  if (typeof memory !== 'number' || memory <= 0) return null;
  return effectivePrice(product) / (memory * gpusAtPrice(product));
}

/** How many GPUs the price is for: those of the default choices, or else the least that can be rented. */
function gpusAtPrice(product: Product): number {
  const chosen = defaultVariant(product)?.selected_options.find(
    ({ name }) => /\bgpus?\b/i.test(name) && !/memory|model|type/i.test(name),
  );
  const count = Number.parseInt(chosen?.value ?? '', 10);
  if (count > 0) return count;
  const counts = [product.attributes?.gpu_count ?? []].flat().map(Number);
  return Math.max(1, counts.length > 0 ? Math.min(...counts) : 1);
}
