// Saved views. Each act resolves with what went wrong, in words, or with nothing.
import { useCallback, useEffect, useState } from 'react';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { changeView, deleteView, listViews, saveView, type ViewContent } from '#client/operations/staff-list.ts';
import type { SavedView } from '#contract/operations/staff-list/description.ts';
import { attempt } from '../../frame/attempt.ts';

/** The views of a list by name; null until they have arrived, or where they could not be loaded. */
export function useViews(list: string): { views: SavedView[] | null; reload: () => Promise<void> } {
  const [views, setViews] = useState<SavedView[] | null>(null);
  const reload = useCallback(async () => {
    const { items } = await listViews(createBrowserApi(), list).catch(() => ({ items: null }));
    setViews(items);
  }, [list]);
  useEffect(() => {
    void reload();
  }, [reload]);
  return { views, reload };
}

/** `onSaved` is told the view's id. */
export function saveNewView(list: string, content: ViewContent, onSaved: (viewId: string) => void) {
  return attempt(async (api) => onSaved((await saveView(api, list, content)).view_id));
}

export const saveChangedView = (viewId: string, content: ViewContent) =>
  attempt((api) => changeView(api, viewId, content));
export const removeView = (viewId: string) => attempt((api) => deleteView(api, viewId));
