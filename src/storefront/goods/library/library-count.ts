import { useApi } from '#client/query/use-api.ts';
import type { LibraryCounts } from '#contract/goods/library/library.ts';

/** How much of each kind the library has; null until it is known. */
export function useLibraryCounts(): LibraryCounts | null {
  return useApi('/library', { params: { query: { limit: 1 } } }).value?.counts ?? null;
}

/** How many things the library has, such as '7' or '1,000+'. Null until it is known, and where there is nothing. */
export function useLibraryCount(): string | null {
  const counts = useLibraryCounts();
  if (!counts || counts.all === 0) return null;
  return `${counts.all.toLocaleString('en-US')}${counts.more ? '+' : ''}`;
}
