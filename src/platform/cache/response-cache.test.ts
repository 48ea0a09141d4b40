import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { cacheResponses } from './response-cache.ts';

const page = 'x'.repeat(5_000);

function aCachedPart(
  answer: () => Response = () => new Response(page, { headers: { 'cache-control': 'public, no-cache' } }),
  forSignedIn = false,
) {
  let made = 0;
  let version = '1';
  const seen: Request[] = [];
  const part = cacheResponses(
    {
      fetch(request) {
        made++;
        seen.push(request);
        return answer();
      },
    },
    {
      version: () => version,
      maxBytes: 1_000_000,
      addressOf: (url) => ({ address: url.split('?')[0] ?? '', forSignedIn }),
    },
  );
  return {
    get: (path: string, headers: Record<string, string> = {}) =>
      part.fetch(new Request(`http://shop.test${path}`, { headers })),
    made: () => made,
    count: part.count,
    seen,
    change: () => {
      version += '+';
    },
  };
}

test('a public answer is made once, and again after a change of the version', async () => {
  const { get, made, change } = aCachedPart();
  expect(await (await get('/a')).text()).toBe(page);
  expect(await (await get('/a?utm_source=mail')).text()).toBe(page);
  expect(made()).toBe(1);
  change();
  await get('/a');
  expect(made()).toBe(2);
});

test('an answer with the same bytes after a change keeps what it was compressed to', async () => {
  const { get, made, change, count } = aCachedPart();
  await get('/a');
  const { bytes: plain } = count();
  const packed = await get('/a', { 'accept-encoding': 'br' });
  const etag = packed.headers.get('etag');
  const { bytes } = count();
  expect(bytes).toBe(plain + Number(packed.headers.get('content-length')));
  change();
  expect((await get('/a', { 'accept-encoding': 'br' })).headers.get('etag')).toBe(etag);
  expect(made()).toBe(2);
  expect(count()).toMatchObject({ bytes, entries: 1 });
});

test('a part that gives an ETag is asked with it after a change, and what it calls unchanged is answered as before', async () => {
  let text = page;
  const { get, seen, change } = aCachedPart(() => {
    const headers = { etag: `"${text.length}"`, 'cache-control': 'public' };
    const isKnown = seen.at(-1)?.headers.get('if-none-match') === headers.etag;
    return isKnown ? new Response(null, { status: 304, headers }) : new Response(text, { headers });
  });
  const asked = () => seen.map(({ headers }) => headers.get('if-none-match'));
  const etag = (await get('/a')).headers.get('etag') ?? '';
  // Its own is that of its bytes in one encoding, and no visitor's reaches the part.
  expect((await get('/a', { 'if-none-match': etag })).status).toBe(304);
  change();
  const again = await get('/a', { 'if-none-match': '"5000"' });
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([200, page, etag]);
  expect(asked()).toEqual([null, '"5000"']);
  text = 'something else';
  expect(await (await get('/a')).text()).toBe(page);
  change();
  expect(await (await get('/a')).text()).toBe('something else');
  expect(asked()).toEqual([null, '"5000"', '"5000"']);
});

test('requests for the same address at the same time wait for one rendering', async () => {
  const { get, made } = aCachedPart();
  const answers = await Promise.all([get('/a'), get('/a'), get('/a')]);
  expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual([page, page, page]);
  expect(made()).toBe(1);
});

test('nothing of the visitor reaches an answer that is cached for all', async () => {
  const { get, seen } = aCachedPart();
  await get('/a?utm_source=mail', { cookie: 'session=1' });
  expect(seen[0]?.url).toBe('http://shop.test/a');
  expect([...(seen[0]?.headers.keys() ?? [])]).toEqual([]);
});

test('whoever says who they are gets an answer of their own, which is not cached', async () => {
  const { get, seen } = aCachedPart();
  await get('/a');
  const own = await get('/a', { authorization: 'Bearer x' });
  expect(seen.map(({ headers }) => headers.get('authorization'))).toEqual([null, 'Bearer x']);
  expect(own.headers.get('etag')).toBeNull();
  await get('/a');
  expect(seen).toHaveLength(2);
});

test('who says who they are renders nothing again where that changes nothing', async () => {
  const { get, made, seen } = aCachedPart(undefined, true);
  for (const authorization of ['Bearer a', 'Bearer b', 'Basic c'])
    expect(await (await get('/a', { authorization })).text()).toBe(page);
  expect(made()).toBe(1);
  expect([...(seen[0]?.headers.keys() ?? [])]).toEqual([]);
});

test('answers are compressed as the client asks', async () => {
  const { get } = aCachedPart();
  const brotli = await get('/a', { 'accept-encoding': 'gzip, deflate, br' });
  expect(brotli.headers.get('content-encoding')).toBe('br');
  expect(brotliDecompressSync(await brotli.arrayBuffer()).toString()).toBe(page);
  const gzip = await get('/a', { 'accept-encoding': 'gzip, br;q=0' });
  expect(gzip.headers.get('content-encoding')).toBe('gzip');
  expect(gunzipSync(await gzip.arrayBuffer()).toString()).toBe(page);
  expect((await get('/a')).headers.get('content-encoding')).toBeNull();
  expect((await get('/a')).headers.get('vary')).toBe('accept-encoding');
});

