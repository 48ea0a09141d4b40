import { expect, onTestFinished, test, vi } from 'vitest';
import { limitMaking } from './limit-making.ts';

/** Of 200 milliseconds in two seconds. */
const limited = (part: { fetch: (request: Request) => Response }, streams = false) =>
  limitMaking(part, {
    percent: 10,
    costOf: (path) => (path === '/dear' ? { milliseconds: 100, streams } : null),
  });
const ask = (path: string, headers = {}) => new Request(`http://shop.test${path}`, { headers });
const from = (address: string) => ({ address });

test('a network has dear answers made for its part of a processor, and is then told when to come back', async () => {
  const part = { fetch: vi.fn(() => new Response('made')) };
  const { fetch } = limited(part);
  for (let made = 0; made < 2; made++) expect((await fetch(ask('/dear'), from('192.0.2.1'))).status).toBe(200);
  const refused = await fetch(ask('/dear'), from('192.0.2.1'));
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({ code: 'too_many_requests' });
  expect(part.fetch).toHaveBeenCalledTimes(2);
  // What costs nothing, and others, are not held up by it.
  expect((await fetch(ask('/plain'), from('192.0.2.1'))).status).toBe(200);
  expect((await fetch(ask('/dear'), from('192.0.2.2'))).status).toBe(200);
});

test('no more than two seconds of it are made at once, and what costs more is paid for by the time after it', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { fetch } = limitMaking(
    { fetch: () => new Response('made') },
    { percent: 40, costOf: (path) => ({ milliseconds: path === '/dear' ? 2_000 : 200, streams: false }) },
  );
  const status = async (path: string) => (await fetch(ask(path), from('192.0.2.1'))).status;
  const burst = await Promise.all(Array.from({ length: 20 }, () => status('/list')));
  expect(burst.filter((one) => one === 200)).toHaveLength(4);
  vi.advanceTimersByTime(500);
  expect([await status('/list'), await status('/list')]).toEqual([200, 429]);
  vi.advanceTimersByTime(2_000);
  expect(await status('/dear')).toBe(200);
  vi.advanceTimersByTime(3_000);
  expect(await status('/list')).toBe(429);
  vi.advanceTimersByTime(500);
  expect(await status('/list')).toBe(200);
});

test('a browser that opens a page is told so on a page', async () => {
  const { fetch } = limited({ fetch: () => new Response('made') });
  const open = () => fetch(ask('/dear', { accept: 'text/html' }), from('192.0.2.1'));
  await Promise.all([open(), open()]);
  const refused = await open();
  expect([refused.status, refused.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
});

test('all addresses of an IPv6 subscriber are one network', async () => {
  const { fetch } = limited({ fetch: () => new Response('made') });
  const statuses: number[] = [];
  for (const end of ['1', '2', '3']) statuses.push((await fetch(ask('/dear'), from(`2001:db8:1:2::${end}`))).status);
  expect(statuses).toEqual([200, 200, 429]);
  expect((await fetch(ask('/dear'), from('2001:db8:1:3::1'))).status).toBe(200);
});

/** A long answer whose pieces are counted while they are made. */
function long(counts: { making: number; most: number; cancelled: number }, pieces = 20) {
  let left = pieces;
  return new Response(
    new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          counts.most = Math.max(counts.most, ++counts.making);
          await new Promise((resolve) => setImmediate(resolve));
          counts.making--;
          if (left-- > 0) controller.enqueue(new TextEncoder().encode('piece '));
          else controller.close();
        },
        cancel() {
          counts.cancelled++;
        },
      },
      { highWaterMark: 0 },
    ),
  );
}

test('what is made while it is sent is made piece by piece, one after another over all who read', async () => {
  const counts = { making: 0, most: 0, cancelled: 0 };
  const { fetch } = limited({ fetch: () => long(counts) }, true);
  const read = async (address: string) => (await fetch(ask('/dear'), from(address))).text();
  const texts = await Promise.all(['192.0.2.1', '192.0.2.2', '192.0.2.3'].map(read));
  expect(texts).toEqual(texts.map(() => 'piece '.repeat(20)));
  expect(counts).toEqual({ making: 0, most: 1, cancelled: 0 });
});

test('so many of them are on their way at once, of one network fewer; one whose reader goes away makes room', async () => {
  const counts = { making: 0, most: 0, cancelled: 0 };
  const { fetch } = limitMaking(
    { fetch: () => long(counts) },
    { percent: 100, costOf: () => ({ milliseconds: 1, streams: true }) },
  );
  const begin = (address: string) => fetch(ask('/dear'), from(address));
  const [first, second] = [await begin('192.0.2.1'), await begin('192.0.2.1')];
  const third = await begin('192.0.2.1');
  expect([third.status, third.headers.get('retry-after')]).toEqual([503, '10']);
  for (let network = 2; network < 16; network++) expect((await begin(`192.0.2.${network}`)).status).toBe(200);
  expect((await begin('192.0.2.99')).status).toBe(503);
  await first?.body?.cancel();
  expect(counts.cancelled).toBe(1);
  expect((await begin('192.0.2.1')).status).toBe(200);
  await second?.body?.cancel();
});

test('an answer that fails while it is sent fails for its reader, and for nobody after it', async () => {
  const failing = () => new Response(new ReadableStream({ pull: () => Promise.reject(new Error('away')) }));
  const part = { fetch: vi.fn(failing) };
  const { fetch } = limited(part, true);
  await expect((await fetch(ask('/dear'), from('192.0.2.1'))).text()).rejects.toThrow('away');
  part.fetch.mockImplementation(() => new Response('whole'));
  expect(await (await fetch(ask('/dear'), from('192.0.2.2'))).text()).toBe('whole');
});
