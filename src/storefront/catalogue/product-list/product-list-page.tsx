import type { ReactNode } from 'react';
import { useNavigation } from 'react-router';
import type { ListMode } from '#contract/catalogue/product/list-mode.ts';
import { msg, t } from '#language/message.ts';
import { CompareForm } from '../compare/compare-form.tsx';
import { categoryPath } from '../paths.ts';
import { ProductCard } from '../product/card/product-card.tsx';
import { categoryLinks } from './category-links.ts';
import {
  FilterChips,
  FilterPanel,
  FiltersButton,
  MachineTable,
  NothingFound,
  PageLinks,
  SaveSearchLink,
  SortSelect,
  ViewSwitch,
} from './late-parts.tsx';
import type { ListParts } from './list-data.ts';

/** Cards that a wide screen shows before anybody scrolls. */
const FIRST = 6;

type ProductListPageProps = ListParts & {
  heading: string;
  /** Message when nothing matches. */
  nothing: string;
  /** Content before the list, and after it. */
  before?: ReactNode;
  children?: ReactNode;
  /** Where the list is empty and nothing filters it: without filters, and its message a sentence where the page has something else. */
  quiet?: 'sentence' | 'message' | null;
};

/** The list screen, by category or by keyword: filters beside, cards or a table, pages. */
export function ProductListPage({ heading, nothing, before, children, quiet = null, ...parts }: ProductListPageProps) {
  const { path, mode, query, list } = parts;
  const loading = useNavigation().state === 'loading';
  return (
    <main id="main" className="page wrap">
      <div className="list-head">
        <div>
          <h1 className="page-title first-letter:uppercase">
            <bdi>{heading}</bdi>
          </h1>
          {quiet === 'sentence' && (
            <h2 className="text-sm font-normal text-ink-3">
              <bdi>{nothing}</bdi>
            </h2>
          )}
          {quiet !== 'sentence' && (
            <p className="num text-sm text-ink-3" role="status">
              {productsFound(list.total, list.total_is_exact !== false)}
            </p>
          )}
          <SaveSearchLink {...parts} />
        </div>
        <CategoryChips mode={mode} />
        {query.category === 'computing' && <ViewSwitch {...parts} />}
        {quiet === null && <FiltersButton {...parts} />}
        {quiet === null && <SortSelect path={path} query={query} mode={mode} />}
      </div>
      <div className={quiet ? undefined : 'grid gap-x-12 md:grid-cols-[232px_minmax(0,1fr)]'}>
        {quiet === null && <FilterPanel {...parts} />}
        <div className="min-w-0">
          <CompareForm>
            {before}
            <section
              aria-label={t('Products')}
              aria-busy={loading}
              className={loading ? 'opacity-60 transition-opacity delay-200' : undefined}
            >
              <FilterChips {...parts} />
              {list.total === 0 && quiet !== 'sentence' && <NothingFound {...parts} message={nothing} />}
              {list.products.length > 0 &&
                (query.view === 'table' ? (
                  <MachineTable {...parts} />
                ) : (
                  <div className="grid grid-cols-2 gap-3 md:gap-5 lg:grid-cols-3">
                    {list.products.map((product, index) => (
                      <ProductCard key={product.product_id} product={product} first={index < FIRST} />
                    ))}
                  </div>
                ))}
              <PageLinks {...parts} />
            </section>
            {children}
          </CompareForm>
        </div>
      </div>
    </main>
  );
}

function productsFound(total: number, isExact: boolean): string {
  const products = `${total.toLocaleString('en-US')} ${total === 1 ? 'product' : 'products'}`;
  return isExact ? products : t('About {products}', { products });
}

function CategoryChips({ mode }: { mode: ListMode }) {
  const current = 'category' in mode ? mode.category : null;
  const chips = [{ category: 'all' as const, label: msg('All') }, ...categoryLinks];
  return (
    <nav aria-label={t('Categories')} className="category-chips">
      <ul>
        {chips.map(({ category, label }) => (
          <li key={category}>
            <a href={categoryPath(category)} className="chip" aria-current={current === category ? 'page' : undefined}>
              {t(label)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
