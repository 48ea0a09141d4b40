import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A machine that sets up what was bought, which does not take the first call. */
export async function aMachine() {
  let calls = 0;
  const server = createServer((incoming, outgoing) => {
    incoming.resume();
    calls += 1;
    outgoing.writeHead(calls === 1 ? 500 : 200).end(calls === 1 ? 'not yet' : 'taken');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/provision`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
