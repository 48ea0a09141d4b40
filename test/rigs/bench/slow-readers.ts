// Readers of downloads in a process of their own, so that what they cost is not taken for what the shop's answers cost. Each takes 8 kB now
// and then: 16 kB a second. What the system keeps for them on the way is full before.
import { connect, type Socket } from 'node:net';

const PIECE_BYTES = 8 * 1024;
const PAUSE_MS = 500;
const AT_A_TIME = 20;

/** Request to the process, and its answer when all of them read. */
export type ReadSlowly = { address: string; paths: string[] };
export type ReadersAnswer = { reading: number } | { fault: string };

function readSlowly(address: string, path: string): Promise<Socket> {
  const { hostname, port, host } = new URL(address);
  const buffer = Buffer.alloc(PIECE_BYTES);
  return new Promise((resolve, reject) => {
    let isFirst = true;
    const socket: Socket = connect({
      port: Number(port),
      host: hostname,
      onread: {
        buffer,
        callback() {
          const answer = buffer.toString('latin1', 0, 12);
          if (isFirst && !answer.endsWith('200')) reject(new Error(buffer.toString('latin1', 0, 300)));
          isFirst = false;
          resolve(socket);
          setTimeout(() => socket.resume(), PAUSE_MS);
          return false;
        },
      },
    });
    socket.on('error', reject);
    socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
  });
}

process.once('message', async ({ address, paths }: ReadSlowly) => {
  try {
    for (let from = 0; from < paths.length; from += AT_A_TIME)
      await Promise.all(paths.slice(from, from + AT_A_TIME).map((path) => readSlowly(address, path)));
    process.send?.({ reading: paths.length } satisfies ReadersAnswer);
  } catch (error) {
    process.send?.({ fault: String(error) } satisfies ReadersAnswer);
  }
});
