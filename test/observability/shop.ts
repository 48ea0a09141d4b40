// A real shop with its metrics and traces switched on, and a collector that keeps what it is sent.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareDataDir } from '../database/prepared-data-dir.ts';
import { launchShop } from '../processes/shop-process.ts';

export type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  status?: { code?: number };
  attributes: Array<{ key: string; value: Record<string, unknown> }>;
};

export type LogLine = Record<string, unknown> & { requestId?: string; traceId?: string; part?: string; route?: string };

/** Takes what is sent over OTLP, until it is closed. */
export async function startCollector() {
  const spans: Span[] = [];
  const taken: string[] = [];
  const headers: Array<string | undefined> = [];
  const server = createServer(async (incoming, outgoing) => {
    let body = '';
    for await (const chunk of incoming) body += chunk;
    taken.push(body);
    headers.push(incoming.headers.authorization);
    const { resourceSpans = [] } = JSON.parse(body);
    for (const { scopeSpans } of resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans);
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    /** Every body, as it came. */
    taken,
    /** Authorization header of each of them. */
    headers,
    close: () => server.close(),
  };
}

/** The shop on a data directory of its own, which goes when it has ended. */
export async function startObservedShop(environment: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-observed-'));
  const dataDir = prepareDataDir(join(folder, 'data'));
  const launched = launchShop({ DATA_DIR: dataDir, ...environment });
  const ended = launched.ended.finally(() => rm(folder, { recursive: true, force: true }));
  const shop = await launched.opened;
  return {
    ...shop,
    ended,
    stop: () => shop.stop().then(() => ended),
    metricsAddress: shop.err().match(/served at (\S+)/)?.[1] ?? null,
    dataDir,
    log: () => readLines(shop.out()),
  };
}

function readLines(out: string): LogLine[] {
  return out
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
}

/** The names in the text that Prometheus reads, with one set of labels for each line. */
export function readExposition(text: string): Array<{ name: string; labels: Record<string, string>; value: number }> {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', , labels = '', value] = line.match(/^([a-zA-Z_:][\w:]*)(\{(.*)\})? (\S+)$/) ?? [];
      if (name === '') throw new Error(`not a line of the text format: ${line}`);
      const pairs = [...labels.matchAll(/([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g)];
      return {
        name,
        labels: Object.fromEntries(pairs.map(([, key = '', text = '']) => [key, text])),
        value: Number(value),
      };
    });
}
