// Actions of sellers on the releases of a product, and of the staff on those of the operator's own (`sellerId` null). What fails is answered in words.
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { useAnswer, useApi } from '#client/query/use-api.ts';
import type { NewRelease, PutRelease, PutReleaseFile, Release, ReleaseList } from '#contract/goods/release.schema.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';

/** A release, by the shop and the product that have it; null: one of the operator's own products. */
export type OwnRelease = { sellerId: string | null; productId: string; releaseId: string };

/** A sentence about what went wrong, or nothing. */
type Outcome = Promise<string | undefined>;

const outcomeOf = (call: Promise<unknown>): Outcome => call.then(() => undefined, failureText);

/** All of a product, newest first. */
export const useReleases = (sellerId: string | null, productId: string): Loaded<ReleaseList> =>
  useApi(releasesOf(sellerId), { params: pathOf({ sellerId, productId }) });

export const useRelease = (own: OwnRelease): Loaded<Release> =>
  useApi(releaseOf(own), { params: pathOf(own), isForgotten: true });

/** How often the files of each release went out whole; nothing is asked of a product that was never sold, nor of the operator's own. */
export const useReleaseDownloads = (sellerId: string | null, productId: string, isSold: boolean) =>
  useAnswer(['downloads', sellerId, productId, isSold], async () =>
    isSold && sellerId !== null
      ? (
          await createBrowserApi().get('/seller/{sellerId}/listing/{productId}/download', {
            params: { path: { sellerId, productId } },
            asUser: true,
          })
        ).releases
      : [],
  );

/** A new draft without files; a product has one release of each version. */
export const beginRelease = (
  sellerId: string | null,
  productId: string,
  release: NewRelease,
): Promise<{ releaseId: string } | { fault: string }> =>
  createBrowserApi()
    .post(releasesOf(sellerId), { params: pathOf({ sellerId, productId }), body: release })
    .then(
      ({ release_id: releaseId }) => ({ releaseId }),
      (error) => ({ fault: failureText(error) }),
    );

/** Label and notes of a draft. */
export const saveDraft = (own: OwnRelease, draft: PutRelease): Outcome =>
  outcomeOf(createBrowserApi().put(releaseOf(own), { params: pathOf(own), body: draft }));

/** Says what of a file everybody may see, or takes over a file of another release of the shop (`object_id`) without sending it again. */
export const saveFile = (own: OwnRelease, file: PutReleaseFile): Outcome =>
  outcomeOf(createBrowserApi().put(`${releaseOf(own)}/file`, { params: pathOf(own), body: file }));

/** Takes a file out of a draft; an upload of it that is under way ends. */
export const takeFileOut = (own: OwnRelease, path: string): Outcome =>
  outcomeOf(createBrowserApi().delete(`${releaseOf(own)}/file`, { params: { ...pathOf(own), query: { path } } }));

/** Makes it immutable and signed; what is missing is said. */
export const complete = (own: OwnRelease): Outcome =>
  outcomeOf(createBrowserApi().post(`${releaseOf(own)}/complete`, { params: pathOf(own) }));

/** With the uploads that are under way. */
export const throwAway = (own: OwnRelease): Outcome =>
  outcomeOf(createBrowserApi().delete(releaseOf(own), { params: pathOf(own) }));

function releasesOf(sellerId: string | null) {
  return sellerId === null ? '/admin/product/{productId}/release' : '/seller/{sellerId}/listing/{productId}/release';
}

function releaseOf({ sellerId }: OwnRelease) {
  return `${releasesOf(sellerId)}/{releaseId}` as const;
}

/** The operator's own addresses have no place for a shop. */
function pathOf({ sellerId, productId, releaseId = '' }: Omit<OwnRelease, 'releaseId'> & { releaseId?: string }) {
  return { path: { sellerId: sellerId ?? '', productId, releaseId } };
}
