import type { Server, Socket } from 'node:net';
import { networkOf } from './network-of.ts';

const loopback = /^(127\.|::1$|::ffff:127\.)/;

/**
 * Closes what one network opens beyond `most` connections at once: idle ones cost little, and all of them together everybody
 * else's. This machine's own are not counted: a proxy may stand there that nobody has told of.
 */
export function limitShare(
  server: Server,
  most: number,
  addressOf: (socket: Socket) => string = ({ remoteAddress }) => remoteAddress ?? '127.0.0.1',
) {
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = addressOf(socket);
    if (loopback.test(address)) return;
    const network = networkOf(address);
    const count = open.get(network) ?? 0;
    if (count >= most) return void socket.destroy();
    open.set(network, count + 1);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
  });
}
