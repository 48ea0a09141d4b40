// How the things stand that somebody has: what is asked for beside the library itself, of those rows alone that have it.
import { useEffect } from 'react';
import { createBrowserApi } from '#client/api-client/browser-api.ts';
import { getAccess } from '#client/api-client/library-access.ts';
import { getHours } from '#client/api-client/library-hours.ts';
import { getOwnProductKeys } from '#client/api-client/product-keys.ts';
import type { LibraryHours } from '#contract/hours.schema.ts';
import type { LibraryEntry } from '#contract/library.ts';
import type { OwnProductKeys } from '#contract/product-key.schema.ts';
import type { LibraryAccess } from '#contract/provision.schema.ts';
import { type Loaded, useLoaded } from '#ui/use-loaded.ts';

/** Null where the thing has none of it, or none any more. */
export type GoodsState = {
  keys: Loaded<{ found: OwnProductKeys | null }>;
  access: Loaded<{ found: LibraryAccess | null }>;
  hours: Loaded<{ found: LibraryHours | null }>;
};

const SOON_MS = 10_000;
const MINUTE_MS = 60_000;

export function useGoodsState({ entitlement_id: id, goods, standing }: LibraryEntry): GoodsState {
  const isActive = standing === 'active';
  const keys = useWanted(isActive && goods.keys !== undefined, () => getOwnProductKeys(createBrowserApi(), id));
  const access = useWanted(isActive && goods.access !== undefined, () => getAccess(createBrowserApi(), id));
  const hours = useWanted(isActive && goods.hours !== undefined, () => getHours(createBrowserApi(), id));
  useRepeat(keys.reload, keys.value?.found && keys.value.found.waiting > 0 ? MINUTE_MS : null);
  useRepeat(access.reload, isBeingSetUp(access.value?.found) ? SOON_MS : null);
  useRepeat(hours.reload, paceOf(hours.value?.found));
  return { keys, access, hours };
}

function useWanted<T>(isWanted: boolean, get: () => Promise<T>): Loaded<{ found: T | null }> {
  return useLoaded(async () => ({ found: isWanted ? await get() : null }));
}

function isBeingSetUp(access: LibraryAccess | null | undefined): boolean {
  return access?.state === 'being_set_up' || access?.state === 'late';
}

function paceOf(hours: LibraryHours | null | undefined): number | null {
  const state = hours?.session?.state;
  if (state === 'starting' || state === 'stopping') return SOON_MS;
  return state === 'running' ? MINUTE_MS : null;
}

/** Asks again while the page is looked at. */
function useRepeat(ask: () => Promise<void>, everyMs: number | null) {
  useEffect(() => {
    if (everyMs === null) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) void ask();
    }, everyMs);
    return () => clearInterval(timer);
  }, [ask, everyMs]);
}