test('an ETag answers 304 while the answer is the same, and each encoding has its own', async () => {
  const { get } = aCachedPart();
  const etag = (await get('/a')).headers.get('etag') ?? '';
  expect(etag).toMatch(/^".+"$/);
  const same = await get('/a', { 'if-none-match': `"other", W/${etag}` });
  expect(same.status).toBe(304);
  expect(await same.text()).toBe('');
  expect((await get('/a', { 'if-none-match': etag, 'accept-encoding': 'br' })).status).toBe(200);
});

test('private answers, errors and redirects are not cached', async () => {
  for (const answer of [
    () => new Response('mine'),
    () => new Response('no', { status: 404, headers: { 'cache-control': 'public' } }),
    () => new Response(null, { status: 302, headers: { location: '/x', 'cache-control': 'public' } }),
  ]) {
    const { get, made } = aCachedPart(answer);
    await Promise.all([get('/a'), get('/a')]);
    await get('/a');
    expect(made()).toBe(3);
  }
});

test('what is cached is sent straight to Node, in the same words as through fetch', async () => {
  const cached = cacheResponses(
    { fetch: () => new Response(page, { headers: { 'cache-control': 'public', 'content-type': 'text/html' } }) },
    {
      version: () => '1',
      maxBytes: 1_000_000,
      addressOf: (url) => ({ address: `http://shop.test${url.replace('http://shop.test', '')}`, forSignedIn: true }),
    },
  );
  const server = createServer((incoming, outgoing) => {
    if (!cached.sendCached(incoming, outgoing)) outgoing.writeHead(599).end();
  }).listen(0);
  const address = `http://localhost:${(server.address() as AddressInfo).port}/a`;
  expect((await fetch(address)).status).toBe(599);

  const made = await cached.fetch(new Request('http://shop.test/a', { headers: { 'accept-encoding': 'br' } }));
  const sent = await fetch(address, { headers: { 'accept-encoding': 'br' } });
  expect(await sent.text()).toBe(page);
  for (const [name, value] of made.headers) expect(sent.headers.get(name), name).toBe(value);
  const etag = sent.headers.get('etag') ?? '';
  expect((await fetch(address, { headers: { 'accept-encoding': 'br', 'if-none-match': etag } })).status).toBe(304);
  const named = { 'accept-encoding': 'br', authorization: 'Bearer x' };
  expect((await fetch(address, { headers: named })).status).toBe(200);
  expect((await fetch(address, { method: 'POST' })).status).toBe(599);
  server.close();
});

test('a page that proves popular is compressed better, and stays the same page', async () => {
  const text = Array.from({ length: 900 }, (_, index) => `<li>machine ${index * 7919}</li>`).join('');
  const cached = cacheResponses(
    { fetch: () => new Response(text, { headers: { 'cache-control': 'public' } }) },
    {
      version: () => '1',
      maxBytes: 1_000_000,
      addressOf: () => ({ address: 'http://shop.test/a', forSignedIn: true }),
    },
  );
  const server = createServer((incoming, outgoing) => {
    if (!cached.sendCached(incoming, outgoing)) outgoing.writeHead(599).end();
  }).listen(0);
  const address = `http://localhost:${(server.address() as AddressInfo).port}/a`;
  const first = await cached.fetch(new Request(address, { headers: { 'accept-encoding': 'br' } }));
  const size = Number(first.headers.get('content-length'));
  await vi.waitFor(
    async () => {
      const sent = await fetch(address, { headers: { 'accept-encoding': 'br' } });
      expect(await sent.text()).toBe(text);
      expect(Number(sent.headers.get('content-length'))).toBeLessThan(size);
    },
    { interval: 5, timeout: 10_000 },
  );
  server.close();
});

test('an address is read once, and one that is never cached leads nowhere each time', async () => {
  const addressOf = vi.fn((url: string) =>
    url.endsWith('/private') ? null : { address: url.split('?')[0] ?? '', forSignedIn: false },
  );
  const answer = () => new Response(page, { headers: { 'cache-control': 'public, no-cache' } });
  const part = cacheResponses({ fetch: answer }, { version: () => '1', maxBytes: 1_000_000, addressOf });
  const get = (path: string, headers = {}) => part.fetch(new Request(`http://shop.test${path}`, { headers }));
  for (let time = 0; time < 3; time++) await get('/a?b=1');
  expect(addressOf).toHaveBeenCalledTimes(1);
  await get('/a?b=1', { authorization: 'Bearer one' });
  expect(part.count()).toMatchObject({ hits: 2, misses: 1 });
  for (let time = 0; time < 3; time++) await get('/private');
  expect(part.count()).toMatchObject({ hits: 2, misses: 1 });
});
