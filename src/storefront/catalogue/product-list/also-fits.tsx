import type { SearchResult } from '#contract/catalogue/search.ts';
import { ProductCard } from '../product/card/product-card.tsx';

/** Below the list of a keyword: what fits it by more than the name. */
export function AlsoFits({ found }: { found: SearchResult }) {
  return (
    <section aria-labelledby="also-fits" className="mt-12">
      <h2 id="also-fits" className="text-xl">
        Also fits
      </h2>
      {found.searched_for !== null && (
        <p className="mt-1 text-ink-2">
          Showing results for "<bdi>{found.searched_for}</bdi>"
        </p>
      )}
      <div className="mt-5 grid grid-cols-2 gap-3 md:gap-5 lg:grid-cols-3">
        {found.products.map((product) => (
          <ProductCard key={product.product_id} product={product} heading="h3" />
        ))}
      </div>
    </section>
  );
}
