import { X } from 'lucide-react';
import type { SearchResult } from '#contract/catalogue/search.ts';
import { t } from '#language/message.ts';
import { rich } from '#ui/rich.ts';
import { categoryPath, keywordPath } from '../paths.ts';
import { ProductCard } from '../product/card/product-card.tsx';

type Found = { found: SearchResult; keyword: string };

/** Beside the list of a keyword: what fits it by more than the name, and what was read from it. */
export function AlsoFits({ found, keyword }: Found) {
  return (
    <>
      <QueryFilters found={found} keyword={keyword} />
      {found.products.length > 0 && (
        <section aria-labelledby="also-fits" className="mb-12">
          <h2 id="also-fits" className="text-xl">
            {t('Also fits')}
          </h2>
          {found.searched_for !== null && (
            <p className="mt-1 text-ink-2">
              {rich('Showing results for "{searched_for}"', { searched_for: <bdi>{found.searched_for}</bdi> })}
            </p>
          )}
          <Cards products={found.products} />
        </section>
      )}
    </>
  );
}

/** Where nothing fits: the closest products, said to be no more than that. */
export function Closest({ found, keyword }: Found) {
  if (found.products.length > 0 || found.closest.length === 0) return null;
  return (
    <section aria-labelledby="closest" className="mt-6 mb-12" data-no-match="">
      <h2 id="closest" className="text-xl">
        {t('Closest to it')}
      </h2>
      <p className="mt-1 max-w-[60ch] text-ink-2">
        {rich('Nothing here is what “{keyword}” asks for. These have a part of it.', { keyword: <bdi>{keyword}</bdi> })}
      </p>
      <Cards products={found.closest} />
    </section>
  );
}

function Cards({ products }: Pick<SearchResult, 'products'>) {
  return (
    <div className="mt-5 grid grid-cols-2 gap-3 md:gap-5 lg:grid-cols-3">
      {products.map((product) => (
        <ProductCard key={product.product_id} product={product} heading="h3" />
      ))}
    </div>
  );
}

/** Each filter that was read from the query: a link that takes its words away, or a sentence where it was not used. */
function QueryFilters({ found: { filters, products, closest }, keyword }: Found) {
  const applied = filters.filter(({ is_applied }) => is_applied);
  const left = filters.filter(({ is_applied }) => !is_applied);
  if (filters.length === 0) return null;
  return (
    <div className="mb-5 grid gap-2">
      {applied.length > 0 && (
        <ul className="flex flex-wrap items-center gap-2" aria-label={t('Filters in your search')}>
          {applied.map(({ label, text, without }) => (
            <li key={label}>
              <a
                href={without === '' ? categoryPath('all') : keywordPath(without)}
                className="chip num first-letter:uppercase"
                aria-label={t('Remove filter {label}', { label })}
                title={t('Read from “{text}”', { text })}
              >
                <bdi>{label}</bdi>
                <X size={14} aria-hidden />
              </a>
            </li>
          ))}
        </ul>
      )}
      {left.map(({ kind, label }) => (
        <p key={label} className="text-sm text-ink-2" role="status">
          {kind === 'currency' ? label : sentenceWithout(label, products.length + closest.length > 0, keyword)}
        </p>
      ))}
    </div>
  );
}

function sentenceWithout(label: string, isAny: boolean, keyword: string): string {
  return isAny
    ? t('Nothing fits with “{label}”. This is what there is without it.', { label })
    : t('Nothing fits “{keyword}”.', { keyword });
}
