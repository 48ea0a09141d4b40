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
const example = (language: string) => new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(text)?.[1] ?? '';

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

test('[G-09] the example with curl writes the file', async () => {
  await run('sh', ['-ec', example('sh')], { cwd: folder, env });
  expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain('# hearth/voices');
});
