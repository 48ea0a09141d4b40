import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import type { SavedSearch } from '#contract/catalogue/saved-search.ts';
import { noteSaved } from './saved-addresses.ts';

export async function listSearches(): Promise<SavedSearch[]> {
  return (await createBrowserApi().get('/saved-search', { asUser: true })).items;
}

/** Resolves with the search as it is saved then, or with what went wrong. */
export function changeSearch(
  { search_id: id }: SavedSearch,
  body: { name: string } | { alerts: boolean },
): Promise<SavedSearch | string> {
  return createBrowserApi()
    .put('/saved-search/{id}', { params: { path: { id } }, body })
    .catch(failureText);
}

/** Resolves with what went wrong, or nothing. */
export function removeSearch({ search_id: id, address }: SavedSearch): Promise<string | undefined> {
  return createBrowserApi()
    .delete('/saved-search/{id}', { params: { path: { id } } })
    .then(() => {
      noteSaved(address, false);
      return undefined;
    }, failureText);
}

/** Brings back what was removed, in its place. Its alerts begin with what fits then. */
export function restoreSearch({ name, address, alerts, saved_at }: SavedSearch): Promise<SavedSearch | string> {
  return saveSearch({ name, address, alerts, saved_at });
}

type NewSearch = Pick<SavedSearch, 'address'> & Partial<Pick<SavedSearch, 'name' | 'alerts' | 'saved_at'>>;

/** Resolves with the search as it is saved, or with what went wrong. */
export function saveSearch(search: NewSearch): Promise<SavedSearch | string> {
  return createBrowserApi()
    .post('/saved-search', { body: search })
    .then((saved) => {
      noteSaved(saved.address, true);
      return saved;
    }, failureText);
}
