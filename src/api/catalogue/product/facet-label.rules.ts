// Values of facets as people read them, and regions in their groups.
import type { Facet } from '#contract/catalogue/product/product.ts';
import { findAttribute } from '#contract/catalogue/product/product-attributes.ts';
import { operatorShop } from '#contract/catalogue/product/product-query.ts';
import { nameOfReference } from '../license/license-facts.rules.ts';
import { familyLabel, spdxIdOf } from '../license/license-families.rules.ts';
import { regionLabel, regionNamed, regionWithin } from '../region/regions.rules.ts';
import type { ShownValue } from './facet-count.rules.ts';

type FacetValue = Facet['values'][number];

/** Shops by their ids, as facets name them. */
export type Shops = ReadonlyMap<string, { name: string; address: string }>;

/** The values of one facet, in the order in which they are shown. */
export function facetValues(name: string, shown: readonly ShownValue[], shops: Shops): FacetValue[] {
  if (findAttribute('computing', name)?.isPlace) return inGroups(shown);
  if (name === 'license' || name === 'allows')
    return shown.map(({ value, count }) => ({ value, count, label: licenseLabel(value) }));
  if (name === 'seller') return shown.flatMap((one) => shopValue(one, shops));
  return shown.map(({ value, count }) => ({ value, count }));
}

/** 'Apache' of a family, 'Apache-2.0' of an id in whatever letters, 'Llama 3.1' of a named license. */
function licenseLabel(value: string): string {
  const id = spdxIdOf(value);
  if (id !== null) return id;
  return /^licenseref-/i.test(value)
    ? nameOfReference(value.replace(/^licenseref-/i, 'LicenseRef-'))
    : familyLabel(value.toLowerCase());
}

/** A shop without a page cannot be asked for. An id that begins with '?' is an address that no shop has. */
function shopValue({ value, count }: ShownValue, shops: Shops): FacetValue[] {
  if (value === operatorShop) return [{ value, count }];
  if (value.startsWith('?')) return [{ value: value.slice(1), count }];
  const shop = shops.get(value);
  return shop ? [{ value: shop.address, count, label: shop.name }] : [];
}

/** Regions, each behind the one that it is within, and otherwise in the order that they have. */
function inGroups(shown: readonly ShownValue[]): FacetValue[] {
  const byLabel = new Map(shown.map((one) => [one.offered, one]));
  const groups = Map.groupBy(shown, (one) => groupOf(one, byLabel)?.offered ?? null);
  const listed: FacetValue[] = [];
  const list = (group: string | null) => {
    for (const { value, offered, count } of groups.get(group) ?? []) {
      const within = group === null ? undefined : byLabel.get(group)?.value;
      listed.push({
        value,
        count,
        ...(offered !== value && { label: offered }),
        ...(within !== undefined && { within }),
      });
      if (byLabel.get(offered)?.value === value) list(offered);
    }
  };
  list(null);
  return listed;
}

/** The nearest region around one that is shown. */
function groupOf({ offered }: ShownValue, shown: ReadonlyMap<string, ShownValue>): ShownValue | null {
  const code = regionNamed(offered);
  for (let around = code && regionWithin(code); around; around = regionWithin(around)) {
    const group = shown.get(regionLabel(around));
    if (group) return group;
  }
  return null;
}
