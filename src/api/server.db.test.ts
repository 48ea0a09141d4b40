import { type DestinationStream, pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { emptyDatabase, openTestDatabase } from '../../test/database/test-database.ts';
import { anAccountService } from '../../test/factories/account-service.ts';
import { startApi } from '../../test/parts/api.ts';
import { marketplaceRoutes } from '../../test/security/routes/marketplace-routes.ts';
import { jsonBody } from './http/request-body.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let api: Awaited<ReturnType<typeof startApi>>;
let jane: Awaited<ReturnType<typeof api.signIn>>;

const logged: string[] = [];
const memory: DestinationStream = { write: (line) => void logged.push(line) };

beforeAll(async () => {
  database = await openTestDatabase();
  api = await startApi(database, { log: pino({ level: 'info' }, memory), sendMail: async () => {} });
  jane = await api.signIn({ email: 'jane@example.com', nickname: 'Jane' });
});
afterAll(async () => {
  api.version.close();
  await database.close();
});
beforeEach(async () => {
  await emptyDatabase(database);
  logged.length = 0;
});

test.each([
  ['POST', '/product', 'GET, HEAD'],
  ['DELETE', '/product/all', 'GET, HEAD'],
  ['PUT', '/product/gpu/', 'GET, HEAD'],
  ['POST', '/review/product/gpu', 'GET, HEAD'],
  ['GET', '/review', 'POST'],
  ['PATCH', '/review/1', 'DELETE'],
  ['GET', '/user', 'POST'],
  ['POST', '/user/jane@example.com', 'GET, HEAD, DELETE'],
  ['OPTIONS', '/user', 'POST'],
  ['POST', '/health/live', 'GET, HEAD'],
  ['POST', '/openapi.json', 'GET, HEAD'],
])('%s %s answers 405 and says what is taken', async (method, path, allow) => {
  const { status, headers, body } = await api.send(method, path);
  expect(status).toBe(405);
  expect(headers.get('allow')).toBe(allow);
  expect(headers.get('cache-control')).toBe('private, no-store');
  expect(body.code).toBe('method_not_allowed');
});

test.each(['GET', 'POST', 'PUT', 'DELETE'])('%s to an unknown address answers 404', async (method) => {
  for (const path of ['/nope', '/user/a/b', '/review/product/a/b', '/']) {
    const { status, headers } = await api.send(method, path);
    expect(status, path).toBe(404);
    expect(headers.has('allow')).toBe(false);
  }
});

test('HEAD answers as GET does, without a body', async () => {
  const { status, headers, body } = await api.send('HEAD', '/product');
  expect({ status, body }).toEqual({ status: 200, body: null });
  expect(headers.get('cache-control')).toBe('public, no-cache');
});

test.each<[string, Record<string, string>, string | undefined, RegExp]>([
  ['no body', { 'content-type': 'application/json' }, undefined, /not valid JSON/],
  ['a body that ends early', { 'content-type': 'application/json' }, '{"user_id":', /not valid JSON/],
  ['a list', { 'content-type': 'application/json; charset=utf-8' }, '[]', /^The body must be an object/],
  ['null', { 'content-type': 'application/json' }, 'null', /^The body must be an object/],
  ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'user_id=a', /content-type: application\/json/],
  ['JSON that is called text', { 'content-type': 'text/plain' }, '{}', /content-type: application\/json/],
  ['JSON lines', { 'content-type': 'application/jsonl' }, '{}', /content-type: application\/json/],
])('%s is refused with a sentence that says why', async (_, headers, given, message) => {
  for (const path of ['/user', '/review']) {
    const { status, body } = await jane.send('POST', path, headers, given);
    expect(status).toBe(400);
    expect(body.message).toMatch(message);
  }
});

test('a body of more than 64 kB is refused, whether it tells its size or not', async () => {
  const body = JSON.stringify({ user_id: 'jane@example.com', filling: 'x'.repeat(65_536) });
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
  const untold = { 'content-type': 'application/json' };
  for (const answer of [
    await jane.send('POST', '/user', headers, body),
    await jane.send('POST', '/user', untold, new Blob([body]).stream()),
  ]) {
    expect(answer.status).toBe(413);
    expect(answer.body).toMatchObject({ code: 'bad_request', message: 'The body is larger than 64 kB.' });
  }
});

