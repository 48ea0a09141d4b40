// Real sockets: what a client meets at the door, whatever is behind it.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createAdmission } from './door/admission.ts';
import { type HttpServer, openHttpServer } from './http-server.ts';
import type { WorkLimits } from './listener.ts';

let http: HttpServer | null = null;
afterEach(async () => {
  http?.server.closeAllConnections();
  await http?.close(1_000);
  http = null;
});

async function open(
  answer: (request: Request) => Response | Promise<Response>,
  options: Partial<WorkLimits> & { maxConnections?: number } = {},
) {
  const { maxConnections, ...limits } = options;
  http = await openHttpServer({
    port: 0,
    host: '127.0.0.1',
    trustedProxies: 0,
    ...(maxConnections && { maxConnections }),
  });
  http.serve({ fetch: answer, sendCached: () => false }, limits);
  return http;
}

/** Sends the bytes as they are; answers everything that came back once the other side has closed. */
async function speak(server: HttpServer, text: string): Promise<string> {
  const socket = connectTo(server);
  socket.write(text);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.on('error', () => {
    // Only the data that the server sent before it closed counts.
  });
  await once(socket, 'close');
  return answer;
}

function connectTo({ address }: HttpServer): Socket {
  return connect(Number(new URL(address).port), '127.0.0.1');
}

const jsonBody = { 'content-type': 'application/json' };

test('before the shop is open programs are told so in JSON, and browsers with a page that loads again', async () => {
  http = await openHttpServer({ port: 0, host: '127.0.0.1', trustedProxies: 0 });
  const program = await fetch(http.address, { method: 'POST', headers: jsonBody, body: '{}' });
  expect(program.status).toBe(503);
  expect(program.headers.get('retry-after')).toBe('2');
  expect(await program.json()).toMatchObject({ code: 'unavailable', __type: 'ServiceUnavailableException' });

  const browser = await fetch(http.address, { headers: { accept: 'text/html,*/*' } });
  expect(browser.status).toBe(503);
  expect(await browser.text()).toMatch(/http-equiv="refresh"[\s\S]*The shop is starting\./);
});

test('who comes when there is no room is told so at once, and when to come again', async () => {
  let finish = () => {};
  const busy = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const admission = createAdmission({ atOnce: 1, inLine: 0 });
  const server = await open(
    async () => {
      await busy;
      return new Response('served');
    },
    { admissionOf: ({ path }) => (path === '/free' ? null : admission) },
  );
  const first = fetch(server.address);
  await expect.poll(() => admission.count().working).toBe(1);
  const refused = await fetch(server.address);
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(await refused.json()).toMatchObject({ code: 'unavailable' });
  const free = fetch(`${server.address}/free`);
  finish();
  expect(await (await first).text()).toBe('served');
  expect((await free).status).toBe(200);
  expect((await fetch(server.address)).status).toBe(200);
});

test('a body that is announced too large is refused before it is sent, and the connection ends', async () => {
  const server = await open((request) => request.text().then((text) => new Response(text)));
  const answer = await speak(
    server,
    'POST / HTTP/1.1\r\nhost: shop\r\ncontent-length: 2000000\r\ncontent-type: application/json\r\n\r\n{',
  );
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).toMatch(/connection: close/i);
  expect(answer).toContain('The body is larger than 1024 kB.');
});

test('a browser is told on a page what is too long or too large, and to go back to the form when there is no room', async () => {
  const full = createAdmission({ atOnce: 0, inLine: 0 });
  const server = await open(() => new Response('served'), {
    largestBodyOf: () => 2_048,
    lengths: { path: 100, query: 100, header: 1_000, headers: {} },
    admissionOf: ({ path }) => (path === '/full' ? full : null),
  });
  const headers = { accept: 'text/html,*/*;q=0.8' };
  const ask = async (path: string, body?: string) => {
    const answer = await fetch(server.address + path, { headers, ...(body !== undefined && { method: 'POST', body }) });
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    return [answer.status, await answer.text()] as const;
  };
  const [[long, longPage], [large, largePage], [form, formPage]] = [
    await ask(`/${'a'.repeat(100)}`),
    await ask('/', 'a'.repeat(3_000)),
    await ask('/full', 'a'),
  ];
  expect([long, large, form]).toEqual([414, 413, 503]);
  expect(longPage).toContain('The path of the address has 101 characters.');
  expect(largePage).toContain('The body is larger than 2 kB.');
  expect(formPage).toContain('Go back, and try again in a moment.');
  expect(formPage).not.toContain('refresh');
});

