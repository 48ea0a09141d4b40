// Columns that are derived from attributes. The database makes the price of a GB-hour of some of them
// (migrations/0042-machine-orders.sql).
import { machineOf } from '#contract/goods/access/machine.ts';
import type { StoredProduct } from '../../schema/product-columns.rules.ts';
import { facetTokens } from '../product/facet-token.rules.ts';

/** Columns that follow from attributes: tokens of filters, and what machines are ordered by. */
export function attributeColumns({ product_type, attributes }: Pick<StoredProduct, 'product_type' | 'attributes'>) {
  return { facets: facetTokens(product_type, attributes), ...machineOf(attributes) };
}
