// Sends a file of a release: what was uploaded by the shop's way for files that go out, which keeps that they did; what the shop has made from memory.
import type { Storage } from '#platform/storage/storage.ts';
import type { Door } from '../download/download.rules.ts';
import type { ReleaseFile } from '../download/download.store.ts';
import { contentDisposition, readFileRequest, sentMediaType } from '../download/file-request.rules.ts';
import type { HubRelease } from './hub-access.rules.ts';
import { answerHubError, HubError } from './hub-error.ts';
import type { MadeFile } from './release-content.ts';

/** How files that were uploaded go out; handed in by who builds the parts. */
export type FileSenders = {
  storage: Storage;
  /** Says what is there, and keeps nothing. */
  sendFile: (
    request: Request,
    file: {
      storage: Storage;
      object: { object_id: string; size_bytes: number; sha256: string };
      name: string;
      mediaType: string;
      attachment: boolean;
      headers?: Record<string, string>;
    },
  ) => Promise<Response>;
  /** Sends, and keeps that it did. */
  transfers: {
    send: (
      request: Request,
      transfer: {
        door: Door;
        file: ReleaseFile;
        entitlement: { entitlement_id: string; account_id: string | null } | null;
        peer: string;
        headers?: Record<string, string>;
      },
    ) => Promise<Response | { retryAfterSeconds: number }>;
  };
};

type Going = {
  file: ReleaseFile;
  release: HubRelease;
  /** Null for a free file, which everybody may have. */
  entitlement: { entitlement_id: string; account_id: string | null } | null;
  /** The address that asks. */
  peer: string;
};

export async function sendUploaded(request: Request, { storage, sendFile, transfers }: FileSenders, going: Going) {
  const { file, release, entitlement, peer } = going;
  const { size_bytes: size, sha256 } = file;
  // An empty file has no first byte, which clients ask for to learn how long a file is.
  const isProbe = size === 0 && request.method === 'GET' && request.headers.has('range');
  const headers = { ...ofHub({ size, sha256 }, release), ...(isProbe && { 'content-range': 'bytes */0' }) };
  const response =
    request.method === 'HEAD'
      ? await sendFile(request, {
          ...{ storage, object: file, name: file.path, mediaType: file.media_type },
          ...{ attachment: true, headers },
        })
      : await transfers.send(isProbe ? withoutRange(request) : request, {
          ...{ door: entitlement ? ('hub' as const) : ('free' as const), file, entitlement, peer, headers },
        });
  if (!(response instanceof Response)) throw busy(response.retryAfterSeconds);
  if (response.status < 500) return response;
  const message = ((await response.json().catch(() => null)) as { message?: string } | null)?.message;
  const retryAfter = response.headers.get('retry-after');
  return answerHubError(
    new HubError(message ?? 'This file cannot be sent at the moment. Try again later.', {
      status: response.status,
      headers: retryAfter ? { 'retry-after': retryAfter } : {},
    }),
  );
}

export function sendMade({ method, headers: asking }: Request, made: MadeFile, release: HubRelease): Response {
  const { bytes, sha256, path, mediaType } = made;
  const size = bytes.length;
  const asked = readFileRequest(
    { method, headers: asking },
    { size, etag: `"${sha256}"`, changedAt: release.completed_at },
  );
  const headers = {
    ...ofHub({ size, sha256 }, release),
    'cache-control': 'private, no-store, no-transform',
    etag: `"${sha256}"`,
    'accept-ranges': 'bytes',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  };
  if (!('first' in asked))
    return new Response(null, {
      status: asked.status,
      headers: { ...headers, ...(asked.status === 416 && { 'content-range': `bytes */${size}` }) },
    });
  const { first, last, status } = asked;
  return new Response(method === 'HEAD' ? null : bytes.slice(first, last + 1), {
    status,
    headers: {
      ...headers,
      'content-type': sentMediaType(mediaType),
      'content-length': String(last - first + 1),
      'content-disposition': contentDisposition('attachment', path),
      ...(status === 206 && { 'content-range': `bytes ${first}-${last}/${size}` }),
    },
  });
}

/** Headers that the clients do not go without. */
function ofHub({ size, sha256 }: { size: number; sha256: string }, { commit_sha }: HubRelease): Record<string, string> {
  return { 'x-repo-commit': commit_sha, 'x-linked-etag': `"${sha256}"`, 'x-linked-size': String(size) };
}

function busy(seconds: number): HubError {
  return new HubError(`So many files are fetched at once that this one has to wait. Go on in ${seconds} seconds.`, {
    status: 429,
    headers: { 'retry-after': String(seconds) },
  });
}

function withoutRange({ url, headers: given }: Request): Request {
  const headers = new Headers(given);
  headers.delete('range');
  return new Request(url, { headers });
}
