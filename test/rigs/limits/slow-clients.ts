// Clients that send or read a byte now and then: each holds a connection, and must hold nothing else, nor for ever.
import { connect, type Socket } from 'node:net';
import { medianLatency } from '../bench/load.ts';
import type { MeasuredProcess } from '../bench/measured-process.ts';
import type { Finding } from './finding.ts';
import { write } from './writes.ts';

const COUNT = 500;
/** All of one address: more than are worked on at once by far. */
const BODIES = 2_000;
const WRITES = 50;
const AT_ONCE = 100;
/** Clients that are not ended for sending too slowly are ended for their silence, after two minutes. */
const PATIENCE_MS = 150_000;
/** Long enough for the system's answer, and shorter than the shop waits for headers. */
const RESET_MS = 3_000;
/** Memory beyond that of the shop at rest. */
const MOST_MEGABYTES = 150;

export async function slowClients(shop: MeasuredProcess): Promise<Finding[]> {
  const path = '/products/category/data';
  const alone = await medianLatency(shop, [path], 200);
  const writesAlone = await write(shop, WRITES);
  const before = shop.memoryMegabytes() ?? 0;
  const headers = await open(shop, COUNT, 'GET / HTTP/1.1\r\nhost: shop\r\nx-slow: ');
  const bodies = await open(
    shop,
    BODIES,
    'POST /identity/ HTTP/1.1\r\nhost: shop\r\nx-amz-target: AWSCognitoIdentityProviderService.SignUp\r\ncontent-type: application/x-amz-json-1.1\r\ncontent-length: 1000\r\n\r\n{"',
  );
  const silent = await open(shop, COUNT, '');
  const readers = await open(shop, COUNT, 'GET /video/welcome.mp4 HTTP/1.1\r\nhost: shop\r\n\r\n', (socket) =>
    socket.pause(),
  );
  const trickle = setInterval(() => {
    for (const { socket } of [...headers, ...bodies]) if (!socket.destroyed) socket.write('a');
  }, 1_000);
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  const meanwhile = await medianLatency(shop, [path], 200);
  const writes = await write(shop, WRITES);
  const during = shop.memoryMegabytes() ?? 0;
  const [headersFor, bodiesFor, silentFor] = await Promise.all([headers, bodies, silent].map(longest));
  clearInterval(trickle);
  for (const { socket } of readers) socket.destroy();
  return [
    {
      what: `${COUNT} each that send headers, send nothing, or read nothing, and ${BODIES} that send bodies`,
      measured: `a cached page takes ${(meanwhile / alone).toFixed(2)} times as long; ${before} to ${during} MB`,
      holds: during - before < MOST_MEGABYTES,
    },
    {
      what: `${2 * WRITES} sign-ins and webhooks beside them`,
      measured: `${writes.served} served, ${writes.refused} refused; the middle one takes ${(writes.medianMs / writesAlone.medianMs).toFixed(2)} times as long`,
      holds: writes.refused === 0,
    },
    { what: 'slow headers', ...endedAfter(headersFor) },
    { what: 'slow bodies', ...endedAfter(bodiesFor) },
    { what: 'connections that ask nothing', ...endedAfter(silentFor) },
  ];
}

type Slow = { socket: Socket; ended: Promise<number> };

/**
 * In steps that the server has accepted before the next: what overflows its queue is forgotten by the system, of which a
 * client that says nothing never hears.
 */
async function open(
  shop: MeasuredProcess,
  count: number,
  text: string,
  then?: (socket: Socket) => void,
): Promise<Slow[]> {
  const slow: Slow[] = [];
  while (slow.length < count) {
    slow.push(...Array.from({ length: AT_ONCE }, () => openOne(shop, text, then)));
    await (await fetch(`${shop.address}/api/health/live`)).text();
  }
  return slow;
}

function openOne(shop: MeasuredProcess, text: string, then?: (socket: Socket) => void): Slow {
  const started = performance.now();
  const socket = connect(Number(new URL(shop.address).port), '127.0.0.1');
  socket.on('error', () => socket.destroy());
  socket.write(text);
  socket.resume();
  then?.(socket);
  // Not `once` of node:events, which fails when the connection is reset: that is an end too.
  const ended = new Promise<number>((resolve) => socket.once('close', () => resolve(performance.now() - started)));
  return { socket, ended };
}

/** The milliseconds until the last of them was ended; null when one was not. */
async function longest(slow: Slow[]): Promise<number | null> {
  const held = (await within(PATIENCE_MS, slow)) ? [] : slow.filter(({ socket }) => !socket.destroyed);
  // A connection that overflowed the system's queue is none to the shop: what is sent in it is answered with its end at once.
  for (const { socket } of held) socket.write('a');
  const known = held.length === 0 || (await within(RESET_MS, held)) ? slow.filter((one) => !held.includes(one)) : null;
  for (const { socket } of slow) socket.destroy();
  return known && Math.max(...(await Promise.all(known.map(({ ended }) => ended))));
}

/** True if all of them were ended before this time is over. */
async function within(milliseconds: number, slow: Slow[]): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  const all = Promise.all(slow.map(({ ended }) => ended)).then(() => true);
  const result = await Promise.race([all, over]);
  clearTimeout(timer);
  return result;
}

function endedAfter(milliseconds: number | null | undefined) {
  return milliseconds == null
    ? { measured: `not ended within ${PATIENCE_MS / 1_000} s`, holds: false }
    : { measured: `the last one ended after ${(milliseconds / 1_000).toFixed(0)} s`, holds: true };
}