test('what does not say how large it is is refused when it is, in the words of who is asked', async () => {
  const server = await open(() => new Response('served'), {
    largestBodyOf: () => 2_048,
    refuse: (path, { status, message }) => Response.json({ path, message }, { status }),
  });
  const send = async (path: string) => {
    const [head = '', body = ''] = (
      await speak(
        server,
        `POST ${path} HTTP/1.1\r\nhost: shop\r\ntransfer-encoding: chunked\r\n\r\n1000\r\n${'a'.repeat(4_096)}\r\n`,
      )
    ).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 413 /);
    expect(head).toMatch(/connection: close/i);
    return JSON.parse(body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1));
  };
  expect(await send('/api/review')).toEqual({ path: '/api/review', message: 'The body is larger than 2 kB.' });
  expect(await send('/identity/')).toEqual({ path: '/identity/', message: 'The body is larger than 2 kB.' });
});

test('a body is waited for without a place among what is worked on: any number of slow ones keep nobody waiting', async () => {
  const admission = createAdmission({ atOnce: 1, inLine: 0 });
  const server = await open(async (request) => new Response(`read ${await request.text()}`), {
    admissionOf: () => admission,
  });
  const start = 'POST / HTTP/1.1\r\nhost: shop\r\nconnection: close\r\ncontent-length: 5\r\n\r\na';
  const slow = Array.from({ length: 100 }, () => connectTo(server));
  for (const socket of slow) socket.write(start);
  // Each of them has been accepted, and its beginning read, before a request that comes after them is answered.
  await Promise.all(slow.map((socket) => socket.connecting && once(socket, 'connect')));
  for (let count = 0; count < 5; count++) {
    const answer = await fetch(server.address, { method: 'POST', body: 'quick' });
    expect(await answer.text()).toBe('read quick');
  }
  expect(admission.count()).toMatchObject({ working: 0, refused: 0 });

  const [first] = slow as [Socket];
  const answered = once(first, 'data');
  first.write('bcde');
  expect(String((await answered)[0])).toMatch(/^HTTP\/1\.1 200 [\s\S]*read abcde/);
  for (const socket of slow) socket.destroy();
});

test('[G-03] a body that is streamed is read while it comes, however large it is, and nothing of it is kept in memory', async () => {
  let bytesRead = 0;
  const server = await open(
    async (request) => {
      for await (const chunk of request.body as ReadableStream<Uint8Array>) bytesRead += chunk.length;
      return new Response(`heard ${bytesRead}`);
    },
    { streamsBody: (path) => path === '/upload', largestBodyOf: () => 10 },
  );
  const socket = connectTo(server);
  socket.write('POST /upload HTTP/1.1\r\nhost: shop\r\nconnection: close\r\ncontent-length: 2000000\r\n\r\n');
  socket.write('a'.repeat(1_000_000));
  await expect.poll(() => bytesRead).toBe(1_000_000);
  const answered = once(socket, 'data');
  socket.write('b'.repeat(1_000_000));
  expect(String((await answered)[0])).toMatch(/^HTTP\/1\.1 200 /);
  expect(bytesRead).toBe(2_000_000);
  const refused = await fetch(`${server.address}/other`, { method: 'POST', body: 'a'.repeat(11) });
  expect(refused.status).toBe(413);
});

test.each([
  ['/assets/../identity', '/identity'],
  ['/assets/%2e%2e/identity?x=1', '/identity'],
  ['/%69dentity', '/identity'],
  ['/api/health/../checkout-session', '/api/checkout-session'],
  ['http://other/identity', '/identity'],
])('%s is limited by the path to which it leads', async (target, path) => {
  const limited: string[] = [];
  const server = await open((request) => new Response(`at ${new URL(request.url).pathname}`), {
    admissionOf(request) {
      limited.push(request.path);
      return null;
    },
  });
  const answer = await speak(server, `POST ${target} HTTP/1.1\r\nhost: shop\r\nconnection: close\r\n\r\n`);
  expect(answer).toContain(`at ${path}`);
  expect(limited).toEqual([path]);
});

test('a part that refuses a body ends the connection, so that the rest is not taken for a request', async () => {
  const server = await open(() => new Response('too large', { status: 413 }));
  const answer = await speak(
    server,
    'POST / HTTP/1.1\r\nhost: shop\r\ncontent-length: 5\r\n\r\nabcdeGET /hidden HTTP/1.1\r\nhost: shop\r\n\r\n',
  );
  expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  expect(answer).toMatch(/connection: close/i);
});

