import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { askOwned, ownedItems, startOwned } from './owned.ts';

/** Entitlements of the signed-in account, by product; asked for with all others of the page. */
export function useOwned(productIds: readonly string[]): ReadonlyMap<string, string | null> {
  const asked = JSON.stringify(productIds);
  useEffect(() => {
    startOwned();
    const ids: string[] = JSON.parse(asked);
    if (ids.length > 0) askOwned(ids);
  }, [asked]);
  return useStore(ownedItems);
}
