import { once } from 'node:events';
import { createServer, Server } from 'node:http';
import { StartError } from '../config/start-error.ts';
import { untilNoneIsOnItsWay } from '../processes/worker.ts';
import { limitShare } from './door/connection-share.ts';
import { createListener, type Serving, unlimited, type WorkLimits } from './listener.ts';
import type { Site } from './part.ts';
import { unavailable } from './unavailable.ts';

export type HttpServer = {
  server: Server;
  /** Where a browser on this machine reaches the server, such as 'http://localhost:3000'. */
  address: string;
  /** Begins to listen, where that was left for later. */
  listen: () => Promise<void>;
  /** From now on answers come from the site; before, every one is 503 with a Retry-After. */
  serve: (site: Site, limits?: Partial<WorkLimits>) => void;
  /**
   * Takes no new connection, lets the answers under way come to their end, but waits no longer than `waitMs`. Before
   * that it goes on serving for `lingerMs`, with answers that end their connection, so that a proxy can turn away.
   */
  close: (waitMs: number, lingerMs?: number) => Promise<void>;
};

// Clients that work long between two requests (SRP on a slow phone) must not meet a closed connection.
const CONNECTION_IDLE_MS = 75_000;
/** Slower senders take a connection from others. */
const HEADERS_MS = 10_000;
/** A connection on which nothing moves while an answer is sent. */
const SILENT_MS = 120_000;
/** Length of the address and all headers. The site knows the longest of each: beyond these Node.js itself refuses, without a word. */
const HEADER_BYTES = 48 * 1024;
const starting: Site = {
  sendCached: () => false,
  fetch: (request) => unavailable(request, 'The shop is starting.', 2),
};

/** Requests before the shop is open wait for it. */
function waiting(opened: Promise<Site>): Site {
  return { sendCached: () => false, fetch: async (request, peer) => (await opened).fetch(request, peer) };
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
  /** Where other processes serve at the same port already: this one listens when it is told to. */
  joinsAt?: string | null;
  /** Connections at once, one network half of them; one more is closed at once. Unset: as many as the system lets. */
  maxConnections?: number;
  /** Proxies in front of the shop that add to X-Forwarded-For; what visitors claim there themselves is not believed. */
  trustedProxies: number;
}): Promise<HttpServer> {
  const opened = Promise.withResolvers<Site>();
  // A supervisor's socket outlives the processes: its visitors come from the process before this one.
  const site = options.inheritedSocket == null ? starting : waiting(opened.promise);
  const serving: Serving = { site, limits: unlimited, closing: false };
  const server = createServer(
    // Most requests have no body: their streams need not be read to an end.
    { maxHeaderSize: HEADER_BYTES, connectionsCheckingInterval: 5_000, optimizeEmptyRequests: true },
    createListener(serving, options.trustedProxies),
  );
  protectAnswersUnderWay(server);
  server.keepAliveTimeout = CONNECTION_IDLE_MS;
  server.headersTimeout = HEADERS_MS;
  // Bodies have a deadline where they are read (body-intake.ts); a file that is uploaded takes as long as its line does.
  server.requestTimeout = 0;
  server.timeout = SILENT_MS;
  if (options.maxConnections) {
    server.maxConnections = options.maxConnections;
    // Behind a proxy all of them are the proxy's.
    if (options.trustedProxies === 0) limitShare(server, Math.ceil(options.maxConnections / 2));
  }
  // Each of several processes closes what is too much for it: full ones would hand it to each other for ever.
  Object.assign(server, { dropMaxConnection: true });
  if (!options.joinsAt) await listen(server, options);
  return {
    server,
    address: options.joinsAt ?? addressOf(server, options.host),
    async listen() {
      if (!server.listening) await listen(server, options);
    },
    serve(part, given = {}) {
      Object.assign(serving, { site: part, limits: { ...unlimited, ...given } });
      opened.resolve(part);
    },
    async close(waitMs, lingerMs = 0) {
      serving.closing = true;
      if (lingerMs > 0) await new Promise((resolve) => setTimeout(resolve, lingerMs));
      server.close();
      const noneComes = untilNoneIsOnItsWay();
      // A connection whose last answer is out would otherwise keep the server for as long as its keep-alive lasts.
      const idle = setInterval(() => server.closeIdleConnections(), 50);
      await Promise.race([once(server, 'close'), new Promise((resolve) => setTimeout(resolve, waitMs).unref())]);
      clearInterval(idle);
      await noneComes;
    },
  };
}

/**
 * Node.js takes a connection for idle as soon as its answer has been written, though most of a large one may still wait
 * for a slow client, and would cut it off when the server closes. So none is taken for idle before every answer is out.
 */
function protectAnswersUnderWay(server: Server) {
  let underWay = 0;
  server.on('request', (_request, response) => {
    underWay++;
    response.once('close', () => underWay--);
  });
  server.closeIdleConnections = () => {
    if (underWay === 0) Server.prototype.closeIdleConnections.call(server);
  };
}

/** `variable` is what the operator sets the port with. */
type Place = {
  port: number;
  host: string;
  inheritedSocket?: number | null;
  /** Not shared with other workers. */
  exclusive?: boolean;
  variable?: string;
};

/** Throws a StartError with a way out when the port is taken. */
export async function listen(server: Server, place: Place) {
  const { port, host, inheritedSocket = null, exclusive = false, variable = 'PORT' } = place;
  if (inheritedSocket === null) server.listen({ port, host, exclusive });
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

function addressOf(server: Server, host: string): string {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const isLocal = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host);
  return `http://${isLocal ? 'localhost' : host}:${port}`;
}