test('every body that is too large is refused in one shape, with `error` too where somebody buys', async () => {
  const json = { 'content-type': 'application/json' };
  const buying = await jane.send('POST', '/checkout-session/', json, `"${'x'.repeat(65_536)}"`);
  expect(buying.status).toBe(413);
  const message = 'The body is larger than 64 kB.';
  expect(buying.body).toMatchObject({ code: 'bad_request', message, error: message });
  const webhook = await api.send('POST', '/payments/webhook', json, `"${'x'.repeat(1_048_576)}"`);
  expect(webhook.status).toBe(413);
  expect(webhook.body).toMatchObject({ code: 'bad_request', message: 'The body is larger than 1024 kB.' });
});

test('[E-12] a request is as good with an anti-forgery token as without', async () => {
  const record = { user_id: 'jane@example.com' };
  expect((await jane.post('/user', record, { 'x-xsrf-token': 'abc', cookie: 'XSRF-TOKEN=abc' })).status).toBe(201);
  expect((await jane.post('/user', record)).status).toBe(200);
});

test('[E-12] a cookie signs nobody in', async () => {
  const token = jane.authorization.replace('Bearer ', '');
  const { status } = await api.get('/user/jane@example.com', { cookie: `idToken=${token}; authorization=${token}` });
  expect(status).toBe(401);
});

test('[E-11] while the key set cannot be had, callers are told so and not signed out; anonymous ones are served', async () => {
  const accounts = await anAccountService();
  const cut = await startApi(database, {
    log: pino({ level: 'info' }, memory),
    accounts: { ...accounts, fetchKeys: () => new Response('', { status: 502 }) },
  });
  const authorization = `Bearer ${await accounts.idToken({ email: 'jane@example.com' })}`;
  const request = new Request('http://shop.test/api/user/jane@example.com', { headers: { authorization } });
  const response = await cut.fetch(request);
  expect(response.status).toBe(503);
  expect(response.headers.has('www-authenticate')).toBe(false);
  expect(await response.json()).toMatchObject({ code: 'unavailable' });
  expect(logged.join('')).toContain('Key Set HTTP response');
  expect((await cut.get('/product')).status).toBe(200);
  cut.version.close();
});

test('log lines hold the pattern of an address, never an e-mail, a token or a body', async () => {
  const record = { user_id: 'jane@example.com', username: 'A name', phone: 'no number' };
  await jane.get('/user/jane@example.com');
  await jane.get('/user/other@example.com');
  await jane.post('/user', record);
  await jane.delete('/user/jane@example.com');
  await api.get('/user/jane@example.com', { authorization: 'Bearer x.y.z' });
  await api.send('PUT', '/user/jane@example.com');
  await api.get('/user/jane@example.com/orders');
  const lines = logged.map((line) => JSON.parse(line));
  expect(lines.map(({ method, route, status }) => `${status} ${method} ${route}`)).toEqual([
    '200 GET /api/user/:email',
    '404 GET /api/user/:email',
    '400 POST /api/user',
    '204 DELETE /api/user/:email',
    '401 GET /api/user/:email',
    '405 PUT /api/*',
    '404 GET /api/*',
  ]);
  expect(logged.join('')).not.toMatch(/example\.com|A name|no number|Bearer|eyJ/);
});

test('every route of the staff tells that nobody else finds it, and that a second factor may be missing', () => {
  const { paths } = api.openapi() as { paths: Record<string, Record<string, { responses: object }>> };
  const ofStaff = Object.entries(paths).flatMap(([path, methods]) =>
    path.startsWith('/api/admin/')
      ? Object.entries(methods).map(([method, { responses }]) => ({ call: `${method} ${path}`, responses }))
      : [],
  );
  expect(ofStaff.length).toBeGreaterThan(50);
  const silent = ofStaff.filter(({ responses }) =>
    ['401', '403', '404', '409'].some((status) => !(status in responses)),
  );
  expect(silent.map(({ call }) => call)).toEqual([]);
});

