import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Part, Peer, Site } from '../http/part.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

type Encoding = 'br' | 'gzip' | 'identity';
type Bytes = Uint8Array<ArrayBuffer>;
/** The bytes in one encoding with the headers that go with them, ready to send; `flat` is how Node takes them fastest. */
type Variant = {
  body: Bytes;
  etag: string;
  headers: Record<string, string>;
  flat: string[];
  flatUnchanged: string[];
  timesSent: number;
  /** Compressed as well as it can be: not tried again. */
  final: boolean;
};
/** `hits` were answered from the cache, `misses` were not; `bytes` and `entries` are in it now. */
export type CacheCounts = { hits: number; misses: number; bytes: number; entries: number };

/** A site whose public answers are cached. */
export type CachedPart = Site & { count: () => CacheCounts };

/** `forSignedIn`: whoever says who they are gets the same answer as all others. */
export type CacheAddress = { address: string; forSignedIn: boolean };

type CachedAnswer = {
  version: string;
  headers: Record<string, string>;
  hash: string;
  variants: Map<Encoding, Variant>;
};

const COMPRESS_FROM_BYTES = 1_024;
/** Brotli's quality for the first visitor, who waits (under 1 ms), and for a page that proves popular (some 15 ms). */
const FIRST_QUALITY = 5;
const POPULAR_QUALITY = 10;
const POPULAR_AFTER = 20;
const POPULAR_BYTES = 200_000;
/** A single answer larger than this is handed through and not cached. */
const LARGEST_BYTES = 1024 * 1024;

/**
 * Caches the public answers of a part for as long as `version()` stays the same, compressed as each kind of client
 * asks for them, with an ETag. Only GET answers of status 200 that say `cache-control: public` are cached, because
 * those alone are the same for everyone. `addressOf` says which address an answer belongs to (parameters that change
 * nothing left out), or null for an address that is never cached. Requests for the same address wait for one rendering.
 */
export function cacheResponses(
  part: Part,
  options: { version: () => string; maxBytes: number; addressOf: (url: string) => CacheAddress | null },
): CachedPart {
  if (options.maxBytes === 0)
    return { ...part, sendCached: () => false, count: () => ({ hits: 0, misses: 0, bytes: 0, entries: 0 }) };
  const cache = new LRUCache<string, CachedAnswer>({
    maxSize: options.maxBytes,
    sizeCalculation: (entry, key) =>
      [...entry.variants.values()].reduce((sum, { body }) => sum + body.length, key.length + 1_000),
  });
  const rendering = new Map<string, Promise<CachedAnswer | Response>>();
  let hits = 0;
  let misses = 0;

  async function render(request: Request, address: string, version: string): Promise<CachedAnswer | Response> {
    const response = await part.fetch(new Request(address, { headers: forwardedHeaders(request) }));
    if (response.status !== 200 || !response.headers.get('cache-control')?.includes('public') || !response.body)
      return response;
    const body = new Uint8Array(await response.arrayBuffer());
    const { 'content-length': _length, 'x-request-id': _id, ...headers } = Object.fromEntries(response.headers);
    const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
    const entry: CachedAnswer = {
      version,
      headers: { ...headers, vary: 'accept-encoding' },
      hash,
      variants: new Map(),
    };
    addVariant(entry, 'identity', body, true);
    return entry;
  }

  /** Where an answer depends on who asks, whoever says so gets one of their own. */
  function addressFor(url: string, saysWho: boolean): string | null {
    const found = options.addressOf(url);
    return found && (!saysWho || found.forSignedIn) ? found.address : null;
  }

  /** Without a promise when the answer is at hand: the server then sends it on its shortest way. */
  function fetch(request: Request, peer?: Peer): Response | Promise<Response> {
    const address = request.method === 'GET' ? addressFor(request.url, request.headers.has('authorization')) : null;
    if (address === null) return part.fetch(request, peer);
    const known = cache.get(address);
    if (known?.version !== options.version()) {
      misses++;
      return renderAndAnswer(request, address);
    }
    hits++;
    return answer(known, request, address);
  }

  async function renderAndAnswer(request: Request, address: string): Promise<Response> {
    const version = options.version();
    // A rendering begun before a change is not what a visitor after it should get.
    const key = `${version} ${address}`;
    const waiting = rendering.get(key);
    const started = waiting ?? render(request, address, version);
    if (!waiting) {
      rendering.set(key, started);
      started.finally(() => rendering.delete(key)).catch(() => {});
    }
    const made = await started;
    // A redirect or an error has a body that only one request can read: the others ask for their own.
    if (made instanceof Response) return waiting ? part.fetch(request) : made;
    if ((made.variants.get('identity')?.body.length ?? 0) <= LARGEST_BYTES) cache.set(address, made);
    return answer(made, request, address);
  }

  function answer(entry: CachedAnswer, request: Request, address: string): Response | Promise<Response> {
    const encoding = encodingFor(entry, request.headers.get('accept-encoding'));
    const variant = entry.variants.get(encoding);
    return variant ? send(variant, request) : compress(entry, encoding, address).then((made) => send(made, request));
  }

  async function compress(
    entry: CachedAnswer,
    encoding: Encoding,
    address: string,
    quality = FIRST_QUALITY,
  ): Promise<Variant> {
    const identity = entry.variants.get('identity')?.body as Bytes;
    const compressed = await (encoding === 'br'
      ? compressBrotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
      : compressGzip(identity, { level: 6 }));
    const final = encoding !== 'br' || quality === POPULAR_QUALITY;
    const variant = addVariant(entry, encoding, new Uint8Array(compressed), final);
    // Set again, so that its size is counted again.
    if (cache.peek(address) === entry) cache.set(address, entry);
    return variant;
  }

  /** Sends a tenth fewer bytes to the many who will still ask; done beside the requests, once for each version. */
  function compressBetterWhenPopular(entry: CachedAnswer, variant: Variant, address: string) {
    if (variant.final || ++variant.timesSent < POPULAR_AFTER) return;
    variant.final = true;
    if ((entry.variants.get('identity')?.body.length ?? 0) > POPULAR_BYTES) return;
    // What is cached already stays good: nobody waits for this.
    compress(entry, 'br', address, POPULAR_QUALITY).catch(() => {});
  }

  /** Both objects for each visitor would cost more than all the rest of sending a cached page. */
  function sendCached(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    const { method } = incoming;
    if ((method !== 'GET' && method !== 'HEAD') || !incoming.url) return false;
    const address = addressFor(incoming.url, incoming.headers.authorization !== undefined);
    const entry = address === null ? undefined : cache.get(address);
    if (entry?.version !== options.version()) return false;
    const variant = entry.variants.get(encodingFor(entry, header(incoming, 'accept-encoding')));
    if (!variant || address === null) return false;
    hits++;
    compressBetterWhenPopular(entry, variant, address);
    if (matches(header(incoming, 'if-none-match'), variant.etag)) outgoing.writeHead(304, variant.flatUnchanged).end();
    else outgoing.writeHead(200, variant.flat).end(variant.body);
    return true;
  }

  return { fetch, sendCached, count: () => ({ hits, misses, bytes: cache.calculatedSize, entries: cache.size }) };
}

