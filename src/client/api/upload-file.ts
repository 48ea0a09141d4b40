// Sends a file of any size to a release of a shop by the tus protocol: it goes on where it stopped, after a reload of the page too.

import type { DetailedError, Upload, UploadOptions } from 'tus-js-client';
import { uploadAddress } from '#contract/goods/release.ts';
import { t } from '#language/message.ts';
import { hasSession, idToken } from '../session/session.ts';
import { ApiError, NoAnswer, readProblem } from './api-client.ts';

/** So much is on the server's disk for good with each step; proxies that bound bodies let it through. */
const CHUNK_BYTES = 64 * 1024 * 1024;
/** Some twenty minutes without an answer; each byte that has arrived begins them anew. */
const RETRY_MS = [0, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000, ...Array.from({ length: 18 }, () => 60_000)];

type FileToUpload = {
  /** Null: for a product of the operator's own. */
  sellerId: string | null;
  releaseId: string;
  /** Where it lies for buyers, such as `data/train.parquet`. */
  path: string;
  file: File | Blob;
};

type UploadEvents = {
  /** `sent` of `total` bytes have gone out. */
  onProgress?: (sent: number, total: number) => void;
  /** No answer: it is tried again by itself. */
  onWait?: () => void;
};

export type RunningUpload = {
  /** When the shop has all bytes. Throws an ApiError where the shop refuses it, and a NoAnswer where it was tried for long; `resume` goes on. */
  done: Promise<void>;
  /** Stops sending; what has arrived stays for a week. */
  pause: () => Promise<void>;
  /** Goes on where it stopped. `done` is a new promise then. */
  resume: () => Promise<void>;
  /** Ends it for good, on the server too. */
  cancel: () => Promise<void>;
};

type Sending = Pick<UploadOptions, 'chunkSize' | 'retryDelays' | 'urlStorage' | 'fileReader' | 'httpStack'> & {
  origin?: string;
  token?: () => Promise<string | null>;
};

/** Begins to send, or goes on with what the same browser has begun to send of the same file to the same place. `sending` is for tests. */
export async function uploadFile(
  given: FileToUpload,
  events: UploadEvents = {},
  sending: Sending = {},
): Promise<RunningUpload> {
  // Nobody but a seller who sends files needs it.
  const { Upload: TusUpload } = await import('tus-js-client');
  const { origin = globalThis.location?.origin, token = tokenOfUser, ...transport } = sending;
  let ended = Promise.withResolvers<void>();
  // Until the shop has said where it is, there is nothing that could be ended there.
  const begun = Promise.withResolvers<void>();
  const upload = new TusUpload(given.file as File, {
    chunkSize: CHUNK_BYTES,
    retryDelays: RETRY_MS,
    ...transport,
    endpoint: `${origin}${uploadAddress(given.sellerId)}`,
    metadata: { release: given.releaseId, path: given.path },
    removeFingerprintOnSuccess: true,
    fingerprint: async () => fingerprintOf(given, origin),
    async onBeforeRequest(request) {
      const bearer = await token();
      if (bearer) request.setHeader('authorization', `Bearer ${bearer}`);
    },
    onShouldRetry(error) {
      const isWorthIt = isTemporary(error);
      if (isWorthIt) events.onWait?.();
      return isWorthIt;
    },
    onProgress: (sent, total) => events.onProgress?.(sent, total),
    onUploadUrlAvailable: () => begun.resolve(),
    onSuccess: () => ended.resolve(),
    onError(error) {
      begun.resolve();
      ended.reject(failureOf(error));
    },
  });
  await begin(upload);
  return {
    get done() {
      return ended.promise;
    },
    pause() {
      begun.resolve();
      return upload.abort(false);
    },
    async resume() {
      ended = Promise.withResolvers<void>();
      upload.start();
    },
    async cancel() {
      await begun.promise;
      await upload.abort(true);
    },
  };
}

async function begin(upload: Upload): Promise<void> {
  const [newest] = (await upload.findPreviousUploads()).sort((a, b) => b.creationTime.localeCompare(a.creationTime));
  if (newest) upload.resumeFromPreviousUpload(newest);
  upload.start();
}

/** The same for the same file of the same place; a file that was written anew since is another one. */
function fingerprintOf({ sellerId, releaseId, path, file }: FileToUpload, origin: string | undefined): string {
  const changed = 'lastModified' in file ? file.lastModified : '';
  return JSON.stringify(['hearth upload', origin, sellerId, releaseId, path, file.size, changed]);
}

async function tokenOfUser(): Promise<string | null> {
  return hasSession() ? idToken() : null;
}

/** No answer, or one that says to come again. A full disk (507) is nothing that waiting a minute helps. */
function isTemporary(error: Error | DetailedError): boolean {
  const status = statusOf(error);
  if (status === null || status === 408 || status === 429) return true;
  // The bytes stand elsewhere than was thought: asked again, the shop says where. A file that is refused stays refused.
  if (status === 409 || status === 423)
    return 'originalRequest' in error && error.originalRequest?.getMethod() !== 'POST';
  return status >= 500 && status !== 507;
}

function statusOf(error: Error | DetailedError): number | null {
  return ('originalResponse' in error && error.originalResponse?.getStatus()) || null;
}

function failureOf(error: Error | DetailedError): Error {
  const status = statusOf(error);
  const response = 'originalResponse' in error ? error.originalResponse : null;
  if (status === null || !response) return new NoAnswer(error.message, { cause: error });
  const text = response.getBody();
  const message = readProblem(text)?.message || t('The shop answered {status}.', { status });
  return new ApiError(status, message, response.getHeader('x-request-id') ?? null, text);
}
