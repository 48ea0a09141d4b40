// The examples of docs/hub.md, as somebody would paste them.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from './database/test-database.ts';
import { type HubShop, startHub } from './parts/hub.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
const text = readFileSync(join(root, 'docs/hub.md'), 'utf8');
const example = (language: string, index = 0) =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'))][index]?.[1] ?? '';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let shop: HubShop;
let env: NodeJS.ProcessEnv;
const folder = mkdtempSync(join(tmpdir(), 'hearth-hub-docs-'));

beforeAll(async () => {
  database = await openTestDatabase();
  shop = await startHub(database);
  await shop.release({ product_id: 'voices', version: '1.0', number: 1, files: { 'a.csv': 'a\n1\n' } });
  await shop.buy('jane', { product_id: 'voices', goods: { files: { updates: 'none' } } });
  const { text: token } = await shop.token('jane');
  env = { ...process.env, HF_ENDPOINT: shop.address, HF_TOKEN: token, REPO: 'hearth/voices' };
});
afterAll(async () => {
  await shop.close();
  await database.close();
  rmSync(folder, { recursive: true });
});

test('[G-09] the example in JavaScript lists what was bought and reads a file of it', async () => {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', example('js')], { cwd: root, env });
  expect(stdout).toMatch(/^a\.csv 4\nmodel\.sig \d+\n/);
  expect(stdout).toContain('# hearth/voices');
});

test('[G-09] the fetch for @huggingface/transformers carries the token to the shop, and to nobody else', async () => {
  const wiring = example('js', 1).replace(/^import .*$/m, 'const env = {};');
  expect(wiring).toContain('env.fetch');
  const script = `${wiring}
    const page = await env.fetch(env.remoteHost + process.env.REPO + '/resolve/main/a.csv');
    const other = await env.fetch('http://127.0.0.1:9/').catch(() => 'not asked');
    console.log(page.status, (await page.text()).length);`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: root, env });
  expect(stdout).toBe('200 4\n');
});

test('[G-09] a token is a password at the addresses of files, and nowhere else; other passwords are none of the shop', async () => {
  const { HF_TOKEN: token = '' } = env;
  const ask = async (path: string, password: string) => {
    const authorization = `Basic ${Buffer.from(`anybody:${password}`).toString('base64')}`;
    return (await fetch(`${shop.address}${path}`, { headers: { authorization } })).status;
  };
  const file = '/datasets/hearth/voices/resolve/main/a.csv';
  expect(await ask(file, token)).toBe(200);
  expect(await ask(file, `${token.slice(0, -4)}AAAA`)).toBe(401);
  expect(await ask(file, 'of-a-proxy')).not.toBe(200);
  expect(await ask('/api/whoami-v2', token)).toBe(401);
});

test('[G-09] the example with curl writes the file, and takes one that is whole for whole', async () => {
  await run('sh', ['-ec', example('sh')], { cwd: folder, env });
  await run('sh', ['-ec', example('sh')], { cwd: folder, env });
  expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain('# hearth/voices');
});
