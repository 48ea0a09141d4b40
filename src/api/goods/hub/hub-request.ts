// Requests of the Hub's addresses: which repository and which file of it they name.
import type { Context } from 'hono';
import { pathOf } from '#platform/http/request-address.ts';
import type { Seen } from '#platform/observability/observe-requests.ts';
import type { ShopDatabase } from '../../schema/db.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import type { FoundToken } from './library-token.store.ts';
import { type HubShop, openRepo, type Repo } from './open-repo.ts';

export type HubEnv = { Bindings: { seen: Seen; peer: string }; Variables: { token: FoundToken | null } };

export type OfHub = { db: ShopDatabase['kysely']; shop: HubShop; now: () => Date };

/** The repository of the address, as whoever asks sees it. Throws a HubError where there is none. */
export function repoOf({ db, shop, now }: OfHub, c: Context<HubEnv>): Promise<Repo> {
  return openRepo(db, shop, {
    id: { namespace: c.req.param('namespace') ?? '', name: c.req.param('name') ?? '' },
    accountId: c.var.token?.accountId ?? null,
    now: now(),
  });
}

/** Path after the revision, as it is called in a release; null: it is no path. */
export function restOf(c: Context<HubEnv>): string | null {
  const steps = pathOf(c.req.url).split('/');
  const at = steps[1] === 'api' ? 5 : steps[1] === 'datasets' ? 4 : 3;
  try {
    const path = steps
      .slice(at + 2)
      .map(decodeURIComponent)
      .join('/');
    return isStorableText(path) ? path : null;
  } catch {
    return null;
  }
}
