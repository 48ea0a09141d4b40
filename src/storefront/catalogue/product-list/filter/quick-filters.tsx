import { type Attribute, attributesOf } from '#contract/catalogue/product/product-attributes.ts';
import type { AttributeFilters } from '#contract/catalogue/product/product-filter.ts';
import { type ProductQuery, priceRange } from '#contract/catalogue/product/product-query.ts';
import { formatBound } from '#contract/money/amount/money.ts';
import { t } from '#language/message.ts';
import { listAddress } from '../list-address.ts';
import type { ListParts } from '../list-data.ts';

/** Dollars an hour that are often the most that somebody wants to pay for a machine. */
const hourlyPrices = [1, 2];

type Quick = { label: string; short?: string; chosen: boolean; change: Partial<ProductQuery> };

/** On a phone: what machines are most often chosen by, one tap each. */
export function QuickFilters(parts: ListParts) {
  const { query } = parts;
  if (query.category !== 'computing' || !('category' in parts.mode)) return null;
  const presets = attributesOf('computing').filter(({ presets }) => presets);
  const quick = [
    ...hourlyPrices.map((price) => atMost(query, price)),
    ...presets.flatMap((attribute) => presetFilters(query, attribute)),
  ];
  return (
    <nav aria-label={t('Quick filters')} className="category-chips md:hidden">
      <ul>
        {quick.map(({ label, short = label, chosen, change }) => (
          <li key={label}>
            <a
              href={listAddress(parts, change)}
              className="chip num"
              aria-current={chosen ? 'true' : undefined}
              data-keep-scroll=""
            >
              {short}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** 'At least so much' of an attribute: a link; the one that is chosen is taken away again. */
function presetFilters(query: ProductQuery, { name, unit = '', presets = [] }: Attribute): Quick[] {
  const { [name]: filter, ...others } = query.attributes;
  const range = filter && 'min' in filter ? filter : { min: null, max: null };
  return presets.map((preset) => {
    const chosen = range.min === preset && range.max === null;
    return {
      label: t('{preset} {unit} and more', { preset, unit }),
      short: `${preset}+ ${unit}`,
      chosen,
      change: { attributes: chosen ? others : ordered({ ...others, [name]: { min: preset, max: null } }) },
    };
  });
}

/** In the order of the table, as the form has them: one choice has one address. */
function ordered(filters: AttributeFilters): AttributeFilters {
  const names = attributesOf('computing').map(({ name }) => name);
  return Object.fromEntries(Object.entries(filters).sort(([a], [b]) => names.indexOf(a) - names.indexOf(b)));
}

function atMost(query: ProductQuery, price: number): Quick {
  const range = priceRange(query);
  const chosen = range?.min === 0 && range.max === price;
  return {
    label: t('Up to {price}/h', { price: formatBound(price) }),
    chosen,
    change: chosen
      ? { minPrice: null, maxPrice: null, priceUnits: [] }
      : { minPrice: 0, maxPrice: price, priceUnits: ['hour'] },
  };
}
