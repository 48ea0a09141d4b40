// What a visitor's browser has to fetch and run before a page answers to them.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../build/client');
const entry = 'src/storefront/entry-client.tsx';
const BUDGET_BYTES = 125_000;

type Manifest = Record<string, { file: string; imports?: string[] }>;

let manifest: Manifest;

beforeAll(async () => {
  manifest = JSON.parse(await readFile(join(folder, '.vite/storefront.json'), 'utf8'));
});

/** The modules and chunks that a screen needs at once, by their names in the bundler's manifest. */
function neededBy(screen: string): string[] {
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
  return [...needed];
}

/** Bytes of all scripts that a screen needs at once, each packed with gzip by itself, as it is sent. */
async function scriptBytes(screen: string): Promise<number> {
  const files = neededBy(screen).map((name) => join(folder, manifest[name]?.file ?? ''));
  const sizes = await Promise.all(files.map(async (file) => gzipSync(await readFile(file)).length));
  return sizes.reduce((sum, size) => sum + size, 0);
}

test.each(['home', 'category', 'keyword', 'cart'])('the scripts of %s stay within their budget', async (screen) => {
  expect(await scriptBytes(screen)).toBeLessThanOrEqual(BUDGET_BYTES);
});

test.each(['home', 'category', 'keyword', 'product', 'contact', 'shop-page'])(
  '%s, which anybody may see, loads nothing of the screens for customers, sellers and staff',
  (screen) => {
    const others = Object.keys(manifest).filter((name) => /^src\/(storefront\/routes\/profile|admin)\//.test(name));
    expect(others.some((name) => name.startsWith('src/storefront/routes/profile/'))).toBe(true);
    expect(neededBy(screen).filter((name) => others.includes(name))).toEqual([]);
  },
);
