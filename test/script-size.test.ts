// What a visitor's browser has to fetch and run before a page answers to them.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../build/client');
const entry = 'src/storefront/entry-client.tsx';
const BUDGET_BYTES = 125_000;

type Manifest = Record<string, { file: string; imports?: string[] }>;

/** Bytes of all scripts that a screen needs at once, each packed with gzip by itself, as it is sent. */
async function scriptBytes(screen: string): Promise<number> {
  const manifest: Manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8'));
  const needed = new Set<string>();
  const need = (name: string) => {
    if (needed.has(name)) return;
    needed.add(name);
    for (const imported of manifest[name]?.imports ?? []) need(imported);
  };
  for (const name of [entry, `src/storefront/routes/${screen}.tsx`]) {
    expect(Object.keys(manifest)).toContain(name);
    need(name);
  }
  const files = [...needed].map((name) => join(folder, manifest[name]?.file ?? ''));
  const sizes = await Promise.all(files.map(async (file) => gzipSync(await readFile(file)).length));
  return sizes.reduce((sum, size) => sum + size, 0);
}

test.each(['home', 'category', 'keyword', 'cart'])('the scripts of %s stay within their budget', async (screen) => {
  expect(await scriptBytes(screen)).toBeLessThanOrEqual(BUDGET_BYTES);
});
