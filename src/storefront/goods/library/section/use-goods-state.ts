// How the things stand that somebody has: what is asked for beside the library itself, of those rows alone that have it.
import { useEffect } from 'react';
import { createBrowserApi } from '#client/api/browser-api.ts';
import type { LibraryHours } from '#contract/goods/access/hours.schema.ts';
import type { LibraryAccess } from '#contract/goods/access/provision.schema.ts';
import type { LibraryEntry, LibraryState } from '#contract/goods/library/library.ts';
import type { OwnProductKeys } from '#contract/goods/product-key.schema.ts';
import { type Loaded, useLoaded } from '#ui/loading/use-loaded.ts';
import { createAskTogether } from '../ask-together.ts';

/** Null where the thing has none of it, or none any more. */
export type GoodsState = {
  keys: Loaded<{ found: OwnProductKeys | null }>;
  access: Loaded<{ found: LibraryAccess | null }>;
  hours: Loaded<{ found: LibraryHours | null }>;
};

const SOON_MS = 10_000;
const MINUTE_MS = 60_000;
const AT_ONCE = 100;

/** The rows of a page ask in one moment. */
const askForState = createAskTogether<LibraryState>(async (ids) => {
  const { items } = await createBrowserApi().get('/library/state', {
    params: { query: { of: ids.join(',') } },
    asUser: true,
  });
  return new Map(items.map((item) => [item.entitlement_id, item]));
}, AT_ONCE);

export function useGoodsState({ entitlement_id: id, goods, standing }: LibraryEntry): GoodsState {
  const isWanted = standing === 'active' && Boolean(goods.keys ?? goods.access ?? goods.hours);
  const state = useLoaded(async () => ({ found: isWanted ? await askForState(id) : null }));
  const { keys, access, hours } = state.value?.found ?? { keys: null, access: null, hours: null };
  useRepeat(
    state.reload,
    soonest([keys && keys.waiting > 0 && MINUTE_MS, isBeingSetUp(access) && SOON_MS, paceOf(hours)]),
  );
  const as = <T>(found: T) => ({ ...state, value: state.value && { found } });
  return { keys: as(keys), access: as(access), hours: as(hours) };
}

function soonest(paces: Array<number | false | null>): number | null {
  const known = paces.filter((pace) => typeof pace === 'number');
  return known.length > 0 ? Math.min(...known) : null;
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
