// Requests to machines that somebody else has named. Where a name leads is looked at before, and the connection goes to the very address that was
// looked at: a name that leads elsewhere a moment later leads nowhere.
import { lookup } from 'node:dns/promises';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { reachOf } from './outside-address.ts';

/** An address that a name leads to. */
type Resolved = { address: string; family: number };
type Resolve = (hostname: string) => Promise<Resolved[]>;

/** Why nothing came back, in words for whoever has named the machine. */
export class OutsideError extends Error {
  /** The shop itself calls no such machine, whatever it would answer. */
  readonly isRefusal: boolean;
  constructor(message: string, { isRefusal = false } = {}) {
    super(message);
    this.isRefusal = isRefusal;
  }
}

export type OutsideRules = {
  /** Where this very machine may be called, for trying things out: but not at this port, which is the shop's own. */
  ownMachine: { exceptPort: number } | null;
  /** Addresses of this machine in its networks, also in the public one; without them, those that the system reports. */
  ownAddresses?: readonly string[];
  resolve?: Resolve;
  /** Certificates that are believed beside those that everybody believes. */
  certificates?: string;
};

export type OutsideAnswer = {
  status: number;
  answer: string;
  /** Where it asks to be left alone for a while. */
  retryAfterSeconds?: number;
};

type Post = {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** For everything, from asking for the name to the last byte that is read. */
  timeoutMs: number;
  /** Bytes of the answer that are read at most. */
  mostBytes: number;
  signal?: AbortSignal;
};

/** The addresses that a host may be called at. Throws an OutsideError where one of them is not to be reached from outside. */
export async function resolveOutside(url: URL, rules: OutsideRules): Promise<Resolved[]> {
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  const family = isIP(hostname);
  const found = family ? [{ address: hostname, family }] : await resolveName(hostname, rules.resolve);
  if (found.length === 0) throw new OutsideError(`There is no machine called ${hostname}.`);
  for (const { address } of found) {
    const reach = isOfThisMachine(address, rules) ? 'loopback' : reachOf(address);
    const isOwn = reach === 'loopback' && rules.ownMachine !== null;
    if (reach !== 'public' && !isOwn)
      throw new OutsideError(
        family
          ? `${hostname} is no public address of another machine: nothing is sent there.`
          : `${hostname} leads to ${address}, which is no public address of another machine: nothing is sent there.`,
        { isRefusal: true },
      );
    if (isOwn && portOf(url) === rules.ownMachine?.exceptPort)
      throw new OutsideError(`${url.host} is the shop itself: nothing is sent there.`, { isRefusal: true });
  }
  return found;
}

/** Sends a body and answers what came back, whatever status it has. Redirects are not followed. Throws an OutsideError. */
export async function postOutside(post: Post, rules: OutsideRules): Promise<OutsideAnswer> {
  const url = new URL(post.url);
  const giveUp = AbortSignal.any([AbortSignal.timeout(post.timeoutMs), ...(post.signal ? [post.signal] : [])]);
  const addresses = await beforeAbort(resolveOutside(url, rules), giveUp);
  return new Promise((resolve, reject) => {
    /** From the first line of an answer on; whatever happens to the rest of it. */
    let end: (() => void) | null = null;
    const fail = (error: unknown) => (end ? end() : reject(giveUp.aborted ? tooLate(post) : inWords(error)));
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method: 'POST',
      headers: { ...post.headers, 'content-length': Buffer.byteLength(post.body) },
      // A connection of its own: none is kept that was made for another address.
      agent: false,
      lookup: answering(addresses),
      signal: giveUp,
      ...(rules.certificates && { ca: rules.certificates }),
    });
    request.on('error', fail);
    request.on('close', () => fail(new OutsideError('The connection ended before there was an answer.')));
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      // The status says what became of it: an answer that does not end, or breaks off, changes nothing of that.
      const done = () => {
        resolve({
          status: response.statusCode ?? 0,
          answer: textOf(chunks, post.mostBytes),
          ...secondsOf(response.headers['retry-after']),
        });
        request.destroy();
      };
      end = done;
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes >= post.mostBytes) done();
      });
      for (const event of ['end', 'error', 'close']) response.on(event, done);
    });
    request.end(post.body);
  });
}

/** Other services of this machine are for the operator, even where its address is public. */
function isOfThisMachine(address: string, { ownAddresses = addressesOfSystem() }: OutsideRules): boolean {
  return ownAddresses.includes(address);
}

function addressesOfSystem(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.map(({ address }) => address));
}

async function resolveName(hostname: string, resolve: Resolve = resolveBySystem): Promise<Resolved[]> {
  try {
    return await resolve(hostname);
  } catch (error) {
    throw inWords(error, hostname);
  }
}

function resolveBySystem(hostname: string): Promise<Resolved[]> {
  return lookup(hostname, { all: true });
}

/** Name lookup for Node in place of the system's. */
function answering(addresses: Resolved[]): LookupFunction {
  return (_hostname, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, addresses);
    else callback(null, first?.address ?? '', first?.family);
  };
}

function portOf(url: URL): number {
  return Number(url.port || (url.protocol === 'https:' ? 443 : 80));
}

async function beforeAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(new OutsideError('The name of the machine was not found in time.'));
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Retry-After, as a number of seconds or as a date. */
function secondsOf(given: string | undefined): { retryAfterSeconds?: number } {
  if (!given) return {};
  const seconds = /^\d+$/.test(given) ? Number(given) : (Date.parse(given) - Date.now()) / 1_000;
  return seconds > 0 ? { retryAfterSeconds: seconds } : {};
}

/** As text that can be stored and shown, whatever bytes came. */
function textOf(chunks: Buffer[], mostBytes: number): string {
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, mostBytes)).replaceAll('\0', '\ufffd');
}

function tooLate({ timeoutMs, signal }: Post): OutsideError {
  if (signal?.aborted) return new OutsideError('The shop was being restarted.');
  return new OutsideError(`There was no answer within ${timeoutMs / 1_000} seconds.`);
}

const words: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was broken off',
  ENOTFOUND: 'There is no machine of this name',
  EAI_AGAIN: 'The name of the machine could not be asked for',
  EHOSTUNREACH: 'The machine cannot be reached',
  ENETUNREACH: 'The network of the machine cannot be reached',
  CERT_HAS_EXPIRED: 'The certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is signed by itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate is signed by itself',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate comes without those that it depends on',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another name',
};

function inWords(error: unknown, hostname?: string): OutsideError {
  if (error instanceof OutsideError) return error;
  const { code = (error as Error).name } = error as NodeJS.ErrnoException;
  const known = words[code] ?? (code.startsWith('HPE_') ? 'What came back is no HTTP' : 'The request failed');
  return new OutsideError(`${known}${hostname ? `: ${hostname}` : ''} (${code}).`);
}
