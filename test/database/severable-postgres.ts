// A way to the PostgreSQL of the run that can be cut and mended, so that a test decides when the database is away.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type SeverablePostgres = {
  /** The address of the same database by way of here. */
  url: string;
  /** Ends every connection and takes no new one. Answers how many were tried since, when it is mended. */
  cut(): void;
  mend(): number;
  close(): Promise<void>;
};

export async function severable(databaseUrl: string): Promise<SeverablePostgres> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  let refused = 0;
  const server = createServer((near) => {
    if (isCut) {
      refused++;
      near.destroy();
      return;
    }
    const far = connect(Number(target.port || 5432), target.hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.pipe(other);
      socket.on('error', () => {
        // 'close' follows.
      });
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  function cut() {
    isCut = true;
    refused = 0;
    for (const socket of sockets) socket.destroy();
  }

  return {
    url: url.href,
    cut,
    mend() {
      isCut = false;
      return refused;
    },
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
