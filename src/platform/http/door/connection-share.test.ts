import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { limitShare } from './connection-share.ts';

test('one network has a share of the connections, and all others the rest', async () => {
  const addresses = ['203.0.113.1', '203.0.113.1', '203.0.113.1', '203.0.113.2', '127.0.0.1', '203.0.113.1'];
  const server = createServer();
  limitShare(server, 2, () => addresses.shift() ?? '');
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  async function open() {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => socket.destroy());
    sockets.push(socket);
    await Promise.all([once(socket, 'connect'), once(server, 'connection')]);
    return socket;
  }
  const first = await open();
  await open();
  const third = await open();
  if (!third.closed) await once(third, 'close');
  await open();
  await open();
  expect(sockets.map((socket) => socket.destroyed)).toEqual([false, false, true, false, false]);

  first.destroy();
  await expect.poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count)))).toBe(3);
  const later = await open();
  expect(later.destroyed).toBe(false);
  for (const socket of sockets) socket.destroy();
  server.close();
});
