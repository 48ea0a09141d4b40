// One address for one search, whatever names of its regions an address has.
import { type Attribute, attributesOf } from '#contract/catalogue/product/product-attributes.ts';
import type { AttributeFilter } from '#contract/catalogue/product/product-filter.ts';
import { type SearchAddress, writeSearchAddress } from '#contract/catalogue/saved-search-address.ts';
import { regionLabel, regionNamed } from '../region/regions.rules.ts';

/** The search with the names of regions that filters show, each once; null: longer than can be saved then. */
export function withOneAddress({ mode, query }: SearchAddress): SearchAddress | null {
  const known = query.category === 'all' ? [] : attributesOf(query.category);
  const attributes = Object.fromEntries(
    Object.entries(query.attributes).map(([name, filter]) => [
      name,
      nameRegions(
        known.find((one) => one.name === name),
        filter,
      ),
    ]),
  );
  return writeSearchAddress(mode, { ...query, attributes });
}

function nameRegions(attribute: Attribute | undefined, filter: AttributeFilter): AttributeFilter {
  if (!attribute?.isPlace || !('values' in filter)) return filter;
  return { values: [...new Set(filter.values.map(oneName))].sort() };
}

/** Some regions are shown by what no address says: 'Germany, Austria, Switzerland'. */
function oneName(text: string): string {
  const code = regionNamed(text);
  if (code === null) return text;
  return [regionLabel(code), code].find((name) => regionNamed(name) === code) ?? text;
}
