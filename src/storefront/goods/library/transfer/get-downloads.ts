// The files that this page gets, by workers of its own, and the addresses that they ask for.

import { ApiError } from '#client/api/api-client.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import type { DownloadLink } from '#contract/goods/download.ts';
import type { LibraryReleaseFiles } from '#contract/goods/library/library.ts';
import {
  type Carrier,
  createDownloads,
  type FileName,
  type FileToGet,
  isRunning,
  type ReleaseOf,
  type TransferEvents,
} from './downloads.ts';
import type { Outcome } from './receive-file.ts';
import { newTransferWorker } from './transfer-worker.ts';

type Known = { address: string; until: number };

/** An address that is about to end is not begun with. */
const LEAST_MS = 15_000;
const WAIT_MS = 10_000;
const WAITS = 12;

const known = new Map<string, Known>();
const asking = new Map<string, Promise<void>>();
/** Releases of more files than are told at once. */
const large = new Set<string>();

const keyOf = ({ entitlementId, releaseId }: ReleaseOf, path = '') => JSON.stringify([entitlementId, releaseId, path]);

export const downloads = createDownloads({
  newCarrier,
  addressOf,
  onOnline: (again) => globalThis.addEventListener?.('online', again),
});

/** Files that are not closed yet are lost with the page. */
const preventUnload = (event: Event) => event.preventDefault();
downloads.listen(() => {
  const isBusy = downloads.files().some((file) => isRunning(file));
  // Only then: some browsers keep no page for going back that listens to this.
  if (isBusy) window.addEventListener('beforeunload', preventUnload);
  else window.removeEventListener('beforeunload', preventUnload);
});

type Addresses = {
  /** True if this page can read the files: a bucket is another host, to which the browser itself may go. */
  isReadable: boolean;
  /** Null: there are more than are told at once. */
  files: FileToGet[] | null;
};

/** Asks for the addresses of a release, or of one file of it. Throws what failed. */
export async function askForAddresses(of: ReleaseOf, path?: string): Promise<Addresses> {
  try {
    return await addressesOf(of, path);
  } catch (error) {
    if (path !== undefined || !(error instanceof ApiError && error.status === 400)) throw error;
    large.add(keyOf(of));
    return { isReadable: true, files: null };
  }
}

/** Every file of a release, however many. Throws what failed. */
export async function listAllFiles(of: ReleaseOf): Promise<FileToGet[]> {
  const found: FileToGet[] = [];
  let after: string | undefined;
  do {
    const page: LibraryReleaseFiles = await createBrowserApi().get('/library/{entitlementId}/release/{releaseId}', {
      params: { path: of, query: { after } },
      asUser: true,
    });
    found.push(...page.files.map((file) => toFile(of, file)));
    after = page.next_cursor ?? undefined;
  } while (after !== undefined);
  return found;
}

function toFile(of: ReleaseOf, { path, size_bytes, sha256 }: Pick<DownloadLink, 'path' | 'size_bytes' | 'sha256'>) {
  return { ...of, path, size: size_bytes, sha256 };
}

async function addressesOf(of: ReleaseOf, path: string | undefined): Promise<Addresses> {
  const { links, redirects } = await createBrowserApi().post('/library/{entitlementId}/download', {
    params: { path: { entitlementId: of.entitlementId } },
    body: { release_id: of.releaseId, path },
  });
  for (const link of links) {
    const { pathname } = new URL(link.url);
    // The shop may have several names; this page may read the one that it is at.
    known.set(keyOf(of, link.path), { address: pathname, until: new Date(link.expires_at).getTime() });
  }
  return { isReadable: !redirects, files: links.map((link) => toFile(of, link)) };
}

async function addressOf(file: FileName, fresh: boolean): Promise<string> {
  const key = keyOf(file, file.path);
  if (fresh) known.delete(key);
  for (let waits = 0; ; waits++) {
    const found = known.get(key);
    if (found && found.until > Date.now() + LEAST_MS) return found.address;
    if (found && waits > 0) return found.address;
    try {
      await askOnce(file);
    } catch (error) {
      // So many addresses in a minute: releases of very many files come in over several.
      if (!(error instanceof ApiError && error.status === 429) || waits === WAITS) throw error;
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    }
  }
}

/** One request asks for the addresses of all files that wait for theirs. */
function askOnce(file: FileName): Promise<void> {
  const release = keyOf(file);
  const waiting = downloads.files().filter((one) => one.state !== 'done' && keyOf(one) === release);
  if (waiting.length <= 1 || large.has(release)) return askForAddresses(file, file.path).then(() => {});
  const begun = asking.get(release) ?? askForAll(file);
  asking.set(release, begun);
  return begun.finally(() => asking.delete(release));
}

async function askForAll(file: FileName): Promise<void> {
  const { files } = await askForAddresses(file);
  if (files === null) await askForAddresses(file, file.path);
}

function newCarrier({ addressOf: find, onProgress }: TransferEvents): Carrier {
  let ended = Promise.withResolvers<Outcome>();
  const worker = newTransferWorker(async (message) => {
    switch (message.say) {
      case 'progress':
        return onProgress(message.step, message.bytes);
      case 'ended':
        return ended.resolve(message.outcome);
      case 'address?':
        return worker.tell(await find(message.fresh).then((address) => ({ say: 'address', address }), toRefusal));
      case 'failed':
        return ended.reject(new Error(message.text));
    }
  });
  return {
    carry(to, wanted, anew) {
      ended = Promise.withResolvers();
      worker.tell({ say: 'receive', to, wanted, anew });
      return ended.promise;
    },
    pause: () => worker.tell({ say: 'pause' }),
    end() {
      worker.end();
      ended.resolve({ as: 'paused', bytes: 0 });
    },
  };
}

/** Answers of the shop are its last word; no answer is a line that may come back. */
function toRefusal(error: unknown) {
  return {
    say: 'no address',
    text: failureText(error),
    refused: error instanceof ApiError && error.status < 500,
  } as const;
}
