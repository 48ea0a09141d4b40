// Thousands of visitors who have read their page and keep the connection open.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { medianLatency } from '../bench/load.ts';
import type { MeasuredProcess } from '../bench/measured-process.ts';
import type { Finding } from './finding.ts';

const AT_ONCE = 200;
/** For each connection. */
const MOST_KILOBYTES = 15;

export async function idleConnections(shop: MeasuredProcess, count: number): Promise<Finding[]> {
  const path = '/products/category/computing';
  const alone = await medianLatency(shop, [path], 200);
  const before = shop.memoryMegabytes() ?? 0;
  const sockets: Socket[] = [];
  while (sockets.length < count)
    sockets.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => askOnce(shop.address, path)))));
  const after = shop.memoryMegabytes() ?? 0;
  const meanwhile = await medianLatency(shop, [path], 200);
  const open = sockets.filter((socket) => !socket.destroyed && !socket.readableEnded).length;
  for (const socket of sockets) socket.destroy();
  return [
    {
      what: `${count} idle connections`,
      measured: `${open} stay open, ${(((after - before) * 1024) / count).toFixed(1)} kB each (${before} to ${after} MB); a cached page takes ${(meanwhile / alone).toFixed(2)} times as long`,
      holds: open === count && (after - before) * 1024 < MOST_KILOBYTES * count,
    },
  ];
}

/** A connection that has had one answer, and stays open. */
async function askOnce(address: string, path: string): Promise<Socket> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.on('error', () => socket.destroy());
  socket.write(`GET ${path} HTTP/1.1\r\nhost: shop\r\naccept-encoding: br\r\n\r\n`);
  await once(socket, 'data');
  socket.resume();
  return socket;
}
