import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { limitMaking } from './limit-making.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
});

/** Takes so long to be made. */
const taking = (milliseconds: number) => ({
  fetch: vi.fn(() => {
    vi.advanceTimersByTime(milliseconds);
    return new Response('made');
  }),
});
/** Budget of 200 milliseconds in two seconds. */
const limited = (part: { fetch: (request: Request) => Response }, streams = false) =>
  limitMaking(part, {
    percent: 10,
    rest: async () => {},
    costOf: (path) => (path === '/dear' ? { milliseconds: 100, streams } : null),
  });
const ask = (path: string, headers = {}) => new Request(`http://shop.test${path}`, { headers });
const from = (address: string) => ({ address });
/** Lets pending promises go on. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('a network has dear answers made for its part of a processor, and is then told when to come back', async () => {
  const part = taking(100);
  const { fetch } = limited(part);
  for (let made = 0; made < 2; made++) expect((await fetch(ask('/dear'), from('192.0.2.1'))).status).toBe(200);
  const refused = await fetch(ask('/dear'), from('192.0.2.1'));
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({ code: 'too_many_requests' });
  expect(part.fetch).toHaveBeenCalledTimes(2);
  // Free answers, and other networks, are not held up by it.
  expect((await fetch(ask('/plain'), from('192.0.2.1'))).status).toBe(200);
  expect((await fetch(ask('/dear'), from('192.0.2.2'))).status).toBe(200);
});

test('no more than two seconds of it are made at once, and what costs more is paid for by the time after it', async () => {
  const costs: Record<string, number> = { '/dear': 2_000, '/list': 200 };
  const made: Array<() => void> = [];
  const { fetch } = limitMaking(
    { fetch: () => new Promise((resolve) => made.push(() => resolve(new Response('made')))) },
    { percent: 40, costOf: (path) => ({ milliseconds: costs[path] ?? 0, streams: false }) },
  );
  /** Refused, or begun, and made after all that its cost says. */
  const status = async (path: string) => {
    const answer = fetch(ask(path), from('192.0.2.1'));
    vi.advanceTimersByTime(made.length > 0 ? (costs[path] ?? 0) : 0);
    made.pop()?.();
    return (await answer).status;
  };
  const burst = Array.from({ length: 20 }, () => fetch(ask('/list'), from('192.0.2.1')));
  expect(made).toHaveLength(4);
  vi.advanceTimersByTime(800);
  for (const one of made.splice(0)) one();
  expect((await Promise.all(burst)).filter((one) => one.status === 200)).toHaveLength(4);
  // 40 percent of the 800 milliseconds that it took.
  expect([await status('/list'), await status('/list')]).toEqual([200, 200]);
  expect(await status('/list')).toBe(429);
  vi.advanceTimersByTime(2_000);
  expect(await status('/dear')).toBe(200);
  vi.advanceTimersByTime(1_000);
  expect(await status('/list')).toBe(429);
  vi.advanceTimersByTime(500);
  expect(await status('/list')).toBe(200);
});

test('what it took less than it may take comes back: an office behind one address reads on', async () => {
  const { fetch } = limited(taking(5));
  const statuses: number[] = [];
  for (let made = 0; made < 20; made++) statuses.push((await fetch(ask('/dear'), from('192.0.2.1'))).status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  // A network that asks for nothing else is told to come back all the same.
  for (let made = 0; made < 30; made++) statuses.push((await fetch(ask('/dear'), from('192.0.2.1'))).status);
  expect(statuses.at(-1)).toBe(429);
});

test('the time of those that are made at once is shared among them, and never more than their cost', async () => {
  const begun: Array<(response: Response) => void> = [];
  const part = { fetch: () => new Promise<Response>((resolve) => begun.push(resolve)) };
  const { fetch } = limitMaking(part, {
    percent: 10,
    rest: async () => {},
    costOf: () => ({ milliseconds: 100, streams: false }),
  });
  const one = (address: string) => fetch(ask('/dear'), from(address));
  const both = [one('192.0.2.1'), one('192.0.2.2')];
  await turn();
  expect(begun).toHaveLength(2);
  vi.advanceTimersByTime(60);
  for (const end of begun.splice(0)) end(new Response('made'));
  await Promise.all(both);
  // 200 - 30 + 6: one more, and not two.
  const next = one('192.0.2.1');
  expect((await one('192.0.2.1')).status).toBe(429);
  await turn();
  expect(begun).toHaveLength(1);
  // Nor more than it costs, however long it takes: 76 are left, and what has come back.
  vi.advanceTimersByTime(500);
  begun.pop()?.(new Response('made'));
  expect((await next).status).toBe(200);
  void one('192.0.2.1');
  await turn();
  expect(begun).toHaveLength(1);
});

test('what is aside leaves half of it to everything else', async () => {
  const { fetch } = limitMaking(taking(10), {
    percent: 10,
    costOf: (path) => ({ milliseconds: 10, streams: false, aside: path === '/letter' }),
  });
  const countMade = async (path: string) => {
    let made = 0;
    while ((await fetch(ask(path), from('192.0.2.1'))).status === 200) made++;
    return made;
  };
  // Nine milliseconds each, with what comes back meanwhile.
  expect(await countMade('/letter')).toBe(11);
  expect(await countMade('/page')).toBe(11);
});

test('what failed, and what was not begun, costs what it took', async () => {
  const part = { fetch: vi.fn((): Response => Promise.reject(new Error('away')) as never) };
  const { fetch } = limited(part);
  for (let time = 0; time < 5; time++) await expect(fetch(ask('/dear'), from('192.0.2.1'))).rejects.toThrow('away');
});

test('a browser that opens a page is told so on a page', async () => {
  const { fetch } = limited(taking(100));
  const open = () => fetch(ask('/dear', { accept: 'text/html' }), from('192.0.2.1'));
  await open();
  await open();
  const refused = await open();
  expect([refused.status, refused.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
});

test('all addresses of an IPv6 subscriber are one network', async () => {
  const { fetch } = limited(taking(100));
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
