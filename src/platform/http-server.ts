import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { StartError } from './config.ts';
import type { Peer, Site } from './part.ts';

export type HttpServer = {
  server: Server;
  /** Where a browser on this machine reaches the server, such as 'http://localhost:3000'. */
  address: string;
  /** From now on answers come from the site; before, every one is 503 with a Retry-After. */
  serve: (site: Site) => void;
  /** Takes no new connection, lets the answers under way come to their end, but waits no longer than `waitMs`. */
  close: (waitMs: number) => Promise<void>;
};

const KEEP_ALIVE_MS = 75_000;

const starting: Site = {
  sendKept: () => false,
  fetch: () =>
    new Response('The shop is starting. Try again in a moment.\n', { status: 503, headers: { 'retry-after': '2' } }),
};

/** Takes the port at once, so that a taken one is told before any work is done. Port 0 means any free port. */
export async function openHttpServer(options: {
  port: number;
  host: string;
  /** Proxies in front of the shop that add to X-Forwarded-For; what visitors claim there themselves is not believed. */
  trustedProxies: number;
}): Promise<HttpServer> {
  let site = starting;
  const listener = getRequestListener((request, { incoming }) =>
    site.fetch(request, peerOf(incoming as IncomingMessage, options.trustedProxies)),
  );
  const server = createServer((incoming, outgoing) => {
    if (!site.sendKept(incoming, outgoing)) listener(incoming, outgoing);
  });
  // Clients that work long between two requests (SRP on a slow phone) must not meet a closed connection.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await listen(server, options);
  return {
    server,
    address: addressOf(server, options.host),
    serve(opened) {
      site = opened;
    },
    async close(waitMs) {
      server.close();
      // A connection whose last answer is out would otherwise keep the server for as long as its keep-alive lasts.
      const idle = setInterval(() => server.closeIdleConnections(), 50);
      await Promise.race([once(server, 'close'), new Promise((resolve) => setTimeout(resolve, waitMs).unref())]);
      clearInterval(idle);
    },
  };
}

async function listen(server: Server, { port, host }: { port: number; host: string }) {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE') throw new StartError(`Cannot listen on ${host} port ${port}: ${message}.`);
    throw new StartError(
      `Port ${port} on ${host} is taken by another program. Stop that program, or choose another port: PORT=${port + 1} npm start`,
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
