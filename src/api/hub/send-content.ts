import type { Storage } from '#platform/storage/storage.ts';
import type { ReleaseFile } from './hub.store.ts';
import type { HubRelease } from './hub-access.rules.ts';
import { answerHubError, HubError } from './hub-error.ts';
import { type MadeFile, storageOf } from './release-content.ts';

/** What went out of one request; bytes are counted from 0, `last` is included. */
export type Sent = { first: number; last: number; complete: boolean; bytes: number };

/** How a file is sent, by ranges and conditions; handed in by who builds the parts. */
export type SendObject = (
  request: Request,
  file: {
    storage: Pick<Storage, 'get' | 'head' | 'presign'>;
    object: { object_id: string; size_bytes: number; sha256: string };
    name: string;
    mediaType: string;
    attachment: boolean;
    headers?: Record<string, string>;
    onDone?: (sent: Sent) => void;
  },
) => Promise<Response>;

/** A file that went out, or a part of one. `accountId` is null for a free file that somebody got without a token. */
export type NoteDownload = (
  download: Sent & {
    accountId: string | null;
    entitlementId: string | null;
    productId: string;
    releaseId: string;
    path: string;
    /** Of the connection's other end. */
    address: string;
    userAgent: string;
  },
) => void;

type Content = {
  sendFile: SendObject;
  storage: Storage;
  found: ReleaseFile | MadeFile;
  release: HubRelease;
  /** Told of files that were uploaded; what the shop has made is no download. */
  onDone: (sent: Sent) => void;
};

export async function sendContent(
  request: Request,
  { sendFile, storage, found, release, onDone }: Content,
): Promise<Response> {
  const isMade = !('object_id' in found);
  const size = isMade ? found.bytes.length : found.size_bytes;
  const { sha256 } = found;
  // Of an empty file there is no first byte, which clients ask for to learn how long a file is.
  const isProbe = size === 0 && request.method === 'GET' && request.headers.has('range');
  const response = await sendFile(isProbe ? withoutRange(request) : request, {
    storage: isMade ? storageOf(found.bytes, release.completed_at) : storage,
    object: { object_id: isMade ? sha256 : found.object_id, size_bytes: size, sha256 },
    name: found.path,
    mediaType: isMade ? found.mediaType : found.media_type,
    attachment: true,
    headers: {
      'x-repo-commit': release.commit_sha,
      'x-linked-etag': `"${sha256}"`,
      'x-linked-size': String(size),
      ...(isProbe && { 'content-range': 'bytes */0' }),
    },
    ...(!isMade && { onDone }),
  });
  if (response.status < 500) return response;
  await response.body?.cancel();
  const retryAfter = response.headers.get('retry-after');
  return answerHubError(
    new HubError('This file cannot be sent at the moment. Try again later; if it stays so, tell us its name.', {
      status: response.status,
      headers: retryAfter ? { 'retry-after': retryAfter } : {},
    }),
  );
}

function withoutRange({ url, headers: given }: Request): Request {
  const headers = new Headers(given);
  headers.delete('range');
  return new Request(url, { headers });
}
