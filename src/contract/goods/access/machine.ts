// Facts that machines are ordered and compared by. For lists the database makes the price of a GB-hour of it
// (api/migrations/0042-machine-orders.sql).
import { effectivePrice, type Product, type SelectedOption } from '../../catalogue/product/product.ts';
import type { AttributeValues } from '../../catalogue/product/product-attributes.ts';
import { defaultVariant } from '../../catalogue/product/variant.ts';

/** More is no machine. */
const MOST_GB = 1_000_000;
const MOST_GPUS = 1_000_000;

/** The memory of each GPU and the least number of them that can be rented. */
export function machineOf(attributes: AttributeValues): { gpu_memory_mb: number | null; least_gpus: number | null } {
  const { gpu_memory: memory, gpu_count: counts } = attributes;
  const least = Array.isArray(counts) && counts.length > 0 ? Math.min(...counts.map(Number)) : null;
  return {
    gpu_memory_mb:
      typeof memory === 'number' && memory > 0 && memory <= MOST_GB ? Math.round(memory * 1_000) || null : null,
    least_gpus: isCount(least) ? least : null,
  };
}

/** True of 'GPUs' and 'GPU count', not of 'GPU model'. */
export function isGpuOption(option: string): boolean {
  return /\bgpus?\b/i.test(option) && !/memory|model|type/i.test(option);
}

/** How many GPUs these choices of a variant say. */
export function gpusOf(defaultOptions: readonly SelectedOption[] | null): number | null {
  const chosen = defaultOptions?.find(({ name }) => isGpuOption(name));
  const count = Number(/^\d+/.exec(chosen?.value.trim() ?? '')?.[0] ?? Number.NaN);
  return isCount(count) ? count : null;
}

/** Price of an hour of a GB of GPU memory, in dollars; null where the price is not for an hour or the memory is not known. */
export function gbHourPrice(product: Product): number | null {
  const { gpu_memory_mb: megabytes, least_gpus: least } = machineOf(product.attributes ?? {});
  if (product.product_type !== 'computing' || product.price_unit !== 'hour' || megabytes === null) return null;
  const gpus = gpusOf(defaultVariant(product)?.selected_options ?? null) ?? least ?? 1;
  return (effectivePrice(product) * 1_000) / (megabytes * gpus);
}

function isCount(count: number | null): count is number {
  return count !== null && Number.isInteger(count) && 1 <= count && count <= MOST_GPUS;
}
