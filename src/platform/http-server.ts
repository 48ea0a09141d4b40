import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Admission } from './admission.ts';
import { StartError } from './config.ts';
import type { Peer, Site } from './part.ts';
import { securityHeaders } from './security-headers.ts';
import { unavailable } from './unavailable.ts';

export type HttpServer = {
  server: Server;
  /** Where a browser on this machine reaches the server, such as 'http://localhost:3000'. */
  address: string;
  /** From now on answers come from the site; before, every one is 503 with a Retry-After. */
  serve: (site: Site, admissionOf?: AdmissionOf) => void;
  /**
   * Takes no new connection, lets the answers under way come to their end, but waits no longer than `waitMs`. Before
   * that it goes on serving for `lingerMs`, with answers that end their connection, so that a proxy can turn away.
   */
  close: (waitMs: number, lingerMs?: number) => Promise<void>;
};

const unlimited: AdmissionOf = () => null;

/** Which of the limits on work at once a request counts for; null: none. */
export type AdmissionOf = (incoming: IncomingMessage) => Admission | null;

// Clients that work long between two requests (SRP on a slow phone) must not meet a closed connection.
const KEEP_ALIVE_MS = 75_000;
/** Who sends slower than this takes a connection from others. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 60_000;
/** A connection on which nothing moves while an answer is sent. */
const SILENT_MS = 120_000;
const HEADER_BYTES = 16 * 1024;
/** Each route has a limit of its own for what it reads; no body that says it is larger is begun. */
const BODY_BYTES = 1024 * 1024;

const starting: Site = {
  sendKept: () => false,
  fetch: (request) => unavailable(request, 'The shop is starting.', 2),
};

/** What comes before the shop is open waits for it. */
function patient(opened: Promise<Site>): Site {
  return { sendKept: () => false, fetch: async (request, peer) => (await opened).fetch(request, peer) };
}

/**
 * Takes the port at once, so that a taken one is told before any work is done. Port 0 means any free port. A socket
 * that a supervisor holds (systemd's LISTEN_FDS) is used in its place: connections then wait in it while one process
 * follows another, and none is refused.
 */
export async function openHttpServer(options: {
  port: number;
  host: string;
  /** The descriptor of a socket that listens already; null: one is opened. */
  inheritedSocket?: number | null;
  /** Connections at once; one more is closed at once. Unset: as many as the system lets. */
  maxConnections?: number;
  /** Proxies in front of the shop that add to X-Forwarded-For; what visitors claim there themselves is not believed. */
  trustedProxies: number;
}): Promise<HttpServer> {
  const opened = Promise.withResolvers<Site>();
  // A supervisor's socket outlives the processes: its visitors come from the process before this one.
  let site = options.inheritedSocket == null ? starting : patient(opened.promise);
  let admissionOf = unlimited;
  let closing = false;

  const listener = getRequestListener(async (request, { incoming: given }) => {
    const incoming = given as IncomingMessage;
    const work = () => site.fetch(request, peerOf(incoming, options.trustedProxies));
    const response = await (admissionOf(incoming)?.run({
      work,
      refused: () => unavailable(request, 'The shop has more visitors than it can serve at once.'),
      isGone: () => incoming.socket.destroyed,
    }) ?? work());
    // What is still coming of a body is not read: the connection cannot carry another request, and says so.
    if (closing || response.status === 413) response.headers.set('connection', 'close');
    return response;
  });
  const server = createServer(
    { maxHeaderSize: HEADER_BYTES, connectionsCheckingInterval: 5_000 },
    (incoming, outgoing) => {
      const { host = '', 'content-length': bytes = 0 } = incoming.headers;
      if (Number(bytes) > BODY_BYTES) return refuseBody(outgoing);
      if (!closing && site.sendKept(incoming, outgoing)) return;
      // The addresses of requests are made with it. Refused as Node refuses what is no HTTP.
      if (!URL.canParse(`http://${host}`)) return outgoing.writeHead(400, { connection: 'close' }).end();
      listener(incoming, outgoing);
    },
  );
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.headersTimeout = HEADERS_MS;
  server.requestTimeout = REQUEST_MS;
  server.timeout = SILENT_MS;
  if (options.maxConnections) server.maxConnections = options.maxConnections;
  await listen(server, options);
  return {
    server,
    address: addressOf(server, options.host),
    serve(part, limits = unlimited) {
      site = part;
      admissionOf = limits;
      opened.resolve(part);
    },
    async close(waitMs, lingerMs = 0) {
      closing = true;
      if (lingerMs > 0) await new Promise((resolve) => setTimeout(resolve, lingerMs));
      server.close();
      // A connection whose last answer is out would otherwise keep the server for as long as its keep-alive lasts.
      const idle = setInterval(() => server.closeIdleConnections(), 50);
      await Promise.race([once(server, 'close'), new Promise((resolve) => setTimeout(resolve, waitMs).unref())]);
      clearInterval(idle);
    },
  };
}

function refuseBody(outgoing: ServerResponse) {
  const message = `The body is larger than ${BODY_BYTES / 1024} kB.`;
  const id = randomUUID();
  outgoing
    .writeHead(413, { ...securityHeaders, 'content-type': 'application/json', 'x-request-id': id, connection: 'close' })
    .end(JSON.stringify({ code: 'bad_request', message, request_id: id }));
}

/** `variable` is what the operator sets the port with. */
type Place = { port: number; host: string; inheritedSocket?: number | null; variable?: string };

/** Throws a StartError with a way out when the port is taken. */
export async function listen(server: Server, { port, host, inheritedSocket = null, variable = 'PORT' }: Place) {
  if (inheritedSocket === null) server.listen(port, host);
  else server.listen({ fd: inheritedSocket });
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE') throw new StartError(`Cannot listen on ${host} port ${port}: ${message}.`);
    throw new StartError(
      `Port ${port} on ${host} is taken by another program. Stop that program, or choose another port: ${variable}=${port + 1} npm start`,
    );
  }
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

function addressOf(server: Server, host: string): string {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const isLocal = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host);
  return `http://${isLocal ? 'localhost' : host}:${port}`;
}
