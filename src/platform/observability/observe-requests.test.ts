import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';
import { handOn, observeRequests } from './observe-requests.ts';

function logLines() {
  const lines: Array<Record<string, unknown>> = [];
  const write = (chunk: string, _encoding: unknown, done: () => void) => {
    lines.push(JSON.parse(chunk));
    done();
  };
  return { lines, log: createLog('debug', new Writable({ decodeStrings: false, write })) };
}

const at = (path: string, headers: Record<string, string> = {}) => new Request(`http://shop.test${path}`, { headers });

test('a request has one line, with its pattern and not its address', async () => {
  const { lines, log } = logLines();
  const part = observeRequests('api', log, (_request, seen) => {
    seen.route = '/user/:email';
    return new Response(null, { status: 404, headers: { 'x-request-id': seen.id } });
  });
  const response = await part.fetch(at('/user/jane@example.com'));
  expect(lines).toEqual([
    expect.objectContaining({ part: 'api', method: 'GET', route: '/user/:email', status: 404, ms: expect.any(Number) }),
  ]);
  expect(lines[0]?.requestId).toBe(response.headers.get('x-request-id'));
});

test('the id goes with the request to the next part, and onto every line that is logged for it', async () => {
  const { lines, log } = logLines();
  const api = observeRequests('api', log, async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    log.warn('something is odd');
    return new Response();
  });
  const askApi = handOn((request: Request) => api.fetch(request));
  const storefront = observeRequests('storefront', log, () => askApi(at('/api')));
  await Promise.all(['request-one', 'request-two'].map((id) => storefront.fetch(at('/', { 'x-request-id': id }))));
  for (const id of ['request-one', 'request-two'])
    expect(lines.filter(({ requestId }) => requestId === id).map(({ part, msg }) => part ?? msg)).toEqual([
      'something is odd',
      'api',
      'storefront',
    ]);
});

test('an id that is not harmless to log is replaced', async () => {
  const { lines, log } = logLines();
  const part = observeRequests('api', log, () => new Response());
  await part.fetch(at('/', { 'x-request-id': 'jane@example.com' }));
  expect(lines[0]?.requestId).toMatch(/^[0-9a-f-]{36}$/);
});
