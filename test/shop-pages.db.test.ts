import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readShopPages } from '#api/catalogue/shop-page/read-shop-pages.ts';
import { StartError } from '#platform/config/start-error.ts';
import { shopPageNames } from '../src/contract/catalogue/shop-pages.ts';
import { openTestDatabase } from './database/test-database.ts';
import { startApi } from './parts/api.ts';

let folder: string;
let database: Awaited<ReturnType<typeof openTestDatabase>>;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-pages-'));
  return () => rm(folder, { recursive: true });
});

const write = (name: string, text: string) => writeFile(join(folder, name), text);

test('the files of a folder become the pages of their names; the first heading is the title', async () => {
  await write('terms.md', '\ufeff# Terms of *sale*\r\n\r\nWho sells: we.\r\n');
  await write('help.md', 'Ask us.\n\n# Not the first line');
  await write('secret.md', 'not one of them');
  await write('privacy.txt', 'not Markdown');
  expect(await readShopPages(folder)).toEqual({
    terms: { title: 'Terms of *sale*', text: 'Who sells: we.' },
    help: { title: 'Help', text: 'Ask us.\n\n# Not the first line' },
  });
});

test('every page has an example that says so', async () => {
  const pages = await readShopPages(join(import.meta.dirname, '../pages'));
  expect(Object.keys(pages)).toEqual(shopPageNames);
  for (const page of Object.values(pages)) expect(page.text).toMatch(/^> \*\*An example\.\*\*/);
});

test('what cannot be read or is too long is told at the start', async () => {
  await expect(readShopPages(join(folder, 'none'))).rejects.toThrow(StartError);
  await write('terms.md', 'x'.repeat(200_001));
  await expect(readShopPages(folder)).rejects.toThrow(/terms\.md is too long/);
});

test('a page is told by its name alone; there is no other way into the folder', async () => {
  const api = await startApi(database);
  expect((await api.get('/page/terms')).body).toEqual({ title: 'Terms of sale', text: 'Who sells: **we**.' });
  for (const name of ['help', 'Terms', 'terms.md', '__proto__', 'constructor', '..%2Fstore.json', '%00'])
    expect((await api.get(`/page/${name}`)).status, name).toBe(404);
});
