// One request followed through the shop, and the metrics of one: the real process, a real collector.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { launchShop } from '../processes/shop-process.ts';
import { readExposition, type Span, startCollector, startObservedShop } from './shop.ts';

let collector: Awaited<ReturnType<typeof startCollector>>;
let shop: Awaited<ReturnType<typeof startObservedShop>>;
const trace = 'a'.repeat(32);
let exposition = '';
let hitsBefore = 0;

/** Everything is asked for before the shop ends, because that is when it sends what it has. */
beforeAll(async () => {
  collector = await startCollector();
  shop = await startObservedShop({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    METRICS_PORT: '0',
    LOG_LEVEL: 'info',
  });
  await untilSearchable();
  hitsBefore = cacheHits(await (await fetch(shop.metricsAddress ?? '')).text());
  const traceparent = `00-${trace}-${'b'.repeat(16)}-01`;
  await fetch(`${shop.address}/products/keyword/h100`, { headers: { traceparent } });
  for (let again = 0; again < 3; again++) await fetch(`${shop.address}/products/keyword/h100`);
  await fetch(`${shop.address}/api/product/unknown-id-of-a-product`);
  exposition = await (await fetch(shop.metricsAddress ?? '')).text();
  await shop.stop();
}, 120_000);
afterAll(() => {
  shop.kill();
  collector.close();
});

/** The index of the search follows the first catalogue by moments, and makes a new version of it. */
async function untilSearchable() {
  await vi.waitFor(
    async () => {
      const found = await fetch(`${shop.address}/api/search?q=h100`);
      expect(((await found.json()) as { products: unknown[] }).products.length).toBeGreaterThan(0);
    },
    { timeout: 30_000, interval: 200 },
  );
}

const attribute = (span: Span | undefined, key: string) =>
  Object.values(span?.attributes.find((each) => each.key === key)?.value ?? {})[0];

test('a visitor’s trace goes on through the page, the API and the statements', () => {
  const spans = collector.spans.filter(({ traceId }) => traceId === trace);
  const find = (name: string) => spans.find((span) => span.name === name);
  const [shown, asked] = [find('GET /products/keyword/:keyword'), find('GET /api/product')];
  expect(shown?.parentSpanId).toBe('b'.repeat(16));
  expect(asked?.parentSpanId).toBe(shown?.spanId);
  expect(attribute(asked, 'http.route')).toBe('/api/product');
  expect(attribute(asked, 'http.response.status_code')).toBe(200);
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === asked?.spanId);
  expect(statements.length).toBeGreaterThan(0);
  for (const statement of statements) {
    expect(attribute(statement, 'db.system.name')).toBe('postgresql');
    expect(attribute(statement, 'db.query.text')).toMatch(/select .* from /s);
    expect(JSON.stringify(statement)).not.toContain('h100');
  }
});

test('the log lines of a request have one id and its trace, and the trace has the id', () => {
  const own = shop.log().filter(({ traceId }) => traceId === trace);
  // The page asks for both at once.
  expect(own.map(({ part, route }) => `${part} ${route}`).sort()).toEqual([
    'api /api/product',
    'api /api/search',
    'storefront /products/keyword/:keyword',
  ]);
  const ids = new Set(own.map(({ requestId }) => requestId));
  expect(ids.size).toBe(1);
  const requests = collector.spans.filter((span) => span.traceId === trace && span.name.startsWith('GET '));
  expect(new Set(requests.map((span) => attribute(span, 'hearth.request_id')))).toEqual(ids);
});

test('what is answered from memory leaves no span and no line, and is counted', () => {
  const shown = collector.spans.filter(({ name }) => name === 'GET /products/keyword/:keyword');
  expect(shown).toHaveLength(1);
  expect(cacheHits(exposition) - hitsBefore).toBe(3);
});

function cacheHits(text: string): number {
  const hits = readExposition(text).find(
    ({ name, labels }) => name === 'hearth_cache_requests_total' && labels.result === 'hit',
  );
  return hits?.value ?? 0;
}

test('no label tells an id, an address or what was searched for', () => {
  expect(exposition).not.toMatch(/unknown-id|h100/);
  const routes = readExposition(exposition).filter(({ name }) => name === 'http_server_request_duration_count');
  expect(
    routes.map(({ labels }) => `${labels.http_request_method} ${labels.http_route} ${labels.status_class}`),
  ).toEqual(expect.arrayContaining(['GET /products/keyword/:keyword 2xx', 'GET /api/product/:id 4xx']));
});

test('the collector is told who sends, with the headers that were set, and gets the metrics too', () => {
  const sent = collector.taken.join();
  for (const part of ['"stringValue":"hearth"', 'deployment.environment.name', 'http.server.request.duration'])
    expect(sent).toContain(part);
  expect(new Set(collector.headers)).toEqual(new Set(['Bearer collector']));
});

test('without the variables nothing is measured, and nobody is told', async () => {
  const quiet = await startObservedShop({ LOG_LEVEL: 'info', OTEL_SDK_DISABLED: 'true', METRICS_PORT: '0' });
  await fetch(`${quiet.address}/api/product`);
  const ended = await quiet.stop();
  expect(quiet.metricsAddress).toBeNull();
  expect(ended.out).toContain('"route":"/api/product"');
  expect(ended.out).not.toContain('traceId');
}, 60_000);

test('a port of the metrics that is taken is named, with a way out', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const dataDir = await mkdtemp(join(tmpdir(), 'hearth-refused-'));
  const { code, err } = await launchShop({ DATA_DIR: dataDir, METRICS_PORT: String(port) }).ended;
  await rm(dataDir, { recursive: true });
  other.close();
  expect(code).toBe(1);
  expect(err).toMatch(new RegExp(`Port ${port} .* is taken .*METRICS_PORT=${port + 1}`));
  expect(err).not.toMatch(/\n\s+at /);
}, 60_000);

test('a collector that is away costs a line in the log, and no request', async () => {
  const lonely = await startObservedShop({
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:1/v1/traces',
    OTEL_EXPORTER_OTLP_TIMEOUT: '500',
    LOG_LEVEL: 'warn',
  });
  expect((await fetch(`${lonely.address}/api/product`)).status).toBe(200);
  const faults = () => lonely.log().filter(({ msg }) => msg === 'telemetry has a fault');
  await expect.poll(() => faults().length, { timeout: 40_000 }).toBe(1);
  expect((await fetch(`${lonely.address}/api/product?limit=2`)).status).toBe(200);
  expect((await lonely.stop()).code).toBe(0);
}, 60_000);
