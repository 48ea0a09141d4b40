// Answers that a stranger can have made, by the table of addresses.
import { expect, onTestFinished, test, vi } from 'vitest';
import { createAddressTable } from '#contract/site-address.ts';
import { describeApi } from '../../../test/parts/described-api.ts';
import { joinParts } from './join-parts.ts';

const addresses = createAddressTable(describeApi().addresses);
const dear = addresses.rows.flatMap(({ path, costs, ...row }) =>
  costs === undefined ? [] : [{ ...row, path, costs }],
);
/** Milliseconds of a processor that a network may have made at once, and within ten seconds. */
const burst = 800;
const budget = 4_000;

/** `until`: before it nothing is made whole. */
function open(until: Promise<unknown> = Promise.resolve()) {
  const made = vi.fn(async (request: Request) => {
    await until;
    const isPublic = !request.url.includes('own');
    return new Response('made', { headers: isPublic ? { 'cache-control': 'public, no-cache' } : {} });
  });
  const part = { fetch: made };
  const parts = { api: part, storefront: part, hub: part, pictures: part, files: part, identity: part };
  const site = joinParts(
    { ...parts, recordView: () => {}, recordSearch: () => {} } as never,
    addresses,
    { version: { current: () => '1' } } as never,
    { config: { cacheBytes: 1_000_000, workPerNetwork: 40 }, development: false, origin: 'http://shop.test' } as never,
  );
  const ask = async (path: string, address: string, headers = {}) =>
    site.fetch(new Request(`http://shop.test${path}`, { headers }), { address });
  return { made, ask };
}

const sample = (path: string) => path.replace(/:\w+/g, 'one').replace('*', 'one');
const stranger = '192.0.2.1';
const visitor = '198.51.100.1';

test('there are some, each within what one network may have made', () => {
  expect(dear.length).toBeGreaterThan(15);
  for (const { path, costs } of dear) expect(costs, path).toBeLessThanOrEqual(budget);
});

test.each(dear)('$path is made so often at once, then the network is told to come back; others go on', async (row) => {
  // Time that comes back meanwhile must not count.
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { promise: allAsked, resolve: makeAll } = Promise.withResolvers<void>();
  const { made, ask } = open(allAsked);
  const most = Math.max(1, Math.floor((row.whileTyping ? burst / 2 : burst) / row.costs));
  const varies = row.path.includes(':') || row.query.length > 0;
  const address = (name: string) =>
    row.query.length > 0 ? `${sample(row.path)}?${row.query[0]}=${name}` : sample(row.path).replace('one', name);
  // Each is another one, or is not cached.
  const asked = Array.from({ length: most + 5 }, (_, count) => ask(address(`own${count}`), stranger));
  makeAll();
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  const isMadeEachTime = varies || row.caching === 'streamed';
  expect(made).toHaveBeenCalledTimes(isMadeEachTime ? most : 1);
  expect(statuses.filter((status) => status === 429)).toHaveLength(isMadeEachTime ? 5 : 0);
  const before = made.mock.calls.length;
  expect((await ask('/identity/', stranger)).status).toBe(200);
  expect((await ask(address('another'), visitor)).status).toBe(200);
  expect(made.mock.calls.length).toBeGreaterThan(before);
});

test.each(dear.filter(({ caching }) => caching.startsWith('shared')))(
  '$path is made once for all who ask the same, however often: what is cached is not counted',
  async ({ path }) => {
    const { made, ask } = open();
    const statuses = await Promise.all(Array.from({ length: 300 }, () => ask(sample(path), stranger)));
    for (let count = 0; count < 300; count++) statuses.push(await ask(sample(path), stranger));
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(made).toHaveBeenCalledTimes(1);
  },
);

test('three people who type behind one address, and their pages, have more made than a stranger in a loop', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { made, ask: asking } = open();
  made.mockImplementation(async () => {
    vi.advanceTimersByTime(6);
    return new Response('made');
  });
  const ask = async (path: string) => (await asking(path, stranger)).status;
  const typed: number[] = [];
  // A minute of it.
  for (let letter = 0; letter < 1_000; letter++) {
    vi.advanceTimersByTime(60 - 6);
    typed.push(await ask(`/api/search/suggestions?q=${letter}`));
    if (letter % 10 === 9) typed.push(await ask(`/products/keyword/${letter}`));
  }
  expect(new Set(typed)).toEqual(new Set([200]));
  // Letters in a loop leave room for a page, and have an end; pages have one too.
  let letters = 0;
  while ((await ask(`/api/search/suggestions?q=loop${letters}`)) === 200) letters++;
  let pages = 0;
  while ((await ask(`/products/keyword/loop${pages}`)) === 200) pages++;
  expect([letters > 50, pages > 50]).toEqual([true, true]);
});

test('a browser is refused on a page that says when it opens again, a program in JSON, also where answers are cached', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { ask } = open(new Promise(() => {}));
  for (let count = 0; count < 50; count++) void ask(`/products/keyword/own${count}`, stranger);
  const page = await ask('/products/keyword/x', stranger, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
  expect([page.status, page.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
  expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await page.text()).toMatch(/More was asked for from your network[\s\S]+in \d+ seconds[\s\S]+Try again/);
  const answer = await ask('/products/keyword/y', stranger);
  expect([answer.status, await answer.json()]).toMatchObject([429, { code: 'too_many_requests' }]);
});

test('what is dear waits in a line of its own, and a change of the same address in that of changes', () => {
  for (const { path } of dear) {
    expect(addresses.workOf({ method: 'GET', path: sample(path) }), path).toBe('making');
    expect(addresses.workOf({ method: 'POST', path: sample(path) }), path).toBe('changing');
  }
});
