import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Part, Peer, Site } from '../http/part.ts';
import { inWordsOf } from '../http/unavailable.ts';
import {
  type CachedAnswer,
  findVariant,
  makeVariant,
  recordSent,
  respond,
  sendTo,
  toCachedAnswer,
} from './cached-answer.ts';

/** `hits` were answered from the cache, `misses` were not; `bytes` and `entries` are in it now. */
export type CacheCounts = { hits: number; misses: number; bytes: number; entries: number };

/** A site whose public answers are cached. */
export type CachedPart = Site & { count: () => CacheCounts };

/** `forSignedIn`: whoever says who they are gets the same answer as all others. */
export type CacheAddress = { address: string; forSignedIn: boolean };

/** A single answer larger than this is handed through and not cached. */
const LARGEST_BYTES = 1024 * 1024;
/** Overhead of an entry beside its bytes. */
const ENTRY_BYTES = 1_000;
/** Characters of the addresses that need not be read again. */
const READ_CHARACTERS = 1_000_000;

/**
 * Caches the public answers of a part for as long as `version()` stays the same, compressed as each kind of client
 * asks for them, with an ETag. Only GET answers of status 200 that say `cache-control: public` are cached, because
 * those alone are the same for everyone. `addressOf` says which address an answer belongs to (parameters that change
 * nothing left out), or null for an address that is never cached, and says the same each time. Requests for the same
 * address wait for one rendering. A part that gives its answers an ETag is asked with it after a change, and need not
 * make again what is still so.
 */
export function cacheResponses(
  part: Part,
  options: { version: () => string; maxBytes: number; addressOf: (url: string) => CacheAddress | null },
): CachedPart {
  const { version } = options;
  if (options.maxBytes === 0)
    return { ...part, sendCached: () => false, count: () => ({ hits: 0, misses: 0, bytes: 0, entries: 0 }) };
  const cache = new LRUCache<string, CachedAnswer>({
    maxSize: options.maxBytes,
    sizeCalculation: ({ variants }, key) =>
      [...variants.values()].reduce((sum, { body }) => sum + body.length, key.length + ENTRY_BYTES),
  });
  const known = new LRUCache<string, CacheAddress>({
    maxSize: READ_CHARACTERS,
    sizeCalculation: ({ address }, url) => address.length + url.length,
  });
  const render = renderOnce(part);
  let hits = 0;
  let misses = 0;

  /** Where an answer depends on who asks, whoever says so gets one of their own. */
  function addressFor(url: string, saysWho: boolean): string | null {
    const found = known.get(url) ?? learnAddress(url);
    return found && (!saysWho || found.forSignedIn) ? found.address : null;
  }

  function learnAddress(url: string): CacheAddress | null {
    const found = options.addressOf(url);
    if (found) known.set(url, found);
    return found;
  }

  /** To be called when the answer has grown: its size is counted when it is set, and not where it is what was set before. */
  function countSize(answer: CachedAnswer, address: string) {
    if (cache.peek(address) === answer && cache.delete(address)) cache.set(address, answer);
  }

  /** Without a promise when the answer is at hand: the server then sends it on its shortest way. */
  function fetch(request: Request, peer?: Peer): Response | Promise<Response> {
    const address = request.method === 'GET' ? addressFor(request.url, request.headers.has('authorization')) : null;
    if (address === null) return part.fetch(request, peer);
    const cached = cache.get(address);
    if (cached?.version === version()) {
      hits++;
      return answerFrom(cached, request, address);
    }
    misses++;
    return renderAndAnswer(request, { address, version: version(), before: cached ?? null, peer });
  }

  async function renderAndAnswer(request: Request, asked: Rendering): Promise<Response> {
    const { address } = asked;
    const rendered = await render(request, asked);
    if (rendered instanceof Response) return inWordsOf(request, rendered);
    if (rendered.identity.length <= LARGEST_BYTES) cache.set(address, rendered);
    return answerFrom(rendered, request, address);
  }

  function answerFrom(cached: CachedAnswer, request: Request, address: string): Response | Promise<Response> {
    const accepted = request.headers.get('accept-encoding');
    const variant = findVariant(cached, accepted);
    if (variant) return respond(variant, request);
    return makeVariant(cached, accepted).then((made) => {
      countSize(cached, address);
      return respond(made, request);
    });
  }

  /** A request and an answer object for each visitor would cost more than all the rest of sending a cached page. */
  function sendCached(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    const { method } = incoming;
    if ((method !== 'GET' && method !== 'HEAD') || !incoming.url) return false;
    const address = addressFor(incoming.url, incoming.headers.authorization !== undefined);
    const cached = address === null ? undefined : cache.get(address);
    if (address === null || cached?.version !== version()) return false;
    const variant = findVariant(cached, header(incoming, 'accept-encoding'));
    if (!variant) return false;
    hits++;
    recordSent(cached, variant, () => countSize(cached, address));
    sendTo(outgoing, variant, header(incoming, 'if-none-match'));
    return true;
  }

  return { fetch, sendCached, count: () => ({ hits, misses, bytes: cache.calculatedSize, entries: cache.size }) };
}

/**
 * `before`: what the address answered until the data changed. `peer`: whom the rendering is counted for. Nothing else of who asks reaches
 * what is cached.
 */
type Rendering = { address: string; version: string; before: CachedAnswer | null; peer: Peer | undefined };

/** Renders an address once for all who ask at the same time. What cannot be cached is answered as it is. */
function renderOnce(part: Part) {
  const rendering = new Map<string, Promise<CachedAnswer | Response>>();

  async function render(request: Request, asked: Rendering): Promise<CachedAnswer | Response> {
    const { address, version, before, peer } = asked;
    const headers = forwardedHeaders(request);
    if (before?.validator) headers.set('if-none-match', before.validator);
    const response = await part.fetch(new Request(address, { headers }), peer);
    const isPublic = response.headers.get('cache-control')?.includes('public');
    const isNew = response.status === 200 && isPublic && response.body;
    return isNew || response.status === 304 ? toCachedAnswer(response, version, before) : response;
  }

  return async (request: Request, asked: Rendering): Promise<CachedAnswer | Response> => {
    // A rendering begun before a change is not what a visitor after it should get.
    const key = `${asked.version} ${asked.address}`;
    const waiting = rendering.get(key);
    const started = waiting ?? render(request, asked);
    if (!waiting) {
      rendering.set(key, started);
      started.finally(() => rendering.delete(key)).catch(() => {});
    }
    const rendered = await started;
    // A redirect or an error has a body that only one request can read: the others ask for their own.
    return rendered instanceof Response && waiting ? part.fetch(request, asked.peer) : rendered;
  };
}

function header(incoming: IncomingMessage, name: string): string | null {
  const value = incoming.headers[name];
  return typeof value === 'string' ? value : null;
}

const forwarded = ['x-request-id', 'traceparent', 'tracestate'];

/** Nothing of one visitor reaches an answer that is cached for all; these only name the log lines and the trace. */
function forwardedHeaders({ headers }: Request): Headers {
  const taken = new Headers();
  for (const name of forwarded) {
    const value = headers.get(name);
    if (value !== null) taken.set(name, value);
  }
  return taken;
}
