// Filters of a shop's products, as the address of the screen says them.
import type { ListingSort } from '#contract/selling/listing/listing.ts';
import { type ListingState, listingSorts, listingStates } from '#contract/selling/listing/listing-labels.ts';

export const listingsPath = '/profile/products-management';

export type ListingsAsked = {
  state: ListingState | null;
  q: string;
  sort: ListingSort;
  after: string | null;
};

type SortName = (typeof listingSorts)[number];

/** Products that need the seller come first, as a desk is worked off. */
const usualSort: ListingSort = 'attention';
/** The largest first, where one looks for what sells. */
const downwards: readonly SortName[] = ['sold', 'views', 'updated'];

/** Unknown words are left out: an address can be typed. */
export function readListingsAddress(search: string): ListingsAsked {
  const query = new URLSearchParams(search);
  const state = query.get('state');
  const sort = query.get('sort') ?? '';
  return {
    state: listingStates.find((known) => known === state) ?? null,
    q: query.get('q')?.trim().slice(0, 200) ?? '',
    sort: listingSorts.some((name) => sort === name || sort === `-${name}`) ? (sort as ListingSort) : usualSort,
    after: query.get('after'),
  };
}

/** Address of the screen with another query. It begins at its first page; the shop stays. */
export function listingsAddress(search: string, change: Partial<ListingsAsked>): string {
  const { state, q, sort, after } = { ...readListingsAddress(search), after: null, ...change };
  const query = new URLSearchParams();
  const seller = new URLSearchParams(search).get('seller');
  if (seller !== null) query.set('seller', seller);
  if (state) query.set('state', state);
  if (q) query.set('q', q);
  if (sort !== usualSort) query.set('sort', sort);
  if (after) query.set('after', after);
  const text = query.toString();
  return text ? `${listingsPath}?${text}` : listingsPath;
}

/** Sort order that the head of a column chooses: the other way round where it is sorted by it already. */
export function nextSort(current: ListingSort, name: SortName): ListingSort {
  const first: ListingSort = downwards.includes(name) ? `-${name}` : name;
  if (current !== first) return first;
  return first === name ? `-${name}` : name;
}

export function sortDirection(current: ListingSort, name: SortName): 'ascending' | 'descending' | undefined {
  if (current === name) return 'ascending';
  return current === `-${name}` ? 'descending' : undefined;
}

/** A product's editor, for the shop that the screen is about. */
export function editorPath(productId: string, search: string): string {
  return `${listingsPath}/${encodeURIComponent(productId)}${sellerOf(search)}`;
}

export function historyPath(productId: string, search: string): string {
  return `${listingsPath}/${encodeURIComponent(productId)}/history${sellerOf(search)}`;
}

export function sellerOf(search: string): string {
  const seller = new URLSearchParams(search).get('seller');
  return seller === null ? '' : `?${new URLSearchParams({ seller })}`;
}
