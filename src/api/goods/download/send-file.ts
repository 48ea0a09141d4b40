// Sends the bytes of an object: whole or from where a transfer broke off, as they lie in the storage, and as something to keep, never as a
// page of the shop. Every door sends its files by it. The bytes may be sent by others: by nginx in front of the shop, or by the bucket.
import { unavailable } from '#platform/http/unavailable.ts';
import type { Log } from '#platform/observability/log.ts';
import type { Found } from '#platform/storage/storage.ts';
import type { CheckObject } from './check-object.ts';
import { countBytes } from './count-bytes.ts';
import { type Asked, contentDisposition, readFileRequest, sentMediaType } from './file-request.rules.ts';
import { goodsKey, type SentFrom, type SentObject } from './goods-key.ts';

/**
 * Bytes that went out for one request. `complete`: all that it was to get; bytes are counted from 0, `last` is included. `byOthers`: it
 * was handed over whole, and what became of it is not known here.
 */
export type Sent = { first: number; last: number; complete: boolean; bytes: number; byOthers?: true };

type FileToSend = {
  storage: SentFrom;
  object: SentObject;
  /** For the disk of whoever gets it; of a path the last step. */
  name: string;
  mediaType: string;
  /** True if a browser is told to save it; it never runs either way. */
  attachment: boolean;
  /** More of a door's own; an `etag` among them, with its quotes, takes the place of the hash. */
  headers?: Record<string, string>;
  /** Once for every answer that has bytes of the file, when the last of them has gone or the reader has. */
  onDone?: (sent: Sent) => void;
};

export type SendFile = (request: Request, file: FileToSend) => Promise<Response>;

/** Other senders. `accel`: where nginx has the storage's folder, such as '/goods-files/'; `bucket`: true if readers are sent there. */
export type SendersBeside = { accel: string | null; bucket: boolean };

type Deps = {
  log: Pick<Log, 'error'>;
  checkObject: CheckObject;
  /** The storage that others have too. */
  storage: SentFrom;
  beside?: SendersBeside;
};

const nobody: SendersBeside = { accel: null, bucket: false };
/** How long an address of the bucket is good: a transfer that has begun goes on. */
const BUCKET_SECONDS = 300;
const RETRY_SECONDS = { fault: 300, checking: 15 };
const sentences = {
  fault: 'This file cannot be sent at the moment. Try again later; if it stays so, tell us its name.',
  checking: 'This file is being checked before it is sent. Try again in a few seconds.',
};

/**
 * Answers GET and HEAD. What the storage has not, or has otherwise than the shop knows it, is 503 before a byte of it is sent, and told to
 * the operator.
 */
export function createSendFile({ log, checkObject, storage: shared, beside = nobody }: Deps): SendFile {
  return async function sendFile(request, file) {
    const { object, storage } = file;
    const key = goodsKey(object.object_id);
    const found = await storage.head(key);
    const fault = faultOf(found, object);
    if (fault || !found) return refuse(log, request, object, fault ?? 'is missing');
    const checked = await checkObject(storage, object, found);
    if (checked === 'changed') return refuse(log, request, object, 'has other bytes than were hashed');
    if (checked === 'checking') return later(request, 'checking');

    const etag = file.headers?.etag ?? `"${object.sha256}"`;
    const asked = readFileRequest(request, { size: object.size_bytes, etag, changedAt: found.changedAt });
    const headers = headersOf(file, { etag, found, asked });
    if (!('first' in asked)) return new Response(null, { status: asked.status, headers });
    const { first, last, status } = asked;
    if (request.method === 'HEAD') return new Response(null, { status, headers });
    if (last < first) {
      file.onDone?.({ first, last, complete: true, bytes: 0 });
      return new Response(new Uint8Array(), { status, headers });
    }
    // Files that the shop has made itself lie nowhere else.
    const handedOver = storage === shared ? await handOver(request, file, { key, headers, beside }) : null;
    if (handedOver) {
      file.onDone?.({ first, last, complete: true, bytes: last - first + 1, byOthers: true });
      return handedOver;
    }
    const got = await storage.get(key, { first, last });
    if (!got || got.size !== object.size_bytes) {
      await got?.body.cancel();
      return refuse(log, request, object, 'has changed while it was opened');
    }
    const body = countBytes(got.body, last - first + 1, {
      onFault: (error) => log.error({ part: 'api', object: object.object_id, error: String(error) }),
      onDone: ({ bytes, complete }) => file.onDone?.({ first, last: first + bytes - 1, complete, bytes }),
    });
    return new Response(body, { status, headers });
  };
}

