import { useEffect, useState } from 'react';
import { createBrowserApi } from '#client/api-client/browser-api.ts';
import { listProducts } from '#client/api-client/product.ts';
import type { ProductSummary } from '#contract/product.ts';

const DEBOUNCE_MS = 180;
const SHORTEST_KEYWORD = 2;
const SUGGESTIONS = 5;

/** A few products whose names contain what is being typed; asked for once the typing pauses. */
export function useSuggestions(keyword: string): ProductSummary[] {
  const [products, setProducts] = useState<ProductSummary[]>([]);

  useEffect(() => {
    const wanted = keyword.trim();
    if (wanted.length < SHORTEST_KEYWORD) {
      setProducts([]);
      return;
    }
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      const api = createBrowserApi();
      // Suggestions are a convenience: when they fail, the search itself still answers and says what is wrong.
      const list = await listProducts(api, { keyword: wanted, limit: SUGGESTIONS }, { signal: abort.signal }).catch(
        () => null,
      );
      if (list && !abort.signal.aborted) setProducts(list.products);
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [keyword]);

  return products;
}
