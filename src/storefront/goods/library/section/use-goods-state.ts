// How the things stand that somebody has: what is asked for beside the library itself, of those rows alone that have it.
import { createBrowserApi } from '#client/api/browser-api.ts';
import { useAnswer } from '#client/query/use-api.ts';
import type { LibraryHours } from '#contract/goods/access/hours.schema.ts';
import type { LibraryAccess } from '#contract/goods/access/provision.schema.ts';
import type { LibraryEntry, LibraryState } from '#contract/goods/library/library.ts';
import type { OwnProductKeys } from '#contract/goods/product-key.schema.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';
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
  const state = useAnswer(
    ['/library/state', id, isWanted],
    async () => ({ found: isWanted ? await askForState(id) : null }),
    { every: (known) => (known?.found ? paceOf(known.found) : false) },
  );
  const { keys, access, hours } = state.value?.found ?? { keys: null, access: null, hours: null };
  const as = <T>(found: T) => ({ ...state, value: state.value && { found } });
  return { keys: as(keys), access: as(access), hours: as(hours) };
}

/** Milliseconds until it may have changed; false: it changes by what its owner does alone. */
function paceOf({ keys, access, hours }: LibraryState): number | false {
  const isBeingSetUp = access?.state === 'being_set_up' || access?.state === 'late';
  const session = hours?.session?.state;
  if (isBeingSetUp || session === 'starting' || session === 'stopping') return SOON_MS;
  return session === 'running' || (keys && keys.waiting > 0) ? MINUTE_MS : false;
}