function header(incoming: IncomingMessage, name: string): string | null {
  const value = incoming.headers[name];
  return typeof value === 'string' ? value : null;
}

function addVariant(entry: CachedAnswer, encoding: Encoding, body: Bytes, final: boolean): Variant {
  const etag = `"${entry.hash}-${encoding}-${body.length}"`;
  const headers = {
    ...entry.headers,
    etag,
    'content-length': String(body.length),
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  };
  const { 'content-length': _length, 'content-encoding': _encoding, ...unchanged } = headers as Record<string, string>;
  const variant = {
    body,
    etag,
    headers,
    flat: Object.entries(headers).flat(),
    flatUnchanged: Object.entries(unchanged).flat(),
    timesSent: 0,
    final,
  };
  entry.variants.set(encoding, variant);
  return variant;
}

function send(variant: Variant, request: Request): Response {
  if (!matches(request.headers.get('if-none-match'), variant.etag))
    return new Response(variant.body, { status: 200, headers: variant.headers });
  const { 'content-length': _length, 'content-encoding': _encoding, ...headers } = variant.headers;
  return new Response(null, { status: 304, headers });
}

function encodingFor(entry: CachedAnswer, accepted: string | null): Encoding {
  const identity = entry.variants.get('identity')?.body;
  if (!accepted || !identity || identity.length < COMPRESS_FROM_BYTES) return 'identity';
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?(,|\s|$))/.test(accepted)) return 'br';
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?(,|\s|$))/.test(accepted) ? 'gzip' : 'identity';
}

function matches(ifNoneMatch: string | null, etag: string): boolean {
  if (!ifNoneMatch) return false;
  return ifNoneMatch === '*' || ifNoneMatch.split(',').some((given) => given.trim().replace(/^W\//, '') === etag);
}

const forwarded = ['x-request-id', 'traceparent', 'tracestate'];

/** Nothing of one visitor reaches an answer that is kept for all; these only name the log lines and the trace. */
function forwardedHeaders({ headers }: Request): Headers {
  const taken = new Headers();
  for (const name of forwarded) {
    const value = headers.get(name);
    if (value !== null) taken.set(name, value);
  }
  return taken;
}
