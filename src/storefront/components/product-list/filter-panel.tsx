import { SlidersHorizontal, X } from 'lucide-react';
import type { ProductCounts } from '#contract/product.ts';
import { type ProductQuery, priceRange } from '#contract/product-query.ts';
import { categoryLinks } from '../../catalogue/category-links.ts';
import type { ListMode } from '../../catalogue/list-mode.ts';
import { categoryPath } from '../../catalogue/paths.ts';
import { FilterForm } from './filter-form.tsx';

type FilterPanelProps = {
  path: string;
  mode: ListMode;
  query: ProductQuery;
  counts: ProductCounts;
};

const panelId = 'filters';

/** On a phone: opens the filters, by the browser itself and so without scripts too, and says how many are applied. */
export function FiltersButton({ mode, query }: Pick<FilterPanelProps, 'mode' | 'query'>) {
  const applied = [
    priceRange(query),
    query.onSale,
    query.inStock,
    'category' in mode ? query.keyword : query.category !== 'all',
  ].filter(Boolean).length;
  return (
    <button type="button" className="btn btn-line md:hidden" popoverTarget={panelId}>
      <SlidersHorizontal size={16} aria-hidden /> Filters
      {applied > 0 && <span className="num badge bg-primary text-on-primary">{applied}</span>}
    </button>
  );
}

/**
 * The list's sidebar: links to the categories, and a plain GET form of filters, so that every choice is an address.
 * On a phone it is a sheet over the page.
 */
export function FilterPanel({ path, mode, query, counts }: FilterPanelProps) {
  return (
    <aside aria-label="Filters" className="min-w-0">
      <div id={panelId} popover="auto" className="filters">
        <p className="mb-4 flex items-center justify-between text-lg font-[560] md:hidden">
          Filters
          <button
            type="button"
            className="icon-btn"
            aria-label="Close filters"
            popoverTarget={panelId}
            popoverTargetAction="hide"
          >
            <X size={20} aria-hidden />
          </button>
        </p>
        <CategoryNav mode={mode} counts={counts} />
        <FilterForm path={path} mode={mode} query={query} counts={counts} />
      </div>
    </aside>
  );
}

function CategoryNav({ mode, counts }: { mode: ListMode; counts: ProductCounts }) {
  const current = 'category' in mode ? mode.category : null;
  const links = [{ category: 'all' as const, label: 'All Products' }, ...categoryLinks];
  return (
    <nav aria-label="Product categories" className="hidden pb-5 md:block">
      <h2 className="mb-2 text-sm font-[580]">Category</h2>
      <ul className="-mx-2.5">
        {links.map(({ category, label }) => (
          <li key={category}>
            <a
              href={categoryPath(category)}
              aria-current={current === category ? 'page' : undefined}
              className="category-link"
            >
              <span
                className="dot"
                style={{ background: category === 'all' ? 'var(--ink-3)' : `var(--${category})` }}
              />
              {label}
              {current !== null && (
                <span aria-hidden="true" className="num">
                  {counts[category].toLocaleString('en-US')}
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
