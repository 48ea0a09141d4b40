// One answer as it is cached: its bytes in each encoding that somebody has asked for, with the headers that go with them.
import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { isDeepStrictEqual, promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

type Encoding = 'br' | 'gzip' | 'identity';
type Bytes = Uint8Array<ArrayBuffer>;

/** The bytes in one encoding, ready to send; `flat` is how Node takes headers fastest. */
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

export type CachedAnswer = {
  /** Version of the data that the answer was made from, or was found to be still true of. */
  version: string;
  /** Validator that its part gave it: with it the part can be asked for something newer. Null: it gives none. */
  validator: string | null;
  headers: Record<string, string>;
  hash: string;
  identity: Bytes;
  variants: Map<Encoding, Variant>;
};

const COMPRESS_FROM_BYTES = 1_024;
/** Brotli's quality for the first visitor, who waits (under 1 ms), and for a page that proves popular (some 15 ms). */
const FIRST_QUALITY = 5;
const POPULAR_QUALITY = 10;
const POPULAR_AFTER = 20;
const POPULAR_BYTES = 200_000;

/**
 * Reads the whole body of the response. `before` is what was answered until now: where the response says that this is still so, or has the same
 * bytes, it is `before` itself, with all that it was compressed to.
 */
export async function toCachedAnswer(
  response: Response,
  version: string,
  before: CachedAnswer | null = null,
): Promise<CachedAnswer> {
  if (response.status === 304 && before) return renew(before, version);
  const identity = new Uint8Array(await response.arrayBuffer());
  const { 'content-length': _length, 'x-request-id': _id, etag = null, ...own } = Object.fromEntries(response.headers);
  const headers: Record<string, string> = { ...own, vary: 'accept-encoding' };
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  if (before?.hash === hash && before.validator === etag && isDeepStrictEqual(before.headers, headers))
    return renew(before, version);
  const answer: CachedAnswer = {
    version,
    validator: etag,
    headers,
    hash,
    identity,
    variants: new Map(),
  };
  addVariant(answer, 'identity', identity, true);
  return answer;
}

function renew(answer: CachedAnswer, version: string): CachedAnswer {
  answer.version = version;
  return answer;
}

/** The variant for what the client accepts, when it is there already. */
export function findVariant(answer: CachedAnswer, accepted: string | null): Variant | undefined {
  return answer.variants.get(encodingFor(answer, accepted));
}

/** The variant for what the client accepts, compressed where it is not there. */
export async function makeVariant(answer: CachedAnswer, accepted: string | null): Promise<Variant> {
  return compress(answer, encodingFor(answer, accepted), FIRST_QUALITY);
}

/**
 * Counts that the variant is sent. One that many ask for is compressed better, once, beside the requests: a tenth fewer
 * bytes for all who will still ask. `onCompressed` is called when the answer has changed its size.
 */
export function recordSent(answer: CachedAnswer, variant: Variant, onCompressed: () => void): void {
  if (variant.final || ++variant.timesSent < POPULAR_AFTER) return;
  variant.final = true;
  if (answer.identity.length > POPULAR_BYTES) return;
  // The cached variant stays good: nobody waits for this.
  compress(answer, 'br', POPULAR_QUALITY).then(onCompressed, () => {});
}

/** The answer to a request that may know the variant already. */
export function respond(variant: Variant, request: Request): Response {
  if (!matches(request.headers.get('if-none-match'), variant.etag))
    return new Response(variant.body, { status: 200, headers: variant.headers });
  const { 'content-length': _length, 'content-encoding': _encoding, ...headers } = variant.headers;
  return new Response(null, { status: 304, headers });
}

/** The same, straight to Node's response. */
export function sendTo(outgoing: ServerResponse, variant: Variant, ifNoneMatch: string | null): void {
  if (matches(ifNoneMatch, variant.etag)) outgoing.writeHead(304, variant.flatUnchanged).end();
  else outgoing.writeHead(200, variant.flat).end(variant.body);
}

async function compress(answer: CachedAnswer, encoding: Encoding, quality: number): Promise<Variant> {
  const compressed = await (encoding === 'br'
    ? compressBrotli(answer.identity, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
    : compressGzip(answer.identity, { level: 6 }));
  const final = encoding !== 'br' || quality === POPULAR_QUALITY;
  return addVariant(answer, encoding, new Uint8Array(compressed), final);
}

function addVariant(answer: CachedAnswer, encoding: Encoding, body: Bytes, final: boolean): Variant {
  const etag = `"${answer.hash}-${encoding}-${body.length}"`;
  const headers: Record<string, string> = {
    ...answer.headers,
    etag,
    'content-length': String(body.length),
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  };
  const { 'content-length': _length, 'content-encoding': _encoding, ...unchanged } = headers;
  const variant = {
    body,
    etag,
    headers,
    flat: Object.entries(headers).flat(),
    flatUnchanged: Object.entries(unchanged).flat(),
    timesSent: 0,
    final,
  };
  answer.variants.set(encoding, variant);
  return variant;
}

function encodingFor({ identity }: CachedAnswer, accepted: string | null): Encoding {
  if (!accepted || identity.length < COMPRESS_FROM_BYTES) return 'identity';
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?(,|\s|$))/.test(accepted)) return 'br';
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?(,|\s|$))/.test(accepted) ? 'gzip' : 'identity';
}

function matches(ifNoneMatch: string | null, etag: string): boolean {
  if (!ifNoneMatch) return false;
  return ifNoneMatch === '*' || ifNoneMatch.split(',').some((given) => given.trim().replace(/^W\//, '') === etag);
}