test.each(['1.2.3.256', '99999999999999999999', 'a b', '[::'])('the host %j is refused', async (host) => {
  const server = await open((request) => new Response(new URL(request.url).host));
  expect(await speak(server, `GET / HTTP/1.1\r\nhost: ${host}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
});

test.each([
  ['path', `/${'a/'.repeat(50)}`, '', 414, 'The path of the address has 101 characters. It may have 100.'],
  ['query', `/a?${'b'.repeat(200)}`, '', 414, 'The query of the address has 201 characters. It may have 200.'],
  ['header', '/a?b', `x-note: ${'c'.repeat(301)}`, 431, 'The header x-note has 301 characters. It may have 300.'],
  [
    'header with a length of its own',
    '/a',
    `Range: ${'d'.repeat(21)}`,
    431,
    'The header range has 21 characters. It may have 20.',
  ],
])(
  'a %s that is too long is refused with a sentence before anything is read of it',
  async (_what, url, header, status, message) => {
    let asked = 0;
    const server = await open(() => new Response(String(++asked)), {
      lengths: { path: 100, query: 200, header: 300, headers: { range: 20 } },
    });
    const answer = await speak(server, `GET ${url} HTTP/1.1\r\nhost: shop\r\n${header && `${header}\r\n`}\r\n`);
    expect(answer).toContain(`HTTP/1.1 ${status} `);
    expect(answer).toContain(JSON.stringify({ message }));
    expect(asked).toBe(0);
  },
);

test('headers of more than 48 kB, and what is no HTTP, are refused', async () => {
  const server = await open(() => new Response('served'));
  expect(await speak(server, `GET / HTTP/1.1\r\nhost: shop\r\nx: ${'a'.repeat(50_000)}\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 431 /,
  );
  expect(await speak(server, '\u0016\u0003\u0001 hello\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
});

test('one connection more than allowed is closed, and its place is free again afterwards', async () => {
  const server = await open(() => new Response('served'), { maxConnections: 1 });
  const first = connectTo(server);
  await once(first, 'connect');
  const second = connectTo(server);
  second.on('error', () => {
    // A reset is as good an end as a close.
  });
  await once(second, 'close');
  first.destroy();
  await expect
    .poll(() =>
      fetch(server.address).then(
        (answer) => answer.status,
        () => null,
      ),
    )
    .toBe(200);
});

test('told to end, it goes on serving for a while, with answers that end their connections', async () => {
  const server = await open(() => new Response('served'));
  const idle = await fetch(server.address);
  expect(idle.headers.get('connection')).toBe('keep-alive');
  await idle.text();
  const closed = server.close(5_000, 300);
  const answer = await fetch(server.address);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('connection')).toBe('close');
  await answer.text();
  await closed;
  await expect(fetch(server.address)).rejects.toThrow();
  http = null;
});

test('told to end, it sends a large answer to its last byte, however slowly that is read', async () => {
  const length = 50_000_000;
  const server = await open(() => new Response(new Uint8Array(length)));
  const answer = await fetch(server.address);
  const reader = answer.body?.getReader();
  const first = await reader?.read();
  const closed = server.close(30_000);
  // Long enough for many looks at which connections are idle.
  await new Promise((resolve) => setTimeout(resolve, 300));
  let bytesRead = first?.value?.length ?? 0;
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) bytesRead += part.value.length;
  expect(bytesRead).toBe(length);
  await closed;
  http = null;
});

test('a body that is not there reads as an empty one, also where neither a length nor chunks are said', async () => {
  for (const streamsBody of [() => false, () => true]) {
    const server = await open(async (request) => new Response(`[${await request.text()}]`), { streamsBody });
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const answer = await speak(server, `${method} / HTTP/1.1\r\nhost: shop\r\nconnection: close\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1.1 200 [\s\S]*\[\]/);
    }
    await server.close(1_000);
  }
});

test('requests without a body are answered one after the other on one connection', async () => {
  const server = await open((request) => new Response(new URL(request.url).pathname));
  const asked = ['/a', '/b', '/c'].map((path) => `GET ${path} HTTP/1.1\r\nhost: shop\r\n`);
  const answer = await speak(server, `${asked.join('\r\n')}connection: close\r\n\r\n`);
  expect(answer.match(/\/[abc]/g)).toEqual(['/a', '/b', '/c']);
});
