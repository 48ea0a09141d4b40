// Columns that are derived from attributes and variants. The database makes the price of a GB-hour of some of them
// (migrations/0042-machine-orders.sql).
import type { SelectedOption } from '#contract/product.ts';
import type { AttributeValues } from '#contract/product-attributes.ts';
import { facetTokens } from '../product/facet-token.rules.ts';
import type { StoredProduct } from '../product/product-columns.rules.ts';

/** More is no machine. */
const MOST_GB = 1_000_000;
const MOST_GPUS = 1_000_000;

/** What is stored of attributes besides: what filters look for, and what machines are ordered by. */
export function attributeColumns({ product_type, attributes }: Pick<StoredProduct, 'product_type' | 'attributes'>) {
  return { facets: facetTokens(product_type, attributes), ...machineOf(attributes) };
}

/** The memory of each GPU and the least number of them that can be rented. */
function machineOf(attributes: AttributeValues): { gpu_memory_mb: number | null; least_gpus: number | null } {
  const { gpu_memory: memory, gpu_count: counts } = attributes;
  const least = Array.isArray(counts) && counts.length > 0 ? Math.min(...counts.map(Number)) : null;
  return {
    gpu_memory_mb:
      typeof memory === 'number' && memory > 0 && memory <= MOST_GB ? Math.round(memory * 1_000) || null : null,
    least_gpus: isCount(least) ? least : null,
  };
}

/** How many GPUs the choices of the default variant say. */
export function gpusOf(defaultOptions: readonly SelectedOption[] | null): number | null {
  const chosen = defaultOptions?.find(({ name }) => /\bgpus?\b/i.test(name) && !/memory|model|type/i.test(name));
  const count = Number(/^\d+/.exec(chosen?.value.trim() ?? '')?.[0] ?? Number.NaN);
  return isCount(count) ? count : null;
}

function isCount(count: number | null): count is number {
  return count !== null && Number.isInteger(count) && 1 <= count && count <= MOST_GPUS;
}
