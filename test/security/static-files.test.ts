// Files that are served as they are, asked for in every way that leads elsewhere.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HttpServer, openHttpServer } from '#platform/http/http-server.ts';
import { createStaticFiles } from '#platform/http/static-files.ts';
import { createLog } from '#platform/observability/log.ts';
import type { Probe } from '../rigs/fuzz/probe.ts';
import { sendTo } from '../rigs/fuzz/send.ts';

const secret = 'what nobody may read';
let folder: string;
let http: HttpServer;
let wire: ReturnType<typeof sendTo>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-files-'));
  await mkdir(join(folder, 'built/assets'), { recursive: true });
  await mkdir(join(folder, 'given/video'), { recursive: true });
  await writeFile(join(folder, 'secret.txt'), secret);
  await writeFile(join(folder, 'built/secret.txt'), secret);
  await writeFile(join(folder, 'built/assets/a.js'), 'built');
  await writeFile(join(folder, 'given/video/a.txt'), 'given');
  http = await openHttpServer({ port: 0, host: '127.0.0.1', trustedProxies: 0 });
  const files = createStaticFiles({ built: join(folder, 'built'), given: join(folder, 'given') }, createLog('silent'));
  http.serve({ ...files, sendCached: () => false });
  wire = sendTo(http.address.replace('localhost', '127.0.0.1'));
});
afterAll(async () => {
  wire.close();
  await http.close(1_000);
  await rm(folder, { recursive: true });
});

const ask = (path: string) => {
  const probe: Probe = { area: 'file', route: path, method: 'GET', path, headers: {}, body: null };
  return wire.send(probe);
};

test('what is meant to be read is', async () => {
  expect(await ask('/assets/a.js')).toMatchObject({ status: 200, text: 'built' });
  expect(await ask('/video/a.txt')).toMatchObject({ status: 200, text: 'given' });
});

const steps = ['..', '%2e%2e', '.%2e', '%2E.', '%252e%252e', '..%00', '..;', '%c0%ae%c0%ae', '%ef%bc%8e%ef%bc%8e'];
const slashes = ['/', '%2f', '%5c', '\\', '//', '%255c', '%c0%af'];
const targets = ['secret.txt', 'built/secret.txt', 'etc/passwd'];

test('no path leads out of the folders that are served', async () => {
  const paths = ['/assets', '/video', '/assets/video', ''].flatMap((start) =>
    steps.flatMap((step) =>
      slashes.flatMap((slash) =>
        targets.flatMap((target) => [1, 2, 8].map((times) => `${start}/${`${step}${slash}`.repeat(times)}${target}`)),
      ),
    ),
  );
  for (const path of [
    ...paths,
    `/assets/${folder}/secret.txt`,
    `//${folder}/secret.txt`,
    '/assets/%00../../secret.txt',
  ]) {
    const answer = await ask(path);
    expect([400, 404], path).toContain(answer?.status);
    expect(answer?.text, path).not.toContain(secret);
    expect(answer?.text, path).not.toContain('root:');
  }
});
