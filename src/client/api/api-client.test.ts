import { expect, test } from 'vitest';
import { type ApiCall, ApiError, createApiClient } from './api-client.ts';

const review = { product_id: 'a', rate: 5, review_text: 'Good.' };

function answering(response: () => Response) {
  const requests: Request[] = [];
  const calls: ApiCall[] = [];
  const failures: ApiError[] = [];
  const api = createApiClient({
    base: 'http://shop.example',
    fetch(request) {
      requests.push(request);
      return response();
    },
    async headersOf(call) {
      calls.push(call);
      return { 'x-call': `${call.method} ${call.asUser ? 'as user' : 'as anybody'}` };
    },
    async onFailure(_call, error) {
      failures.push(error);
    },
  });
  return { api, requests, calls, failures };
}

test("a read is made as anybody unless it asks for the user; a change always is the user's", async () => {
  const { api, requests } = answering(() => Response.json({}));
  await api.get('/product');
  await api.get('/user/{email}', { params: { path: { email: 'a@example.com' } }, asUser: true });
  await api.post('/review', { body: review });
  await api.put('/cart', { body: { items: [] } });
  await api.delete('/review/{id}', { params: { path: { id: '1' } } });
  expect(requests.map((request) => request.headers.get('x-call'))).toEqual([
    'GET as anybody',
    'GET as user',
    'POST as user',
    'PUT as user',
    'DELETE as user',
  ]);
});

test('what is sent is JSON; a call without content says nothing of its type', async () => {
  const { api, requests } = answering(() => Response.json({ saved: true }));
  expect(await api.put('/cart', { body: { items: [], coupon: undefined } })).toEqual({ saved: true });
  await api.delete('/review/{id}', { params: { path: { id: 'a/b' } } });
  const [put, remove] = requests;
  expect(put?.url).toBe('http://shop.example/api/cart');
  expect(put?.headers.get('content-type')).toBe('application/json');
  expect(await put?.text()).toBe('{"items":[]}');
  expect(remove?.url).toBe('http://shop.example/api/review/a%2Fb');
  expect(remove?.headers.get('content-type')).toBeNull();
  expect(await remove?.text()).toBe('');
});

test('an answer without content is a success too', async () => {
  const { api } = answering(() => new Response(null, { status: 204 }));
  expect(await api.delete('/review/{id}', { params: { path: { id: '1' } } })).toBeUndefined();
});

test.each([
  ['its message field', Response.json({ message: 'Not yours' }, { status: 403, statusText: 'Forbidden' }), 'Not yours'],
  ['the status text without one', Response.json({}, { status: 403, statusText: 'Forbidden' }), 'Forbidden'],
  ['the status text with an empty one', Response.json({ message: '' }, { status: 500, statusText: 'Oh' }), 'Oh'],
  ['the status text of no JSON', new Response('<h1>', { status: 502, statusText: 'Bad Gateway' }), 'Bad Gateway'],
  ['the status text of null', Response.json(null, { status: 400, statusText: 'Bad Request' }), 'Bad Request'],
])(
  '[E-11] the message of a failed answer is %s, and it is told before it is thrown',
  async (_what, response, message) => {
    const { api, failures } = answering(() => response);
    const thrown = await api.get('/product').catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(ApiError);
    expect(thrown).toMatchObject({ status: response.status, message });
    expect(failures).toEqual([thrown]);
  },
);

test.each([
  [true, 2, { saved: true }],
  [false, 1, 409],
])('[B-03] what was refused is sent once more after a proof (%s), with its key', async (isProved, times, outcome) => {
  const sent: Array<[string, string | null]> = [];
  const api = createApiClient({
    base: 'http://shop.example',
    async fetch(request) {
      sent.push([await request.text(), request.headers.get('idempotency-key')]);
      return sent.length === 1
        ? Response.json({ message: 'Sign in again.', refusal: 'sign_in_again' }, { status: 409 })
        : Response.json({ saved: true });
    },
    mayRepeat: async () => isProved,
  });
  const params = { path: { sellerId: 's' }, header: { 'idempotency-key': 'one' } };
  const answer = await api
    .post('/seller/{sellerId}/payout', { params, body: { amount: 4 } })
    .catch(({ status }: ApiError) => status);
  expect(answer).toEqual(outcome);
  expect(sent).toEqual(Array(times).fill(['{"amount":4}', 'one']));
});

test('a POST that has nothing to say sends no body', async () => {
  const { api, requests } = answering(() => Response.json({}));
  await api.post('/dispute/{disputeId}/withdraw', { params: { path: { disputeId: 'd' } } });
  expect(requests[0]?.headers.get('content-type')).toBeNull();
  expect(await requests[0]?.text()).toBe('');
});

test('a file is sent as it is, with what its type says', async () => {
  const { api, requests } = answering(() => Response.json({}));
  const params = { path: { sellerId: 's' } };
  await api.post('/seller/{sellerId}/picture', { params, body: new Blob(['x'], { type: 'image/png' }) });
  await api.post('/seller/{sellerId}/picture', { params, body: new Blob(['x']) });
  expect(requests.map((request) => request.headers.get('content-type'))).toEqual([
    'image/png',
    'application/octet-stream',
  ]);
  expect(await requests[0]?.text()).toBe('x');
});

test('a list says where it goes on, and is read on from there', async () => {
  const link = '</api/dispute?from=2>; rel="next", </api/dispute>; rel="prev"';
  const { api, requests } = answering(() => Response.json([], { headers: { link } }));
  const first = await api.list('/dispute', { params: { query: { open: 'true', limit: undefined } }, asUser: true });
  expect(first).toEqual({ items: [], next: '/dispute?from=2', previous: '/dispute' });
  await api.list('/dispute', { params: { query: { open: 'true' } }, page: first.next });
  expect(requests.map(({ url }) => url)).toEqual([
    'http://shop.example/api/dispute?open=true',
    'http://shop.example/api/dispute?from=2',
  ]);
});

test('a call that its caller gives up is no failure of the shop', async () => {
  const gone = new AbortController();
  const api = createApiClient({
    base: 'http://shop.example',
    async fetch(request) {
      gone.abort();
      request.signal.throwIfAborted();
      return new Response();
    },
  });
  const thrown = await api.get('/product', { signal: gone.signal }).catch((error: unknown) => error);
  expect(thrown).toMatchObject({ name: 'AbortError' });
});

test('what is not in the document is refused by the compiler', () => {
  const { api } = answering(() => Response.json({}));
  const calls = [
    // @ts-expect-error no such address
    () => api.get('/nothing'),
    // @ts-expect-error no such method there
    () => api.put('/product'),
    // @ts-expect-error without its id
    () => api.get('/dispute/{disputeId}', { params: {} }),
    // @ts-expect-error no such parameter
    () => api.get('/dispute', { params: { query: { wrong: 1 } } }),
    // @ts-expect-error a body of another shape
    () => api.put('/cart', { body: { items: [{ product_id: 1 }] } }),
  ];
  expect(calls).toHaveLength(5);
});
