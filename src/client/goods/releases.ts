import type { NewRelease, PutRelease, PutReleaseFile, Release, ReleaseList } from '#contract/goods/release.schema.ts';
import type { ApiClient } from '../api/api-client.ts';

type Init = { signal?: AbortSignal };

/** A release, by the shop and the product that have it; null: one of the operator's own products. */
export type OwnRelease = { sellerId: string | null; productId: string; releaseId: string };

/** All of a product, newest first. */
export function listReleases(
  api: ApiClient,
  sellerId: string | null,
  productId: string,
  init?: Init,
): Promise<ReleaseList> {
  return api.get(pathOf(sellerId, productId), { ...init, asUser: true });
}

/** A new draft without files. Throws an ApiError of 409 where the product has a release of this version. */
export function createRelease(
  api: ApiClient,
  sellerId: string | null,
  productId: string,
  release: NewRelease,
): Promise<Release> {
  return api.post(pathOf(sellerId, productId), release);
}

export function getRelease(api: ApiClient, own: OwnRelease, init?: Init): Promise<Release> {
  return api.get(pathOfOne(own), { ...init, asUser: true });
}

/** Of a draft: its label and notes. */
export function putRelease(api: ApiClient, own: OwnRelease, release: PutRelease): Promise<Release> {
  return api.put(pathOfOne(own), release);
}

/** Throws a draft away, with the uploads that are under way. */
export function deleteRelease(api: ApiClient, own: OwnRelease): Promise<void> {
  return api.delete(pathOfOne(own));
}

/** Says what of a file everybody may see, or takes over a file of another release of the shop (`object_id`) without sending it again. */
export function putReleaseFile(api: ApiClient, own: OwnRelease, file: PutReleaseFile): Promise<Release> {
  return api.put(`${pathOfOne(own)}/file`, file);
}

/** Takes a file out of a draft; an upload of it that is under way ends. */
export function deleteReleaseFile(api: ApiClient, own: OwnRelease, path: string): Promise<Release> {
  return api.delete(`${pathOfOne(own)}/file?${new URLSearchParams({ path })}`) as Promise<Release>;
}

/** Makes it immutable and signed. Throws an ApiError of 409 whose message says what is missing. */
export function completeRelease(api: ApiClient, own: OwnRelease): Promise<Release> {
  return api.post(`${pathOfOne(own)}/complete`, {});
}

function pathOf(sellerId: string | null, productId: string): string {
  if (sellerId === null) return `/admin/product/${encodeURIComponent(productId)}/release`;
  return `/seller/${encodeURIComponent(sellerId)}/listing/${encodeURIComponent(productId)}/release`;
}

function pathOfOne({ sellerId, productId, releaseId }: OwnRelease): string {
  return `${pathOf(sellerId, productId)}/${encodeURIComponent(releaseId)}`;
}
