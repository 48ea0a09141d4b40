import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Part } from './part.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

type Encoding = 'br' | 'gzip' | 'identity';
type Kept = {
  version: string;
  etag: string;
  headers: Record<string, string>;
  bodies: Map<Encoding, Uint8Array<ArrayBuffer>>;
};

const COMPRESS_FROM_BYTES = 1_024;
/** A single answer larger than this is handed through and not kept. */
const LARGEST_BYTES = 4 * 1024 * 1024;

/**
 * Keeps the public answers of a part for as long as `version()` stays the same, compressed as each kind of client
 * asks for them, with an ETag. Only GET answers of status 200 that say `cache-control: public` are kept, because
 * those alone are the same for everyone. `addressOf` says which address an answer belongs to (parameters that change
 * nothing left out), or null for an address that is never kept. Requests for the same address wait for one rendering.
 */
export function cacheResponses(
  part: Part,
  options: { version: () => string; maxBytes: number; addressOf: (url: string) => string | null },
): Part {
  if (options.maxBytes === 0) return part;
  const kept = new LRUCache<string, Kept>({
    maxSize: options.maxBytes,
    sizeCalculation: (entry, key) =>
      key.length + 500 + [...entry.bodies.values()].reduce((sum, body) => sum + body.length, 0),
  });
  const rendering = new Map<string, Promise<Kept | Response>>();

  async function render(request: Request, address: string, version: string): Promise<Kept | Response> {
    const response = await part.fetch(new Request(address, { headers: forwardedHeaders(request) }));
    if (response.status !== 200 || !response.headers.get('cache-control')?.includes('public') || !response.body)
      return response;
    const identity = new Uint8Array(await response.arrayBuffer());
    const headers = Object.fromEntries(response.headers);
    delete headers['content-length'];
    delete headers['x-request-id'];
    const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
    return { version, etag, headers, bodies: new Map([['identity', identity]]) };
  }

  async function fetch(request: Request): Promise<Response> {
    if (request.method !== 'GET') return part.fetch(request);
    const address = options.addressOf(request.url);
    if (address === null) return part.fetch(request);
    const version = options.version();
    const known = kept.get(address);
    if (known?.version === version) return answer(known, request, address);

    const waiting = rendering.get(address);
    const started = waiting ?? render(request, address, version);
    if (!waiting) {
      rendering.set(address, started);
      started.finally(() => rendering.delete(address)).catch(() => {});
    }
    const made = await started;
    // A redirect or an error has a body that only one request can read: the others ask for their own.
    if (made instanceof Response) return waiting ? part.fetch(request) : made;
    if ((made.bodies.get('identity')?.length ?? 0) <= LARGEST_BYTES) kept.set(address, made);
    return answer(made, request, address);
  }

  async function answer(entry: Kept, request: Request, address: string): Promise<Response> {
    const encoding = encodingFor(entry, request.headers.get('accept-encoding'));
    const etag = encoding === 'identity' ? entry.etag : `${entry.etag.slice(0, -1)}-${encoding}"`;
    const headers = { ...entry.headers, etag, vary: 'accept-encoding' };
    if (matches(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers });
    const body = entry.bodies.get(encoding) ?? (await compressed(entry, encoding, address));
    return new Response(body, {
      status: 200,
      headers: {
        ...headers,
        ...(encoding !== 'identity' && { 'content-encoding': encoding }),
        'content-length': String(body.length),
      },
    });
  }

  async function compressed(entry: Kept, encoding: Encoding, address: string): Promise<Uint8Array<ArrayBuffer>> {
    const identity = entry.bodies.get('identity') as Uint8Array<ArrayBuffer>;
    const body = await (encoding === 'br'
      ? compressBrotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
      : compressGzip(identity, { level: 6 }));
    const bytes = new Uint8Array(body);
    entry.bodies.set(encoding, bytes);
    if (kept.peek(address) === entry) kept.set(address, entry);
    return bytes;
  }

  return { fetch };
}

function encodingFor(entry: Kept, accepted: string | null): Encoding {
  const identity = entry.bodies.get('identity');
  if (!accepted || !identity || identity.length < COMPRESS_FROM_BYTES) return 'identity';
  if (/\bbr\b(?!;q=0(\.0*)?\b)/.test(accepted)) return 'br';
  return /\bgzip\b(?!;q=0(\.0*)?\b)/.test(accepted) ? 'gzip' : 'identity';
}

function matches(ifNoneMatch: string | null, etag: string): boolean {
  if (!ifNoneMatch) return false;
  return ifNoneMatch === '*' || ifNoneMatch.split(',').some((given) => given.trim().replace(/^W\//, '') === etag);
}

/** Nothing of one visitor reaches an answer that is kept for all; the request id only names the log lines. */
function forwardedHeaders(request: Request): Record<string, string> {
  const id = request.headers.get('x-request-id');
  return id ? { 'x-request-id': id } : {};
}
