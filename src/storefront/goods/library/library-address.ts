import { type LibraryKind, libraryKinds } from '#contract/goods/library/library.ts';
import type { LibraryAsked } from './use-library.ts';

/** Filters in the address of the library; what it cannot mean is left out. */
export function readLibraryAddress(query: URLSearchParams): LibraryAsked & { open: string | null } {
  const kind = libraryKinds.find((one) => one === query.get('kind')) ?? null;
  return { kind, q: (query.get('q') ?? '').slice(0, 200), open: query.get('open') };
}

export function libraryAddress({ kind, q }: { kind: LibraryKind | null; q: string }): string {
  const query = new URLSearchParams({ ...(kind && { kind }), ...(q && { q }) });
  return `/profile/library${query.size > 0 ? `?${query}` : ''}`;
}
