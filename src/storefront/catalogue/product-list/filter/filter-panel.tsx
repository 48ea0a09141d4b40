import { SlidersHorizontal, X } from 'lucide-react';
import { filtersInForce } from '#contract/catalogue/product/filters-in-force.ts';
import { msg, t } from '#language/message.ts';
import { categoryPath } from '../../paths.ts';
import { categoryLinks } from '../category-links.ts';
import { categoryCount } from '../count-text.ts';
import type { ListParts } from '../list-data.ts';
import { FilterForm } from './filter-form.tsx';
import { QuickFilters } from './quick-filters.tsx';

const panelId = 'filters';

/** On a phone: opens the filters, by the browser itself and so without scripts too, and says how many are applied. */
export function FiltersButton(parts: ListParts) {
  const applied = filtersInForce(parts.query, parts.mode).length;
  return (
    <>
      <QuickFilters {...parts} />
      <button type="button" className="btn btn-line md:hidden" popoverTarget={panelId}>
        <SlidersHorizontal size={16} aria-hidden /> {t('Filters')}
        {applied > 0 && <span className="num badge bg-primary text-on-primary">{applied}</span>}
      </button>
    </>
  );
}

/**
 * The list's sidebar: links to the categories, and a plain GET form of filters, so that every choice is an address.
 * On a phone it is a sheet over the page.
 */
export function FilterPanel(parts: ListParts) {
  const { total, total_is_exact: isExact } = parts.list;
  return (
    <aside aria-label={t('Filters')} className="min-w-0">
      <div id={panelId} popover="auto" className="filters">
        <p className="mb-4 flex items-center justify-between text-lg font-[560] md:hidden">
          {t('Filters')}
          <button
            type="button"
            className="icon-btn"
            aria-label={t('Close filters')}
            popoverTarget={panelId}
            popoverTargetAction="hide"
          >
            <X size={20} aria-hidden />
          </button>
        </p>
        <CategoryNav {...parts} />
        <FilterForm {...parts} />
        <p className="filters-done needs-script md:hidden">
          <button type="button" className="btn btn-primary w-full" popoverTarget={panelId} popoverTargetAction="hide">
            {t('Show {value}{total} {value2}', {
              value: isExact === false ? 'about ' : '',
              total: total.toLocaleString('en-US'),
              value2: total === 1 ? 'product' : 'products',
            })}
          </button>
        </p>
      </div>
    </aside>
  );
}

function CategoryNav({ mode, query, list }: ListParts) {
  const current = 'category' in mode ? mode.category : null;
  const links = [{ category: 'all' as const, label: msg('All Products') }, ...categoryLinks];
  // Filters by attribute are those of one category: no other has matches, whatever its link would show.
  const hasOwn = Object.keys(query.attributes).length > 0 || query.maxGpuPrice !== null;
  return (
    <nav aria-label={t('Product categories')} className="hidden pb-5 md:block">
      <h2 className="mb-2 text-sm font-[580]">{t('Category')}</h2>
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
              {t(label)}
              {current !== null && (!hasOwn || category === current) && (
                <span aria-hidden="true" className="num">
                  {categoryCount(list, category, query.category)}
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
