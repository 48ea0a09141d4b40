import type { StoredPicture } from '#contract/catalogue/picture.ts';
import type { ApiClient } from '../api/api-client.ts';

/** Sends a picture for the products of a shop; the answer says where it is. */
export function sendPicture(
  api: ApiClient,
  sellerId: string,
  file: Blob,
  init?: { signal?: AbortSignal },
): Promise<StoredPicture> {
  return api.postFile(`/seller/${encodeURIComponent(sellerId)}/picture`, file, init);
}
