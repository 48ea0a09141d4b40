// Tells customers by email of new matches of their saved searches. One process at a time does it, and nothing depends on that: of two
// looks at an account the later one counts, and what was told is noted in the transaction that writes the email.
import { randomBytes } from 'node:crypto';
import type { ProductSummary } from '#contract/catalogue/product/product.ts';
import { isNarrowed } from '#contract/catalogue/product/product-query.ts';
import { readSearchAddress } from '#contract/catalogue/saved-search-address.ts';
import type { Marketplace } from '#contract/marketplace.ts';
import { jobOf } from '#contract/operations/jobs.ts';
import { isMailable, type SendMail } from '#mail/mailer.ts';
import { runRegularly } from '#platform/jobs/run-regularly.ts';
import type { Log } from '#platform/observability/log.ts';
import { counter } from '#platform/observability/metrics.ts';
import type { Db } from '../../schema/db.ts';
import type { CatalogueVersion } from '../catalogue-version/catalogue-version.ts';
import { type AskedOffer, offeredAsAsked } from '../offer/asked-offer.rules.ts';
import { offerOfQuery } from '../product/list-products.ts';
import { findOfferParts, findSummaries } from '../product/product-list.store.ts';
import { offerOfFilters } from '../search/query/filters/search-filter.rules.ts';
import { readFilters } from '../search/query/read-filters.rules.ts';
import { withKnownRegions } from '../search/query/understand-query.ts';
import { type FitDeps, findFits } from './find-fits.ts';
import { afterEmail, type Fits, isSameMemory, judgeFits } from './saved-search.rules.ts';
import {
  endTurn,
  findVisible,
  insertSearchAlertLink,
  listWatched,
  lockSearches,
  lockWatch,
  noteLooked,
  saveSeen,
  takeWatch,
  type Watch,
} from './search-alert.store.ts';
import { mostProductsNamed, mostSearchesNamed, type NewMatches, searchAlertMail } from './search-alert-mail.ts';

/** A third of the time between two turns: however many searches there are, no more is spent on them. */
const TURN_MS = 10_000;

const countMatches = counter('hearth.search_alerts', {
  description: 'Products that customers were told of by email as new matches of saved searches',
  zeros: [{}],
});

export type SearchAlertService = FitDeps & {
  version: Pick<CatalogueVersion, 'current' | 'refresh'>;
  sendMail: SendMail;
  shop: Marketplace;
  log: Log;
};

/** Runs now and then; answers how to stop, which waits for the run under way. */
export function sendSearchAlertsRegularly(service: SearchAlertService): () => Promise<void> {
  return runRegularly({
    db: service.db,
    ...jobOf('send search alerts'),
    work: () => sendSearchAlerts(service),
    onError: (error) =>
      service.log.error({ part: 'api', error: (error as Error).stack }, 'alerts of saved searches were not sent'),
  });
}

/** Looks at accounts, whoever has waited longest first, until all were looked at or the time is over. */
export async function sendSearchAlerts(service: SearchAlertService, turnMs = TURN_MS): Promise<void> {
  const end = Date.now() + turnMs;
  await service.version.refresh();
  do {
    const version = service.version.current();
    const watch = await takeWatch(service.db, version);
    if (!watch) return;
    await lookOrLog(service, { watch, version, end });
  } while (Date.now() <= end);
}

/** An account whose turn it is, and when the turn of all is over. */
type Turn = { watch: Watch; version: string; end: number };

/** A failure keeps no other account waiting: this one is looked at again in a later turn. */
async function lookOrLog(service: SearchAlertService, turn: Turn): Promise<void> {
  try {
    await look(service, turn);
  } catch (error) {
    const { stack } = error as Error;
    service.log.error({ part: 'api', error: stack }, 'the saved searches of an account could not be looked at');
  }
}

/** At least one search of the account, and no more than the time allows: its next turn begins with the rest. */
async function look(service: SearchAlertService, { watch, version, end }: Turn): Promise<void> {
  const found = new Map<string, Fits>();
  for (const { search_id, address } of await listWatched(service.db, watch.account_id)) {
    if (found.size > 0 && Date.now() > end) break;
    found.set(search_id, await findFits(service, address));
  }
  const matches = await service.db
    .transaction()
    .execute((transaction) => record(service, transaction, { watch, version, found }));
  if (matches > 0) countMatches({}, matches);
}

