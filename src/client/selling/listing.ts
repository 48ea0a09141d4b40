import type {
  BoughtVersion,
  BulkAnswer,
  BulkChange,
  Listing,
  ListingDifferences,
  ListingImport,
  ListingList,
  ListingSort,
  ListingVersion,
  ListingVersions,
  NewListing,
  OfferAnswer,
  PutDraft,
  PutOffer,
  SavedDraft,
} from '#contract/selling/listing/listing.ts';
import type { ListingState } from '#contract/selling/listing/listing-words.ts';
import { type ApiClient, ApiError } from '../api/api-client.ts';

type Init = { signal?: AbortSignal };

/** What of a shop's products is listed; what is left out is not asked for. */
export type ListingQuery = {
  state?: ListingState | null;
  q?: string;
  sort?: ListingSort;
  after?: string | null;
  limit?: number;
};

export function listListings(
  api: ApiClient,
  sellerId: string,
  query: ListingQuery = {},
  init?: Init,
): Promise<ListingList> {
  const asked = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const search = new URLSearchParams(asked.map(([name, value]) => [name, String(value)]));
  return api.get(`${pathOf(sellerId)}${asked.length > 0 ? `?${search}` : ''}`, { ...init, asUser: true });
}

/** A new draft, empty or with what is given, or a copy of another listing of the shop. */
export function createListing(api: ApiClient, sellerId: string, listing: NewListing = {}): Promise<Listing> {
  return api.post(pathOf(sellerId), listing);
}

export function getListing(api: ApiClient, sellerId: string, productId: string, init?: Init): Promise<Listing> {
  return api.get(pathOf(sellerId, productId), { ...init, asUser: true });
}

/** Saves the whole draft. Throws an ApiError of 409 where somebody has saved a newer one: `currentListing` has it. */
export function saveDraft(
  api: ApiClient,
  sellerId: string,
  productId: string,
  draft: PutDraft,
  init?: Init,
): Promise<SavedDraft> {
  return api.put(`${pathOf(sellerId, productId)}/draft`, draft, init);
}

/** Throws the draft away: what is on sale stays. A listing that was never approved is gone as a whole: the answer is undefined. */
export function discardDraft(api: ApiClient, sellerId: string, productId: string): Promise<Listing | undefined> {
  return api.delete(`${pathOf(sellerId, productId)}/draft`) as Promise<Listing | undefined>;
}

/** Asks for a decision. Throws an ApiError of 409 where something is missing: `currentListing` says what. */
export function submitListing(api: ApiClient, sellerId: string, productId: string, revision: number): Promise<Listing> {
  return api.post(`${pathOf(sellerId, productId)}/submit`, { revision });
}

/** Takes back what waits: the draft can be written again. */
export function withdrawListing(api: ApiClient, sellerId: string, productId: string): Promise<Listing> {
  return api.post(`${pathOf(sellerId, productId)}/withdraw`, {});
}

/** Changes price, sale and stock of an approved product at once; what is left out stays. */
export function putOffer(api: ApiClient, sellerId: string, productId: string, offer: PutOffer): Promise<OfferAnswer> {
  return api.put(`${pathOf(sellerId, productId)}/offer`, offer);
}

export function pauseListing(api: ApiClient, sellerId: string, productId: string): Promise<Listing> {
  return api.post(`${pathOf(sellerId, productId)}/pause`, {});
}

export function resumeListing(api: ApiClient, sellerId: string, productId: string): Promise<Listing> {
  return api.post(`${pathOf(sellerId, productId)}/resume`, {});
}

export function archiveListing(api: ApiClient, sellerId: string, productId: string): Promise<Listing> {
  return api.post(`${pathOf(sellerId, productId)}/archive`, {});
}

export function restoreListing(api: ApiClient, sellerId: string, productId: string): Promise<Listing> {
  return api.post(`${pathOf(sellerId, productId)}/restore-from-archive`, {});
}

/** Changes many products, or says what it would change (`dry_run`). */
export function changeListings(api: ApiClient, sellerId: string, change: BulkChange): Promise<BulkAnswer> {
  return api.post(`${pathOf(sellerId)}/bulk`, change);
}

/** Imports a CSV or JSONL file, or says what it would change. */
export function importListings(
  api: ApiClient,
  sellerId: string,
  file: Blob,
  { dryRun }: { dryRun: boolean },
): Promise<ListingImport> {
  return api.postFile(`${pathOf(sellerId)}/import${dryRun ? '?dry_run=true' : ''}`, file);
}

export function exportListings(api: ApiClient, sellerId: string, format: 'csv' | 'jsonl'): Promise<Blob> {
  return api.getFile(`${pathOf(sellerId)}/export?format=${format}`);
}

/** The approved versions, newest first. */
export function listVersions(
  api: ApiClient,
  sellerId: string,
  productId: string,
  query: { after?: string | null } & Init = {},
): Promise<ListingVersions> {
  const search = query.after ? `?${new URLSearchParams({ after: query.after })}` : '';
  const init = query.signal ? { signal: query.signal } : {};
  return api.get(`${pathOf(sellerId, productId)}/version${search}`, { ...init, asUser: true });
}

export function getVersion(
  api: ApiClient,
  sellerId: string,
  productId: string,
  version: number,
  init?: Init,
): Promise<ListingVersion> {
  return api.get(`${pathOf(sellerId, productId)}/version/${version}`, { ...init, asUser: true });
}

/** Field by field what differs between two versions, or between one and what has been written since. */
export function getDifference(
  api: ApiClient,
  sellerId: string,
  productId: string,
  between: { from: number | 'draft'; to: number | 'draft' },
  init?: Init,
): Promise<ListingDifferences> {
  const search = new URLSearchParams({ from: String(between.from), to: String(between.to) });
  return api.get(`${pathOf(sellerId, productId)}/difference?${search}`, { ...init, asUser: true });
}

/** Writes an approved version into the draft, to be submitted as a change. */
export function restoreVersion(api: ApiClient, sellerId: string, productId: string, version: number): Promise<Listing> {
  return api.post(`${pathOf(sellerId, productId)}/version/${version}/restore`, {});
}

/** A line of the buyer's own order as it was when it was bought; `line` counts from 0. */
export function getBoughtVersion(api: ApiClient, orderId: string, line: number, init?: Init): Promise<BoughtVersion> {
  return api.get(`/order/${encodeURIComponent(orderId)}/line/${line}/version`, { ...init, asUser: true });
}

/** The listing as it is now, of a refusal that tells it: of a draft that somebody else has saved, or that lacks something. */
export function currentListing(error: unknown): Listing | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  try {
    return (JSON.parse(error.body) as { current?: Listing }).current ?? null;
  } catch {
    return null;
  }
}

function pathOf(sellerId: string, productId?: string): string {
  const listing = `/seller/${encodeURIComponent(sellerId)}/listing`;
  return productId === undefined ? listing : `${listing}/${encodeURIComponent(productId)}`;
}
