// Answers that the cache of nginx keeps, for how long, and of which requests: the files of deploy/nginx in a real nginx, before a server
// whose answers the test sets. Every address of the shop is asked through it in site-address.test.ts.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findNginx, type ProxyServer, startNginx } from './processes/nginx.ts';

type Answered = { status: number; headers: Record<string, string>; body: string };

const publicAnswer: Answered = {
  status: 200,
  headers: { 'cache-control': 'public, no-cache', vary: 'accept-encoding', etag: '"one"' },
  body: 'one',
};

let folder: string;
let shop: Server;
let nginx: ProxyServer;
/** Answer of the server from now on, and its requests so far. */
let answer: Answered;
let asked: IncomingMessage[];

async function get(path = '/', headers: Record<string, string> = {}, given: { method?: string; body?: string } = {}) {
  const sent = request(nginx.address + path, { method: given.method ?? 'GET', headers, agent: false }).end(given.body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const body = await text(response);
  return { status: response.statusCode, headers: response.headers, body, cache: response.headers['x-cache-status'] };
}

/** Asks until the cache answers. */
const untilKept = (path?: string, headers?: Record<string, string>) =>
  expect.poll(async () => (await get(path, headers)).cache, { interval: 5 }).toBe('HIT');

/** Asks more often than an answer is asked for before it is kept. */
async function neverKept(path?: string, headers?: Record<string, string>, given?: { method?: string; body?: string }) {
  for (let time = 0; time < 5; time++) expect((await get(path, headers, given)).cache).not.toBe('HIT');
}

describe.runIf(findNginx())('nginx before a shop', () => {
  beforeEach(async () => {
    answer = publicAnswer;
    asked = [];
    shop = createServer((incoming, outgoing) => {
      asked.push(incoming);
      const { status, headers, body } = answer;
      if (status === 200 && incoming.headers['if-none-match'] === headers.etag && headers.etag)
        outgoing.writeHead(304, headers).end();
      else outgoing.writeHead(status, { ...headers, 'content-length': body.length }).end(body);
    }).listen(0, '127.0.0.1');
    await once(shop, 'listening');
    folder = await mkdtemp(join(tmpdir(), 'hearth-nginx-'));
    const { port } = shop.address() as AddressInfo;
    nginx = await startNginx(join(folder, 'nginx'), { processes: [port], caches: true });
  });
  afterEach(async () => {
    await nginx.stop();
    shop.close();
    shop.closeAllConnections();
    await rm(folder, { recursive: true });
  });

  test('a file is handed on as fast as its reader takes it, and is not read ahead', async () => {
    const piece = Buffer.alloc(1 << 20);
    const PIECES = 64;
    let sent = 0;
    shop.removeAllListeners('request');
    shop.on('request', (_incoming, outgoing) => {
      outgoing.writeHead(200, { 'x-accel-buffering': 'no', 'content-length': PIECES * piece.length });
      const send = () => {
        while (sent < PIECES) {
          sent++;
          if (!outgoing.write(piece)) return void outgoing.once('drain', send);
        }
      };
      send();
    });
    const asking = request(`${nginx.address}/api/product/one/free-file/two`, { agent: false }).end();
    const [response] = (await once(asking, 'response')) as [IncomingMessage];
    // Until nothing moves any more: what lies in between is full.
    let before = -1;
    await expect
      .poll(
        () => {
          const rests = sent === before;
          before = sent;
          return rests;
        },
        { interval: 300, timeout: 10_000 },
      )
      .toBe(true);
    expect(sent).toBeLessThan(PIECES / 2);
    response.resume();
    await once(response, 'end');
    expect(sent).toBe(PIECES);
  });

  test('a public answer is kept, as browsers are told of it', async () => {
    await untilKept();
    expect(await get()).toMatchObject({ status: 200, body: 'one', headers: publicAnswer.headers });
    expect((await get()).headers).not.toHaveProperty('x-accel-expires');
  });

  test('an answer is kept for no longer than half a second', async () => {
    await untilKept();
    answer = { ...publicAnswer, headers: { ...publicAnswer.headers, etag: '"two"' }, body: 'two' };
    const changed = performance.now();
    await expect.poll(async () => (await get()).body, { interval: 5 }).toBe('two');
    const halves = Math.ceil((performance.now() - changed) / 500) + 1;
    const before = asked.length;
    await untilKept();
    // Both halves have had their turn: none has the answer of before.
    for (let time = 0; time < 100 * halves; time++) expect((await get()).body).toBe('two');
    expect(asked.length - before).toBeLessThan(100 * halves);
  });

  test('an unchanged answer is not sent again', async () => {
    await untilKept();
    await expect.poll(async () => (await get()).cache, { interval: 5 }).toBe('REVALIDATED');
    expect(asked.at(-1)?.headers['if-none-match']).toBe('"one"');
    expect(await get()).toMatchObject({ status: 200, body: 'one' });
  });

  test.each([
    ['private ones', { headers: { 'cache-control': 'private, no-store' } }],
    ['those that say nothing', { headers: {} }],
    ['those with a cookie', { headers: { 'cache-control': 'public, no-cache', 'set-cookie': 'a=b' } }],
    [
      'those that depend on more',
      { headers: { 'cache-control': 'public, no-cache', vary: 'accept-encoding, cookie' } },
    ],
    ['those that cannot be kept small', { body: 'x'.repeat(1_000_000) }],
    ['redirects', { status: 302, headers: { 'cache-control': 'public, no-cache', location: '/a' } }],
    ['what is not there', { status: 404 }],
    ['refusals', { status: 503 }],
  ] satisfies Array<[string, Partial<Answered>]>)('%s are not kept', async (_, given) => {
    answer = { ...publicAnswer, ...given };
    await neverKept();
  });

  test.each([
    ['say who asks', { authorization: 'Bearer a' }, {}],
    ['want a part', { range: 'bytes=0-1' }, {}],
    ['set a condition on changes', { 'if-match': '"one"' }, {}],
    ['have a body', { 'content-length': '4' }, { body: 'body' }],
    ['only want the headers', {}, { method: 'HEAD' }],
    ['change something', {}, { method: 'POST' }],
  ])('requests that %s reach the shop as they are', async (_, headers, given) => {
    await untilKept();
    await neverKept('/', headers, given);
    expect(asked.at(-1)?.headers).toMatchObject(headers);
    expect(asked.at(-1)?.method).toBe('method' in given ? given.method : 'GET');
  });

  test('files that were bought are never kept, whatever is said of them', () => neverKept('/api/download/token/file'));

  test('an address that is asked for once is not written', async () => {
    await get('/?utm_source=1');
    await get('/?utm_source=2');
    expect(asked).toHaveLength(2);
    await untilKept('/?utm_source=1');
    expect((await get('/?utm_source=2')).cache).not.toBe('HIT');
  });

  test.each([
    ['br, gzip', 'br'],
    ['gzip, deflate, br;q=0', 'gzip'],
    ['gzip;q=0', undefined],
    ['', undefined],
  ])('with "%s" the shop is asked for %s', async (accepted, encoding) => {
    await untilKept('/', { 'accept-encoding': accepted });
    expect(asked.at(-1)?.headers['accept-encoding']).toBe(encoding ?? 'identity');
  });

  test('each encoding and each host has entries of its own', async () => {
    await untilKept('/', { 'accept-encoding': 'br' });
    expect((await get('/', { 'accept-encoding': 'gzip' })).cache).not.toBe('HIT');
    expect((await get('/', { 'accept-encoding': 'br', host: 'elsewhere.example' })).cache).not.toBe('HIT');
  });

  test('who has the page of now is told so', async () => {
    await untilKept('/', { 'if-none-match': '"one"' });
    expect(await get('/', { 'if-none-match': '"one"' })).toMatchObject({ status: 304, body: '' });
  });

  test('the address of a visitor reaches the shop, not that of nginx asking itself', async () => {
    await get('/', { 'x-forwarded-for': '192.0.2.1' });
    expect(asked.at(-1)?.headers['x-forwarded-for']).toBe('192.0.2.1, 127.0.0.1');
  });

  test('pages go on while no process answers, and what changes something does not', async () => {
    await untilKept();
    shop.close();
    shop.closeAllConnections();
    await expect.poll(async () => (await get()).cache, { interval: 5 }).toBe('STALE');
    expect(await get()).toMatchObject({ status: 200, body: 'one' });
    expect((await get('/', {}, { method: 'POST' })).status).toBe(502);
    expect((await get('/', { authorization: 'Bearer a' })).status).toBe(502);
  });

  test('what the shop refuses or has taken away is not answered from before', async () => {
    await untilKept();
    answer = { ...publicAnswer, status: 503, headers: { 'cache-control': 'no-store', 'retry-after': '1' } };
    await expect.poll(async () => (await get()).status, { interval: 5 }).toBe(503);
    expect(await get()).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  });
});

test.runIf(!findNginx())('nginx is not on this machine: on Debian, apt install nginx-light', () => {
  expect(findNginx()).toBeNull();
});