type Over = { key: string; headers: Record<string, string>; beside: SendersBeside };

/** To nginx, or to the bucket; null where the shop sends itself. */
async function handOver(request: Request, file: FileToSend, { key, headers, beside }: Over): Promise<Response | null> {
  // Neither nginx nor the bucket knows the tag of the bytes, or could tell whether these conditions hold.
  if (request.headers.has('if-range') || request.headers.has('if-match')) return null;
  if (beside.bucket && file.storage.presign) {
    const location = await file.storage.presign(key, {
      seconds: BUCKET_SECONDS,
      disposition: headers['content-disposition'] ?? 'attachment',
      mediaType: headers['content-type'] ?? 'application/octet-stream',
    });
    const { 'cache-control': cacheControl = 'no-store', etag = '', ...others } = headers;
    return new Response(null, {
      status: 302,
      headers: { ...doorsOwn(others), location, etag, 'cache-control': cacheControl, 'referrer-policy': 'no-referrer' },
    });
  }
  if (beside.accel === null) return null;
  // It says these itself.
  const {
    'content-length': _length,
    'content-range': _range,
    'accept-ranges': _ranges,
    'x-accel-buffering': _,
    ...others
  } = headers;
  return new Response(null, { headers: { ...others, 'x-accel-redirect': `${beside.accel}${key}` } });
}

/** Without those that say something of a body. */
function doorsOwn(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !/^(content-|accept-ranges)/.test(name)));
}

function faultOf(found: Found | null, object: SentObject): string | null {
  if (!found) return 'is missing';
  return found.size === object.size_bytes ? null : `has ${found.size} bytes in place of ${object.size_bytes}`;
}

function refuse(log: Deps['log'], request: Request, { object_id }: SentObject, what: string): Response {
  log.error({ part: 'api', object: object_id, error: `the object ${object_id} ${what}: it is not sent` });
  return later(request, 'fault');
}

function later(request: Request, why: keyof typeof sentences): Response {
  const answer = unavailable(request, sentences[why], RETRY_SECONDS[why]);
  answer.headers.set('x-robots-tag', 'noindex');
  return answer;
}

function headersOf(
  { name, mediaType, attachment, object, headers }: FileToSend,
  { etag, found, asked }: { etag: string; found: Found; asked: Asked },
): Record<string, string> {
  const { size_bytes: size } = object;
  const always = {
    // Compressed on the way, neither its length nor its tag would be true.
    'cache-control': 'private, no-store, no-transform',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'x-robots-tag': 'noindex',
    // A proxy that read ahead would keep what a slow reader has not taken, on its disk.
    'x-accel-buffering': 'no',
    ...headers,
    etag,
    'last-modified': found.changedAt.toUTCString(),
    'accept-ranges': 'bytes',
  };
  if (asked.status === 304) return always;
  if (!('first' in asked))
    return { ...always, 'content-length': '0', ...(asked.status === 416 && { 'content-range': `bytes */${size}` }) };
  const { first, last, status } = asked;
  return {
    ...always,
    'content-type': sentMediaType(mediaType),
    'content-length': String(last - first + 1),
    'content-disposition': contentDisposition(attachment ? 'attachment' : 'inline', name),
    ...(status === 206 && { 'content-range': `bytes ${first}-${last}/${size}` }),
  };
}
