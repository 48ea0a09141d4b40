// Saved views. Each act resolves with what went wrong, in words, or with nothing.
import { useApi } from '#client/query/use-api.ts';
import type { SavedView } from '#contract/operations/staff-list/description.ts';
import { attempt } from '../../frame/attempt.ts';

type ViewContent = Pick<SavedView, 'name' | 'query' | 'shared'>;

/** The views of a list by name; null until they have arrived, or where they could not be loaded. */
export function useViews(list: string): { views: SavedView[] | null; reload: () => Promise<void> } {
  const { value, reload } = useApi('/admin/list/{list}/view', { params: { path: { list } } });
  return { views: value?.items ?? null, reload };
}

/** `onSaved` is told the view's id. */
export function saveNewView(list: string, content: ViewContent, onSaved: (viewId: string) => void) {
  return attempt(async (api) =>
    onSaved((await api.post('/admin/list/{list}/view', { params: { path: { list } }, body: content })).view_id),
  );
}

export const saveChangedView = (viewId: string, content: ViewContent) =>
  attempt((api) => api.put('/admin/view/{viewId}', { params: { path: { viewId } }, body: content }));
export const removeView = (viewId: string) =>
  attempt((api) => api.delete('/admin/view/{viewId}', { params: { path: { viewId } } }));
