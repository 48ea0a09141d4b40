import { expect, test } from 'vitest';
import { type ApiCall, ApiError, createApiClient } from './api-client.ts';

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
  await api.get('/user/a@example.com', { asUser: true });
  await api.post('/review', {});
  await api.put('/x', {});
  await api.delete('/x');
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
  expect(await api.post('/user', { phone: '1' })).toEqual({ saved: true });
  await api.delete('/user/1');
  const [post, remove] = requests;
  expect(post?.url).toBe('http://shop.example/api/user');
  expect(post?.headers.get('content-type')).toBe('application/json');
  expect(await post?.text()).toBe('{"phone":"1"}');
  expect(remove?.headers.get('content-type')).toBeNull();
  expect(await remove?.text()).toBe('');
});

test('an answer without content is a success too', async () => {
  const { api } = answering(() => new Response(null, { status: 204 }));
  expect(await api.delete('/user/1')).toBeUndefined();
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
  const headers = { 'idempotency-key': 'one' };
  const answer = await api.post('/refund', { cents: 4 }, { headers }).catch(({ status }: ApiError) => status);
  expect(answer).toEqual(outcome);
  expect(sent).toEqual(Array(times).fill(['{"cents":4}', 'one']));
});
