import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Listing } from '#contract/selling/listing/listing.ts';
import { DraftStore } from './draft-store.ts';

export type Draft = ReturnType<typeof useDraft>;

/** `onGone`: it was never approved, and there is nothing left of it. */
export function useDraft(first: Listing, onGone: () => void) {
  const [store] = useState(() => new DraftStore(first, onGone));
  const shown = useSyncExternalStore(store.subscribe, store.read);

  // People who close the page are asked; those who go to another screen have it saved on the way.
  useEffect(() => {
    function onBeforeUnload(event: BeforeUnloadEvent) {
      if (store.isUnsaved) event.preventDefault();
    }
    window.addEventListener('beforeunload', onBeforeUnload);
    return () => {
      window.removeEventListener('beforeunload', onBeforeUnload);
      store.leave();
    };
  }, [store]);

  const { change, act, saveOffer, keepMine, takeTheirs } = store;
  return { ...shown, change, act, saveOffer, keepMine, takeTheirs };
}
