// From Node's request to the part that answers it: the address is checked, a body read, a place among the work waited for.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { recordUse } from '../jobs/repeat.ts';
import { isForBrowser } from './browser-page.ts';
import type { Admission } from './door/admission.ts';
import { createBodyIntake } from './door/body-intake.ts';
import { type DoorRefusal, doorAnswer, doorPage, tooLargeMessage } from './door/door-refusal.ts';
import { networkOf } from './door/network-of.ts';
import type { Peer, Site } from './part.ts';
import { pathOf, readAddress } from './request-address.ts';
import { findTooLong, type RequestLengths } from './request-lengths.ts';
import { unavailable } from './unavailable.ts';

/** `path` is the one by which the request is routed. */
export type WorkLimits = {
  /** Which of the limits on work at once a request counts for; null: none. */
  admissionOf: (request: { method: string; path: string }) => Admission | null;
  /** The bytes that a body may have. */
  largestBodyOf: (path: string) => number;
  /** True if the handler reads the body while it comes, and bounds it: it is not read before, nor held in memory. */
  streamsBody: (path: string) => boolean;
  /** How long what stands before a body may be. */
  lengths: RequestLengths;
  /** The answer to what is longer, for programs. */
  refuse: (path: string, refusal: DoorRefusal, requestId: string) => Response;
};

/** Site that is served now. The server changes it while the process opens and ends. */
export type Serving = { site: Site; limits: WorkLimits; closing: boolean };

const BODY_BYTES = 1024 * 1024;
/** Room for all bodies that come in or are worked with. */
const ALL_BODIES_BYTES = 64 * 1024 * 1024;

export const unlimited: WorkLimits = {
  admissionOf: () => null,
  largestBodyOf: () => BODY_BYTES,
  streamsBody: () => false,
  lengths: { path: Infinity, query: Infinity, header: Infinity, headers: {} },
  refuse: (_path, { status, message }, requestId) => doorAnswer(status, { message }, requestId),
};

/** `trustedProxies`: how many in front of the shop add to X-Forwarded-For. */
export function createListener(serving: Serving, trustedProxies: number): RequestListener {
  const bodies = createBodyIntake({ maxBytes: ALL_BODIES_BYTES });

  const serve = getRequestListener(async (request, { incoming: given }) => {
    const incoming = given as IncomingMessage;
    const peer = peerOf(incoming, trustedProxies);
    const response = await atItsTurn(serving, incoming, {
      key: networkOf(peer.address),
      work: () => serving.site.fetch(request, peer),
      refused: () => unavailable(request, 'The shop has more visitors than it can serve at once.'),
    });
    // The rest of a body is not read: the connection cannot carry another request, and says so.
    if (serving.closing || response.status === 413 || response.status === 408)
      response.headers.set('connection', 'close');
    return response;
  });

  /** Whole before its request has a place among the others: it may come as slowly as its sender likes. */
  async function readBody(incoming: IncomingMessage, outgoing: ServerResponse) {
    const path = pathOf(incoming.url ?? '/');
    const largest = serving.limits.largestBodyOf(path);
    const tooLarge: DoorRefusal = { status: 413, message: tooLargeMessage(largest) };
    const refuse = () => answer(outgoing, refusalOf(serving, incoming, tooLarge));
    if (Number(incoming.headers['content-length'] ?? 0) > largest) return refuse();
    const { address } = peerOf(incoming, trustedProxies);
    const body = await bodies.read(incoming, { largest, address });
    if (body.state === 'too large') return refuse();
    if (body.state === 'no room') return answer(outgoing, unavailable(askingOf(incoming), 'Too much is sent.'));
    if (body.state === 'too slow') return void outgoing.writeHead(408, { connection: 'close' }).end();
    if (body.state === 'gone') return;
    outgoing.once('close', body.release);
    // Where the listener looks for a body that was read before it.
    Object.assign(incoming, { rawBody: body.bytes });
    serve(incoming, outgoing);
  }

  return (incoming, outgoing) => {
    // Before anything is read of it.
    const tooLong = findTooLong(incoming, serving.limits.lengths);
    if (tooLong) return void answer(outgoing, refusalOf(serving, incoming, tooLong));
    const address = readAddress(incoming.url ?? '');
    // The addresses of requests are made with the host. Refused as Node refuses what is no HTTP.
    if (address === null || !URL.canParse(`http://${incoming.headers.host ?? ''}`))
      return void outgoing.writeHead(400, { connection: 'close' }).end();
    incoming.url = address;
    // Health checks do not keep the process awake.
    if (!pathOf(address).startsWith('/api/health')) recordUse();
    if (!serving.closing && serving.site.sendCached(incoming, outgoing)) return;
    if (hasBody(incoming) && !serving.limits.streamsBody(pathOf(address))) void readBody(incoming, outgoing);
    else serve(incoming, outgoing);
  };
}

/** In the words of who asks: the API is opened by browsers too, and answers as it does. */
function refusalOf({ limits }: Serving, incoming: IncomingMessage, refusal: DoorRefusal): Response {
  const path = pathOf(incoming.url ?? '/');
  const id = randomUUID();
  return isForBrowser(incoming.headers.accept) ? doorPage(refusal, id) : limits.refuse(path, refusal, id);
}

function askingOf({ method = '', headers: { accept = '' } }: IncomingMessage) {
  return { method, headers: new Headers({ accept }) };
}

type Turn = { key: string; work: () => Response | Promise<Response>; refused: () => Response };

function atItsTurn({ limits }: Serving, incoming: IncomingMessage, turn: Turn) {
  const admission = limits.admissionOf({ method: incoming.method ?? '', path: pathOf(incoming.url ?? '/') });
  return admission ? admission.run({ ...turn, isGone: () => incoming.socket.destroyed }) : turn.work();
}

/** Nothing here reads the body of what only reads. */
function hasBody({ method, headers }: IncomingMessage): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  return 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0;
}

/** Answers and ends a connection on which a body is still coming. */
async function answer(outgoing: ServerResponse, response: Response) {
  outgoing.writeHead(response.status, { ...Object.fromEntries(response.headers), connection: 'close' });
  outgoing.end(await response.text());
}

/** The address of the connection, or the one that the outermost trusted proxy saw. */
function peerOf(incoming: IncomingMessage, trustedProxies: number): Peer {
  const direct = incoming.socket.remoteAddress ?? 'unknown';
  if (trustedProxies === 0) return { address: direct };
  const forwarded = String(incoming.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean);
  return { address: forwarded.at(-trustedProxies) ?? direct };
}
