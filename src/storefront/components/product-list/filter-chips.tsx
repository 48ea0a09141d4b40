import { X } from 'lucide-react';
import { formatUnitPrice } from '#contract/money.ts';
import { type ProductQuery, priceRange } from '#contract/product-query.ts';
import type { ListMode } from '../../catalogue/list-mode.ts';

type FilterChipsProps = {
  query: ProductQuery;
  mode: ListMode;
  address: (query: ProductQuery) => string;
};

/** The applied filters, each a link that removes it. */
export function FilterChips({ query, mode, address }: FilterChipsProps) {
  const range = priceRange(query);
  const chips: Array<{ label: string; without: Partial<ProductQuery> }> = [];
  if ('keyword' in mode && query.category !== 'all')
    chips.push({ label: query.category, without: { category: 'all' } });
  if ('category' in mode && query.keyword) chips.push({ label: `'${query.keyword}'`, without: { keyword: '' } });
  if (range) {
    const label = `${formatUnitPrice(range.min)} to ${formatUnitPrice(range.max)}`;
    chips.push({ label, without: { minPrice: null, maxPrice: null } });
  }
  if (query.onSale) chips.push({ label: 'On sale', without: { onSale: false } });
  if (query.inStock) chips.push({ label: 'In stock', without: { inStock: false } });
  if (chips.length === 0) return null;
  return (
    <ul className="mb-5 flex flex-wrap items-center gap-2" aria-label="Filters in force">
      {chips.map(({ label, without }) => (
        <li key={label}>
          <a
            href={address({ ...query, ...without, cursor: null })}
            className="chip num first-letter:uppercase"
            aria-label={`Remove filter ${label}`}
            data-keep-scroll=""
          >
            <bdi>{label}</bdi>
            <X size={14} aria-hidden />
          </a>
        </li>
      ))}
    </ul>
  );
}