test('a route that refuses what is not JSON has a body in the document', () => {
  const { paths } = api.openapi() as { paths: Record<string, Record<string, { requestBody?: object }>> };
  const [, readsJson] = jsonBody;
  const wanting = api.mounted.filter(({ handler }) => handler === readsJson);
  expect(wanting.length).toBeGreaterThan(50);
  const silent = wanting.filter(({ method, path }) => {
    const address = path.replaceAll(/:(\w+)(?:\{[^/]*\})?/g, '{$1}');
    return !paths[address]?.[method.toLowerCase()]?.requestBody;
  });
  expect(silent.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});

test('the OpenAPI document tells every route what it takes, and where a caller must be signed in', () => {
  const document = api.openapi() as {
    servers: object[];
    tags: Array<{ name: string }>;
    components: { securitySchemes: object; schemas: object };
    paths: Record<
      string,
      Record<string, { operationId: string; tags: string[]; summary: string; security: object[]; responses: object }>
    >;
  };
  expect(document.servers).toEqual([{ url: 'http://shop.test', description: 'This shop' }]);
  expect(document.components.securitySchemes).toMatchObject({ bearer: { type: 'http', scheme: 'bearer' } });
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ call: `${method} ${path}`, ...operation })),
  );
  // 'Lists the orders', not 'The orders'.
  expect(operations.filter(({ summary }) => !/^[A-Z][a-z]+s /.test(summary))).toEqual([]);
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  const topics = document.tags.map(({ name }) => name);
  expect(new Set(operations.flatMap(({ tags }) => tags))).toEqual(new Set(topics));
  const secured = operations.filter(({ security }) => security.length > 0);
  // Those of sellers and of the staff are asked for by every role (marketplace-authorization.db.test.ts).
  const ofMarketplace = new Set(marketplaceRoutes.map(({ route }) => route.replace(/^\w+/, (m) => m.toLowerCase())));
  const ofBuyers = secured.filter(({ call }) => !ofMarketplace.has(call));
  expect(Object.fromEntries(ofBuyers.map(({ call, security }) => [call, security]))).toEqual(
    Object.fromEntries([
      ['get /api/review/product/{id}', [{}, { bearer: [] }]],
      ['post /api/review', [{ bearer: [] }]],
      ['delete /api/review/{id}', [{ bearer: [] }]],
      ['post /api/user', [{ bearer: [] }]],
      ['get /api/user/{email}', [{ bearer: [] }]],
      ['delete /api/user/{email}', [{ bearer: [] }]],
      ['get /api/user/{email}/deletion', [{ bearer: [] }]],
      ['get /api/order/user/{userId}', [{ bearer: [] }]],
      ['get /api/order/{id}', [{ bearer: [] }]],
      ['get /api/order/{id}/receipt.pdf', [{ bearer: [] }]],
      ['post /api/cart/quote', [{ bearer: [] }]],
      ['post /api/checkout-session', [{ bearer: [] }]],
      ['get /api/success', [{}, { bearer: [] }]],
      ['post /api/order/{id}/cancel', [{ bearer: [] }]],
      ['get /api/saved-product', [{ bearer: [] }]],
      ['post /api/saved-product', [{ bearer: [] }]],
      ['get /api/saved-product/ids', [{ bearer: [] }]],
      ['put /api/saved-product/{id}', [{ bearer: [] }]],
      ['delete /api/saved-product/{id}', [{ bearer: [] }]],
      ['get /api/saved-search', [{ bearer: [] }]],
      ['post /api/saved-search', [{ bearer: [] }]],
      ['put /api/saved-search/{id}', [{ bearer: [] }]],
      ['delete /api/saved-search/{id}', [{ bearer: [] }]],
      ['get /api/cart', [{ bearer: [] }]],
      ['put /api/cart', [{ bearer: [] }]],
    ]),
  );
  for (const { call, responses } of secured)
    expect(Object.keys(responses), call).toEqual(expect.arrayContaining(['401', '503']));
});
