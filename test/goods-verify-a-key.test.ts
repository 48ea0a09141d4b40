// The example of docs/goods/verify-a-key.md, as a seller pastes it into their software.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pairwiseAccount, revokedKeyName } from '#api/goods/manifest/product-token.rules.ts';
import { createSignProductToken, createSignRevokedKeys } from '#api/goods/manifest/sign-product-token.ts';
import { createSecrets } from '#platform/secrets.ts';
import { openTestDatabase } from './database/test-database.ts';
import { startApi } from './parts/api.ts';

const text = readFileSync(join(import.meta.dirname, '../docs/goods/verify-a-key.md'), 'utf8');
const [example = '', onlineExample = ''] = [...text.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code);
const folder = mkdtempSync(join(tmpdir(), 'hearth-license-'));
const claims = {
  jti: 'k1',
  product_id: 'birds',
  version: '1.0.0',
  edition: '',
  account: pairwiseAccount('ada', 'ours'),
  seats: 3,
  issued_at: new Date(),
  expires_at: null,
};

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let sign: (given?: Partial<typeof claims> | { expires_at: Date }) => Promise<string>;
let signRevoked: ReturnType<typeof createSignRevokedKeys>;
/** Answer of the shop to the request for the revoked keys; null: it cannot be reached. */
let list: string | null = null;
const server = createServer(({ url }, outgoing) => {
  if (list === null || url !== '/api/goods/revoked-keys/birds') return outgoing.destroy();
  return outgoing.end(list);
}).listen(0, '127.0.0.1');
let shop: string;

beforeAll(async () => {
  database = await openTestDatabase();
  const keeping = { secrets: createSecrets([new Uint8Array(32).fill(5)]), now: () => new Date() };
  if (!server.listening) await once(server, 'listening');
  shop = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const signToken = createSignProductToken({ ...keeping, shop });
  signRevoked = createSignRevokedKeys({ ...keeping, shop });
  sign = (given) => signToken({ ...claims, ...given }, database.kysely);
  await sign();
  const api = await startApi(database);
  writeFileSync(join(folder, 'keys.json'), JSON.stringify((await api.get('/goods/keys')).body));
  for (const [name, code] of [
    ['example.mjs', example],
    ['online.mjs', `${example}${onlineExample}`],
  ] as const)
    writeFileSync(join(folder, name), code.replace('https://shop.example', shop));
});
afterAll(async () => {
  await database.close();
  server.close();
  rmSync(folder, { recursive: true });
});

async function run(token: string, program = 'example.mjs'): Promise<string> {
  writeFileSync(join(folder, 'license.txt'), `${token}\n`);
  const ended = await promisify(execFile)(process.execPath, [program], { cwd: folder }).catch((error) => error);
  return `${ended.stdout}${ended.stderr}`;
}

test('[G-11] the example for Node takes a license of the shop', async () => {
  expect(await run(await sign())).toBe('Licensed for 3 seats.\n');
});

test('[G-11] it refuses one that was changed, of another product, and one that has ended', async () => {
  const [head, , signature] = (await sign()).split('.');
  const more = Buffer.from(JSON.stringify({ iss: shop, product_id: 'birds', seats: 99 }));
  expect(await run(`${head}.${more.toString('base64url')}.${signature}`)).toContain('or was changed');
  expect(await run(await sign({ product_id: 'fish' }))).toContain('for something else');
  expect(await run(await sign({ expires_at: new Date(Date.now() - 60_000) }))).toContain('has ended');
  const none = Buffer.from('{"alg":"none","typ":"license+jwt"}').toString('base64url');
  expect(await run(`${none}.${more.toString('base64url')}.`)).toContain('no license of the shop');
});

test('[G-14] the example for Node refuses a license that was taken back, also later without a network', async () => {
  const now = new Date();
  const listOf = (...ids: string[]) =>
    signRevoked(
      { product_id: 'birds', revoked: ids.map(revokedKeyName), issued_at: now, good_until: now },
      database.kysely,
    );
  const ask = async (jti: string) => run(await sign({ jti }), 'online.mjs');
  expect(await ask('k1'), 'without a list').toContain('It was not taken back.');
  list = await listOf('k2', 'k3');
  expect(await ask('k1')).toContain('It was not taken back.');
  expect(await ask('k2')).toContain('This license was taken back.');
  list = null;
  expect(await ask('k3')).toContain('This license was taken back.');
  const [head, , signature] = (await listOf()).split('.');
  const forged = Buffer.from(JSON.stringify({ iss: shop, product_id: 'birds', revoked: [revokedKeyName('k1')] }));
  list = `${head}.${forged.toString('base64url')}.${signature}`;
  expect(await ask('k1'), 'a list of somebody else').toContain('It was not taken back.');
});
