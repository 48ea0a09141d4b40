// The API as it is on the wire: keys, addresses, forms that nobody means well with.
import { describe, expect, test } from 'vitest';
import { eachWithPayments, origin, type TestPayments } from '../../../test/parts/payments.ts';

let payments: TestPayments;
eachWithPayments((started) => {
  payments = started;
});

const sessions = '/v1/checkout/sessions';
const line = 'line_items[0][price_data]';
const valid = `mode=payment&success_url=https://shop.example/&${line}[currency]=usd&${line}[product_data][name]=GPU`;

function post(body: string | ReadableStream, headers: Record<string, string> = {}) {
  const init = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers }, body };
  return payments.request(sessions, { ...init, duplex: 'half' } as RequestInit & { headers: Record<string, string> });
}

const invalidRequest = { type: 'invalid_request_error', message: expect.any(String) };

describe('a request', () => {
  test.each([
    ['without a key', ''],
    ['with another key', 'Bearer sk_test_other'],
    ['with the key in another way', 'Basic c2tfdGVzdF80ZUMzOUhxTHlqV0Rhcmp0VDF6ZHA3ZGM6'],
  ])('%s is refused, whatever it asks for', async (_what, authorization) => {
    for (const path of [sessions, '/v1/refunds/re_1', '/v1/nothing']) {
      const { status, headers, body } = await payments.request(path, { headers: { authorization } });
      expect(status, path).toBe(401);
      expect(headers.get('www-authenticate')).toBe('Bearer');
      expect(body.error).toEqual(invalidRequest);
    }
  });

  test('to an address that is not there is told so with an error', async () => {
    for (const path of ['/v1/nothing', `${sessions}/`, '/v1/checkout', '/v1', '/v1/refunds/a-b', '/v1/refunds/a/b']) {
      const { status, body } = await payments.request(path);
      expect(status, path).toBe(404);
      expect(body.error).toEqual({ ...invalidRequest, message: `Unrecognized request URL (GET: ${path}).` });
    }
  });

  test('for what no id can be is answered like one for what is not there', async () => {
    for (const id of ['%00', '%ff', '..%2f', "'--", 'x'.repeat(5_000)])
      expect((await payments.request(`/v1/refunds/${id}`)).status, id).toBe(404);
  });

  test('with a method that an address does not take is told which it takes', async () => {
    const { status, headers, body } = await payments.request(sessions, { method: 'PUT' });
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe('GET, HEAD, POST');
    expect(body.error).toEqual(invalidRequest);
    expect((await payments.request('/v1/refunds/re_1', { method: 'DELETE' })).status).toBe(405);
  });

  test('has an id of its own, and answers are kept nowhere', async () => {
    const { headers } = await payments.request(sessions);
    expect(headers.get('request-id')).toMatch(/^req_[0-9A-Za-z]{14}$/);
    expect(headers.get('cache-control')).toBe('no-cache, no-store');
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('leaves one line in the log, which names no session, no key and nobody', async () => {
    const made = await post(`${valid}&${line}[unit_amount]=1250&customer_email=ada@example.com`);
    await payments.request(`${sessions}/${made.body.id}`);
    expect(payments.logged.map((text) => JSON.parse(text))).toMatchObject([
      { part: 'payments', method: 'POST', route: '/v1/checkout/sessions', status: 200 },
      { part: 'payments', method: 'GET', route: '/v1/checkout/sessions/:id{\\w+}', status: 200 },
    ]);
    expect(payments.logged.join()).not.toMatch(/cs_test_|ada@|sk_test_/);
  });

  test('with an unknown question is refused', async () => {
    const { status, body } = await payments.request(`${sessions}?colour=red`);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'parameter_unknown', param: 'colour' });
  });
});

describe('a hostile form', () => {
  const amount = (written: string) => `${valid}&${line}[unit_amount]=${written}`;

  test('is taken when it is none', async () => {
    expect((await post(amount('1250'))).status).toBe(200);
    // As the SDK of another language writes it.
    expect(
      (await post(encodeURI(amount('1250')), { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }))
        .status,
    ).toBe(200);
  });

  test.each([
    'NaN',
    'Infinity',
    '1e309',
    '1e3',
    '12.5',
    '-1',
    '+5',
    '0x10',
    '1_000',
    ' 5',
    '٥',
    '9'.repeat(400),
    'null',
  ])('with the amount %s is refused', async (written) => {
    const { status, body } = await post(amount(encodeURIComponent(written)));
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      ...invalidRequest,
      code: 'parameter_invalid_integer',
      param: 'line_items[0][price_data][unit_amount]',
    });
    expect(body.error?.message.length).toBeLessThan(120);
  });

  const deep = (levels: number) => `metadata${'[a]'.repeat(levels)}=1`;
  test.each([
    ['nested too deep', deep(50)],
    ['nested ten thousand times', deep(10_000)],
    ['with too many names', Array.from({ length: 2_000 }, (_, index) => `a${index}=1`).join('&')],
    ['with a list too long', 'expand[]=x&'.repeat(500)],
    ['with a place too far away', 'line_items[1000000000][quantity]=1'],
    ['with a prototype', '__proto__[polluted]=1'],
    ['with a prototype inside', 'metadata[__proto__][polluted]=1'],
    ['with an encoded prototype', 'metadata%5B%5F%5Fproto%5F%5F%5D=1'],
    ['with a constructor', 'constructor[prototype][polluted]=1'],
    ['with the names of methods', 'toString=1&hasOwnProperty=1'],
    ['with a table for a text', 'success_url[a]=1'],
    ['with a list for a text', 'success_url[]=a&success_url[]=b'],
    ['with a text for a list', 'line_items=1'],
    ['with a table for a list', 'line_items[a]=1'],
    ['with a text for a table', 'payment_intent_data=1'],
    ['with a zero byte', 'client_reference_id=a%00b'],
    ['with a zero byte in a name', 'metadata[a%00b]=1'],
    ['with half a sign', 'colour=%E4%'],
    ['of a megabyte', `client_reference_id=${'x'.repeat(1_000_000)}`],
  ])('%s is refused in the shape of the provider', async (_what, form) => {
    const { status, body } = await post(`${amount('1250')}&${form}`);
    expect(status).toBe(400);
    expect(body.error).toMatchObject(invalidRequest);
    expect(({} as Record<string, unknown>).polluted).toBe(undefined);
  });

  test('that does not end is refused before it does', async () => {
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 10_000;
        controller.enqueue(new TextEncoder().encode('x'.repeat(10_000)));
      },
    });
    expect((await post(endless)).status).toBe(400);
    expect(sent).toBeLessThan(1_000_000);
  });

  test('in another language than forms is refused', async () => {
    const body = JSON.stringify({ mode: 'payment' });
    const refused = await post(body, { 'content-type': 'application/json' });
    expect(refused).toMatchObject({ status: 400, body: { error: invalidRequest } });
  });

  test('with names that objects have anyway can be remembered', async () => {
    const metadata = { constructor: 'a', toString: 'b', length: 'c' };
    const session = await payments.createSession({ metadata: metadata as unknown as Record<string, string> });
    expect(Object.entries(session.metadata ?? {}).sort()).toEqual(Object.entries(metadata).sort());
  });
});

test('test helpers need the key as everything else, and the pages are not changed by them', async () => {
  const response = await payments.request('/v1/test_helpers/events', {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_other' },
  });
  expect(response.status).toBe(401);
  expect((await payments.page('/pay/v1/test_helpers/events', { method: 'POST', headers: { origin } })).status).toBe(
    404,
  );
});
