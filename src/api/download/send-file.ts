// Sends the bytes of an object: whole or from where a transfer broke off, as they lie in the storage, and as something to keep, never as a
// page of the shop. Every door sends its files by it.
import type { Log } from '#platform/observability/log.ts';
import { type Found, isStorageKey, type Storage } from '#platform/storage/storage.ts';
import { type Asked, contentDisposition, readFileRequest, sentMediaType } from './file-request.rules.ts';

/** What the shop knows of the bytes. */
export type SentObject = { object_id: string; size_bytes: number; sha256: string };

/** What went out of one request. `complete`: all that it was to get; bytes are counted from 0, `last` is included. */
export type Sent = { first: number; last: number; complete: boolean; bytes: number };

export type FileToSend = {
  storage: Storage;
  object: SentObject;
  /** For the disk of whoever gets it; of a path the last step. */
  name: string;
  mediaType: string;
  /** Whether a browser is told to keep it; it never runs either way. */
  attachment: boolean;
  /** More of a door's own; an `etag` among them, with its quotes, takes the place of the hash. */
  headers?: Record<string, string>;
  /** Once for every answer that has bytes of the file, when the last of them has gone or the reader has. */
  onDone?: (sent: Sent) => void;
};

export type SendFile = (request: Request, file: FileToSend) => Promise<Response>;

type Deps = { log: Pick<Log, 'error'> };

const SENTENCE = 'This file cannot be sent at the moment. Try again later; if it stays so, tell us its name.\n';
const RETRY_SECONDS = 300;

/**
 * Answers GET and HEAD. What the storage has not, or not in the size that the shop knows, is 503 before a byte of it is sent, and told to
 * the operator.
 */
export function createSendFile({ log }: Deps): SendFile {
  return async function sendFile(request, file) {
    const { object, storage } = file;
    const key = goodsKey(object.object_id);
    const found = await storage.head(key);
    const fault = faultOf(found, object);
    if (fault || !found) return refuse(log, object, fault ?? 'is missing');
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
    const got = await storage.get(key, { first, last });
    if (!got || got.size !== object.size_bytes) {
      await got?.body.cancel();
      return refuse(log, object, 'has changed while it was opened');
    }
    const onFault = (error: unknown) => log.error({ part: 'api', object: object.object_id, error: String(error) });
    const body = counted(got.body, { first, last, onFault, onDone: (sent) => file.onDone?.(sent) });
    return new Response(body, { status, headers });
  };
}

/** Where the bytes of an object lie. */
export function goodsKey(objectId: string): string {
  const key = `goods/${objectId}`;
  if (!isStorageKey(key)) throw new Error(`${JSON.stringify(objectId)} is no id of an object`);
  return key;
}

function faultOf(found: Found | null, object: SentObject): string | null {
  if (!found) return 'is missing';
  return found.size === object.size_bytes ? null : `has ${found.size} bytes in place of ${object.size_bytes}`;
}

function refuse(log: Deps['log'], { object_id }: SentObject, what: string): Response {
  log.error({ part: 'api', object: object_id, error: `the object ${object_id} ${what}: it is not sent` });
  return new Response(SENTENCE, {
    status: 503,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'retry-after': String(RETRY_SECONDS),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  });
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

type Counting = { first: number; last: number; onFault: (error: unknown) => void; onDone: (sent: Sent) => void };

/**
 * The same bytes, one piece at a time and none ahead of its reader: who reads slowly holds one piece. Fewer or more than were announced break
 * the connection: nobody takes half a file for a whole one.
 */
function counted(body: ReadableStream<Uint8Array>, { first, last, onFault, onDone }: Counting) {
  const announced = last - first + 1;
  const reader = body.getReader();
  let bytes = 0;
  /** The piece that may still be on its way. */
  let lastPiece = 0;
  let isDone = false;
  function done(complete: boolean) {
    if (isDone) return;
    isDone = true;
    const gone = complete ? bytes : bytes - lastPiece;
    onDone({ first, last: first + gone - 1, complete, bytes: gone });
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { value, done: atEnd } = await reader.read();
          if (atEnd ? bytes !== announced : bytes + value.length > announced)
            throw new Error(`the storage gave ${atEnd ? 'fewer' : 'more'} bytes than it said`);
          if (atEnd) {
            done(true);
            return controller.close();
          }
          lastPiece = value.length;
          bytes += lastPiece;
          controller.enqueue(value);
        } catch (error) {
          if (isDone) return;
          onFault(error);
          done(false);
          void reader.cancel().catch(() => {});
          throw error;
        }
      },
      async cancel(why) {
        done(false);
        await reader.cancel(why);
      },
    },
    { highWaterMark: 0 },
  );
}
