// A real shop with its figures and traces switched on, and a collector that keeps what it is sent.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { prepareDataDir } from '../prepared-data-dir.ts';

const root = join(import.meta.dirname, '../..');

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
    /** What each of them was sent with. */
    headers,
    close: () => server.close(),
  };
}

/** The shop as its own process. `end` lets it end by itself and answers what it has written. */
export async function startShop(environment: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-observed-'));
  const dataDir = prepareDataDir(join(folder, 'data'));
  const shop = spawn(process.execPath, [join(root, 'src/main/shop-process.ts')], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: '0',
      DATA_DIR: dataDir,
      // Empty rather than absent: a developer's own .env must not reach these processes.
      DATABASE_URL: '',
      PUBLIC_URL: '',
      SMTP_URL: '',
      STRIPE_SECRET_KEY: '',
      STRIPE_WEBHOOK_SECRET: '',
      WORKERS: '',
      ...environment,
    },
  });
  let out = '';
  let err = '';
  shop.stdout.on('data', (chunk) => {
    out += chunk;
  });
  shop.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const ended = once(shop, 'close').then(async ([code]) => {
    await rm(folder, { recursive: true, force: true });
    return { code: code as number | null, out, err };
  });
  const opened = new Promise<boolean>((resolve) => {
    shop.stdout.on('data', () => out.includes(' is open at ') && resolve(true));
    void ended.then(() => resolve(false));
  });
  await opened;
  return {
    address: out.match(/ is open at (\S+)/)?.[1] ?? '',
    metricsAddress: err.match(/served at (\S+)/)?.[1] ?? null,
    dataDir,
    /** Everything on standard output. */
    out: () => out,
    log: () => readLines(out),
    ended,
    end() {
      shop.kill('SIGTERM');
      return ended;
    },
    kill: () => shop.kill('SIGKILL'),
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
