// The examples of docs/seller-api.md, as somebody would paste them into a terminal.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeKey } from '#api/selling/seller-key/seller-keys.ts';
import { keyScopes } from '#contract/selling/seller-key.ts';
import { webhookEvents } from '#contract/selling/webhook.ts';
import { openTestDatabase } from './database/test-database.ts';
import { storeSeller } from './factories/seller.ts';
import { startApi } from './parts/api.ts';

const run = promisify(execFile);
const text = readFileSync(join(import.meta.dirname, '../docs/seller-api.md'), 'utf8');
const examples = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, command = '']) => command.trim());

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let server: ReturnType<typeof createServer>;
let environment: Record<string, string>;
let document: object;

beforeAll(async () => {
  database = await openTestDatabase();
  const api = await startApi(database, { webhooks: { isTrial: false, resolve: async () => [] } });
  document = api.openapi();
  const sellerId = await storeSeller(database, { seller_id: 'ours', address: 'ours' }, { ada: 'owner' });
  const wanted = { name: 'Examples', scopes: [...keyScopes], expires_at: null };
  const made = await makeKey(database.kysely, { sellerId, by: 'ada' }, wanted, new Date());
  server = createServer(getRequestListener((request) => api.fetch(request))).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  environment = { SHOP: `http://127.0.0.1:${port}`, SELLER: sellerId, KEY: made?.key ?? '' };
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await database.close();
});

test('[S-13] there are examples', () => expect(examples.length).toBeGreaterThanOrEqual(6));

test.each(examples)('[S-13] %s', async (command) => {
  const { stdout } = await run('sh', ['-c', `${command} -w '\\n%{http_code}'`], {
    env: { PATH: process.env.PATH ?? '', ...environment },
  });
  const [status, ...body] = stdout.trim().split('\n').reverse();
  expect(Number(status), body.join('\n')).toBeLessThan(300);
});

test('[S-13] every scope and every event is told of', () => {
  for (const name of [...keyScopes, ...webhookEvents]) expect(text).toContain(`\`${name}\``);
});

/** The generator draws with TypeScript's own printer, which version 7 has not: it finds an older one under another name. */
const withOlderPrinter =
  'data:text/javascript,import{registerHooks}from"node:module";registerHooks({resolve:(name,context,next)=>next(name==="typescript"?"typescript-5":name,context)})';

test('[S-13] a client that is made of the OpenAPI document compiles the examples', async () => {
  const programs = [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, program = '']) => program);
  expect(programs.length).toBeGreaterThanOrEqual(1);
  const root = join(import.meta.dirname, '..');
  const modules = join(root, 'node_modules');
  const folder = await mkdtemp(join(tmpdir(), 'hearth-client-'));
  const at = (name: string) => join(folder, name);
  await symlink(modules, at('node_modules'));
  await writeFile(at('package.json'), '{"type": "module"}');
  await writeFile(at('openapi.json'), JSON.stringify(document));
  const generator = join(modules, 'openapi-typescript/bin/cli.js');
  await run(process.execPath, [
    '--import',
    withOlderPrinter,
    generator,
    at('openapi.json'),
    '-o',
    at('hearth-api.d.ts'),
  ]);
  for (const [number, program] of programs.entries()) await writeFile(at(`example-${number}.ts`), program);
  const names = programs.map((_, number) => `example-${number}.ts`);
  const options =
    '--noEmit --strict --exactOptionalPropertyTypes --module nodenext --target es2024 --allowImportingTsExtensions --skipLibCheck --types node';
  const compiled = await run(join(modules, '.bin/tsc'), [...options.split(' '), ...names], { cwd: folder }).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );
  expect(compiled).toBe('');
  await rm(folder, { recursive: true });
}, 120_000);
