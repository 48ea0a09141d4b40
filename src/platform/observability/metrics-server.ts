import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listen } from '../http/http-server.ts';

/** Serves the metrics at /metrics, on a port of their own. Answers its address and how to close it. */
export async function openMetricsServer(
  place: { host: string; port: number },
  answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void,
): Promise<{ address: string; close: () => void }> {
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url?.split('?', 1)[0];
    if (incoming.method === 'GET' && path === '/metrics') answer(incoming, outgoing);
    else outgoing.writeHead(404, { 'content-type': 'text/plain' }).end('There is /metrics here.\n');
  });
  await listen(server, { ...place, exclusive: true, variable: 'METRICS_PORT' });
  server.unref();
  const { port } = server.address() as AddressInfo;
  const host = place.host.includes(':') ? `[${place.host}]` : place.host;
  return {
    address: `http://${host}:${port}/metrics`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
