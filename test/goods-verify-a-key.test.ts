// The example of docs/goods/verify-a-key.md, as a seller pastes it into their software.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pairwiseAccount } from '#api/manifest/product-token.rules.ts';
import { createSignProductToken } from '#api/manifest/sign-product-token.ts';
import { createSecrets } from '#platform/secrets.ts';
import { openTestDatabase } from './database/test-database.ts';
import { startApi } from './parts/api.ts';

const text = readFileSync(join(import.meta.dirname, '../docs/goods/verify-a-key.md'), 'utf8');
const [, example = ''] = text.match(/```js\n([\s\S]*?)```/) ?? [];
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

beforeAll(async () => {
  database = await openTestDatabase();
  const keeping = { secrets: createSecrets([new Uint8Array(32).fill(5)]), now: () => new Date() };
  const signToken = createSignProductToken({ ...keeping, shop: 'https://shop.example' });
  sign = (given) => signToken({ ...claims, ...given }, database.kysely);
  await sign();
  const api = await startApi(database);
  writeFileSync(join(folder, 'keys.json'), JSON.stringify((await api.get('/goods/keys')).body));
  writeFileSync(join(folder, 'example.mjs'), example);
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

async function run(token: string): Promise<string> {
  writeFileSync(join(folder, 'license.txt'), `${token}\n`);
  const ended = await promisify(execFile)(process.execPath, ['example.mjs'], { cwd: folder }).catch((error) => error);
  return `${ended.stdout}${ended.stderr}`;
}

test('[G-11] the example for Node takes a license of the shop', async () => {
  expect(await run(await sign())).toBe('Licensed for 3 seats.\n');
});

test('[G-11] it refuses one that was changed, of another product, and one that has ended', async () => {
  const [head, , signature] = (await sign()).split('.');
  const more = Buffer.from(JSON.stringify({ iss: 'https://shop.example', product_id: 'birds', seats: 99 }));
  expect(await run(`${head}.${more.toString('base64url')}.${signature}`)).toContain('or was changed');
  expect(await run(await sign({ product_id: 'fish' }))).toContain('for something else');
  expect(await run(await sign({ expires_at: new Date(Date.now() - 60_000) }))).toContain('has ended');
  const none = Buffer.from('{"alg":"none","typ":"license+jwt"}').toString('base64url');
  expect(await run(`${none}.${more.toString('base64url')}.`)).toContain('no license of the shop');
});
