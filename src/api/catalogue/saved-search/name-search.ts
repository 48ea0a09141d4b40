import type { Facet } from '#contract/catalogue/product/product.ts';
import { nameOfSearch, type SearchAddress } from '#contract/catalogue/saved-search-address.ts';
import type { Db } from '../../schema/db.ts';
import { facetValues } from '../product/facet-label.rules.ts';
import { findShops, findShopsAt } from '../product/product-list.store.ts';

/** Name of a search whose owner gives it none, with shops and licenses as lists name them. `shopName` is the operator's. */
export async function nameSearch(db: Db, search: SearchAddress, shopName: string): Promise<string> {
  const { sellers, licenses } = search.query;
  const ids = await findShopsAt(db, sellers);
  const shops = await findShops(db, [...ids.values()]);
  const facet = (name: string, values: readonly string[]): Facet => ({
    name,
    is_exact: true,
    values: facetValues(
      name,
      values.map((value) => ({ value, offered: value, count: 0 })),
      shops,
    ),
  });
  return nameOfSearch(search, {
    facets: [facet('license', licenses), facet('seller', [...ids.values()])],
    shopName,
  });
}
