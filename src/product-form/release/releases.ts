// What sellers do with the releases of a product, and the staff with those of the operator's own (`sellerId` null). What fails is answered in words.
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { listReleaseDownloads } from '#client/goods/release-downloads.ts';
import {
  completeRelease,
  createRelease,
  deleteRelease,
  deleteReleaseFile,
  getRelease,
  listReleases,
  type OwnRelease,
  putRelease,
  putReleaseFile,
} from '#client/goods/releases.ts';
import type { NewRelease, PutRelease, PutReleaseFile, Release, ReleaseList } from '#contract/goods/release.schema.ts';
import { type Loaded, useLoaded } from '#ui/loading/use-loaded.ts';

export type { OwnRelease };

/** What went wrong, or nothing. */
type Outcome = Promise<string | undefined>;

const outcomeOf = (call: Promise<unknown>): Outcome => call.then(() => undefined, failureText);

export const useReleases = (sellerId: string | null, productId: string): Loaded<ReleaseList> =>
  useLoaded(() => listReleases(createBrowserApi(), sellerId, productId));

export const useRelease = (own: OwnRelease): Loaded<Release> => useLoaded(() => getRelease(createBrowserApi(), own));

/** How often the files of each release went out whole; nothing is asked of a product that was never sold, nor of the operator's own. */
export const useReleaseDownloads = (sellerId: string | null, productId: string, isSold: boolean) =>
  useLoaded(async () =>
    isSold && sellerId !== null ? (await listReleaseDownloads(createBrowserApi(), sellerId, productId)).releases : [],
  );

export const beginRelease = (
  sellerId: string | null,
  productId: string,
  release: NewRelease,
): Promise<{ releaseId: string } | { fault: string }> =>
  createRelease(createBrowserApi(), sellerId, productId, release).then(
    ({ release_id: releaseId }) => ({ releaseId }),
    (error) => ({ fault: failureText(error) }),
  );

export const saveDraft = (own: OwnRelease, draft: PutRelease): Outcome =>
  outcomeOf(putRelease(createBrowserApi(), own, draft));

export const saveFile = (own: OwnRelease, file: PutReleaseFile): Outcome =>
  outcomeOf(putReleaseFile(createBrowserApi(), own, file));

export const takeFileOut = (own: OwnRelease, path: string): Outcome =>
  outcomeOf(deleteReleaseFile(createBrowserApi(), own, path));

export const complete = (own: OwnRelease): Outcome => outcomeOf(completeRelease(createBrowserApi(), own));

export const throwAway = (own: OwnRelease): Outcome => outcomeOf(deleteRelease(createBrowserApi(), own));
