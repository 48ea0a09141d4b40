// The examples of docs/seller-api.md, as somebody would paste them into a terminal.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeKey } from '#api/seller-key/seller-keys.ts';
import { keyScopes } from '#contract/seller-key.ts';
import { webhookEvents } from '#contract/webhook.ts';
import { openTestDatabase } from './database/test-database.ts';
import { storeSeller } from './factories/seller.ts';
import { startApi } from './parts/api.ts';

const run = promisify(execFile);
const text = readFileSync(join(import.meta.dirname, '../docs/seller-api.md'), 'utf8');
const examples = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, command = '']) => command.trim());

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let server: ReturnType<typeof createServer>;
let environment: Record<string, string>;

beforeAll(async () => {
  database = await openTestDatabase();
  const api = await startApi(database, { webhooks: { isTrial: false, resolve: async () => [] } });
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
