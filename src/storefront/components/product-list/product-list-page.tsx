import { PackageSearch } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigation } from 'react-router';
import type { ProductList } from '#contract/product.ts';
import { type ProductQuery, writeProductQuery } from '#contract/product-query.ts';
import { categoryLinks } from '../../catalogue/category-links.ts';
import type { ListMode } from '../../catalogue/list-mode.ts';
import { categoryPath } from '../../catalogue/paths.ts';
import { CompareForm } from '../compare/compare-form.tsx';
import { ProductCard } from '../product/product-card.tsx';
import { FilterChips } from './filter-chips.tsx';
import { FilterPanel, FiltersButton } from './filter-panel.tsx';
import { PageLinks } from './page-links.tsx';
import { SortSelect } from './sort-select.tsx';

type ProductListPageProps = {
  heading: string;
  /** What to say when nothing matches. */
  nothing: string;
  /** The page's own path; filters, order and cursor go into its query. */
  path: string;
  mode: ListMode;
  query: ProductQuery;
  list: ProductList;
  /** What follows the list. */
  children?: ReactNode;
};

/** The list screen, by category or by keyword: filters beside, cards, pages. */
export function ProductListPage(props: ProductListPageProps) {
  const { heading, nothing, path, mode, query, list, children } = props;
  const address = createAddress(path, mode);
  const loading = useNavigation().state === 'loading';
  return (
    <main id="main" className="page wrap">
      <div className="list-head">
        <div>
          <h1 className="page-title first-letter:uppercase">
            <bdi>{heading}</bdi>
          </h1>
          <p className="num text-sm text-ink-3" role="status">
            {productsFound(list.total)}
          </p>
        </div>
        <CategoryChips mode={mode} />
        <FiltersButton mode={mode} query={query} />
        <SortSelect path={path} query={query} mode={mode} />
      </div>
      <div className="grid gap-x-12 md:grid-cols-[232px_minmax(0,1fr)]">
        <FilterPanel path={path} mode={mode} query={query} counts={list.counts} />
        <section
          aria-label="Products"
          aria-busy={loading}
          className={`min-w-0 ${loading ? 'opacity-60 transition-opacity delay-200' : ''}`}
        >
          <FilterChips query={query} mode={mode} address={address} />
          {list.products.length === 0 ? (
            <NothingFound message={nothing} clearPath={path} />
          ) : (
            <CompareForm>
              <div className="grid grid-cols-2 gap-3 md:gap-5 lg:grid-cols-3">
                {list.products.map((product) => (
                  <ProductCard key={product.product_id} product={product} />
                ))}
              </div>
            </CompareForm>
          )}
          <PageLinks list={list} address={(cursor) => address({ ...query, cursor })} />
          {children}
        </section>
      </div>
    </main>
  );
}

/** Addresses of this list with other filters; what the path says already is not said again in the query. */
function createAddress(path: string, mode: ListMode) {
  return function address(query: ProductQuery): string {
    const rest: Partial<ProductQuery> = { ...query };
    if ('category' in mode) delete rest.category;
    else delete rest.keyword;
    const search = writeProductQuery(rest).toString();
    return search ? `${path}?${search}` : path;
  };
}

function productsFound(total: number): string {
  return total === 1 ? '1 product' : `${total.toLocaleString('en-US')} products`;
}

function CategoryChips({ mode }: { mode: ListMode }) {
  const current = 'category' in mode ? mode.category : null;
  const chips = [{ category: 'all' as const, label: 'All' }, ...categoryLinks];
  return (
    <nav aria-label="Categories" className="category-chips">
      <ul>
        {chips.map(({ category, label }) => (
          <li key={category}>
            <a href={categoryPath(category)} className="chip" aria-current={current === category ? 'page' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function NothingFound({ message, clearPath }: { message: string; clearPath: string }) {
  return (
    <div className="card grid place-items-center gap-4 px-6 py-16 text-center">
      <PackageSearch size={40} strokeWidth={1.2} aria-hidden className="text-ink-3" />
      <h2 className="text-xl">
        <bdi>{message}</bdi>
      </h2>
      <p className="max-w-[44ch] text-ink-2">
        Try fewer filters, a shorter or differently spelled keyword, or look through everything.
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <a href={clearPath} className="btn btn-line">
          Clear all filters
        </a>
        <a href={categoryPath('all')} className="btn btn-primary">
          See all products
        </a>
      </div>
    </div>
  );
}