type Looked = Omit<Turn, 'end'> & { found: ReadonlyMap<string, Fits> };

/** Stores what was found, with the email about it; answers of how many matches it tells. */
async function record(
  service: SearchAlertService,
  transaction: Db,
  { watch, version, found }: Looked,
): Promise<number> {
  const locked = await lockWatch(transaction, watch);
  if (!locked) return 0;
  const searches = (await lockSearches(transaction, watch.account_id)).map((search) => {
    const fits = found.get(search.search_id) ?? ({ kind: 'unknown' } as const);
    return { ...search, isKnown: fits.kind !== 'unknown', judged: judgeFits(search.seen, fits) };
  });
  // Seen by nobody any more since it was looked at: nobody is told of it.
  const visible = await findVisible(transaction, [...new Set(searches.flatMap(({ judged }) => judged.fresh))]);
  const seen = searches.map(({ judged, ...search }) => ({
    ...search,
    judged: { ...judged, fresh: judged.fresh.filter((id) => visible.has(id)) },
  }));
  const news = locked.may_mail ? seen.filter(({ isKnown, judged }) => isKnown && judged.fresh.length > 0) : [];
  for (const search of seen) {
    const after = news.includes(search) ? afterEmail(search.judged) : search.judged;
    if (!isSameMemory(after, search.seen)) await saveSeen(transaction, search.search_id, after);
  }
  await noteLooked(transaction, [...found.keys()]);
  const isMailed = news.length > 0 && isMailable(locked.user_id);
  if (isMailed) await sendAlert(service, transaction, { watch, to: locked.user_id, news });
  await endTurn(transaction, watch.account_id, {
    version: searches.every(({ isKnown }) => isKnown) ? version : null,
    isMailed,
    hasAlerts: searches.length > 0,
  });
  return isMailed ? news.reduce((sum, { judged }) => sum + judged.fresh.length, 0) : 0;
}

type News = { search_id: string; name: string; address: string; judged: { fresh: readonly string[] } };

/** Reads the products that an email names; answers how to find those of a search, as its list shows them: with the price of what it asks for. */
async function readNamed(transaction: Db, news: readonly News[]): Promise<(search: News) => ProductSummary[]> {
  const idsOf = ({ judged }: News) => judged.fresh.slice(0, mostProductsNamed);
  const named = news.slice(0, mostSearchesNamed);
  const products = await findSummaries(transaction, [...new Set(named.flatMap(idsOf))]);
  const offers = new Map<News, AskedOffer>();
  for (const search of named) {
    const asked = await readAskedOffer(transaction, search);
    if (asked) offers.set(search, asked);
  }
  const parts = await findOfferParts(transaction, [...new Set([...offers.keys()].flatMap(idsOf))]);
  return (search) => {
    const asked = offers.get(search);
    return idsOf(search).flatMap((id) => {
      const summary = products.get(id)?.summary;
      if (!summary || !asked) return summary ?? [];
      const { variants = [], attributes = {} } = parts.get(id) ?? {};
      return offeredAsAsked(summary, { variants, regions: summary.regions ?? [], attributes }, asked);
    });
  };
}

/** Offer that a search asks for, by its filters or in its words, as its page takes them; null where it leaves that open. */
async function readAskedOffer(transaction: Db, { address }: News): Promise<AskedOffer | null> {
  const query = readSearchAddress(address)?.query;
  if (!query) return null;
  if (isNarrowed(query)) return offerOfQuery(query);
  return offerOfFilters(await withKnownRegions(transaction, readFilters(query.keyword).filters));
}

async function sendAlert(
  service: SearchAlertService,
  transaction: Db,
  { watch, to, news }: { watch: Watch; to: string; news: readonly News[] },
): Promise<void> {
  const findProducts = await readNamed(transaction, news);
  const matches = news.map(
    (search): NewMatches => ({
      name: search.name,
      address: search.address,
      count: search.judged.fresh.length,
      products: findProducts(search),
    }),
  );
  const endToken = randomBytes(16).toString('base64url');
  const search_ids = news.map(({ search_id }) => search_id);
  await insertSearchAlertLink(transaction, {
    end_token: endToken,
    account_id: watch.account_id,
    user_id: to,
    search_ids,
  });
  await service.sendMail(transaction, searchAlertMail(service.shop, { to, endToken, matches }));
}
