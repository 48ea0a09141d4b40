// Scripts that a visitor's browser has to fetch and run before a page responds.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { adminAssets } from '#admin/document.ts';

const folder = join(import.meta.dirname, '../build/client');
const entry = 'src/storefront/entry-client.tsx';
const LIST_BYTES = 105_000;
const CART_BYTES = 108_000;

type Manifest = Record<string, { file: string; imports?: string[]; dynamicImports?: string[] }>;

let manifest: Manifest;
let admin: Manifest;

beforeAll(async () => {
  manifest = JSON.parse(await readFile(join(folder, '.vite/storefront.json'), 'utf8'));
  admin = JSON.parse(await readFile(join(folder, '.vite/admin.json'), 'utf8'));
});

/** The modules and chunks that a screen needs at once, by their names in the bundler's manifest. */
function neededBy(screen: string): string[] {
  return neededIn(manifest, [entry, `src/storefront/${screen}.screen.tsx`]);
}

function neededIn(part: Manifest, names: string[]): string[] {
  const needed = new Set<string>();
  const need = (name: string) => {
    if (needed.has(name)) return;
    needed.add(name);
    for (const imported of part[name]?.imports ?? []) need(imported);
  };
  for (const name of names) {
    expect(Object.keys(part)).toContain(name);
    need(name);
  }
  return [...needed];
}

/** Bytes of all scripts of these names, each packed with gzip by itself, as it is sent. */
async function scriptBytes(names: string[], part = manifest): Promise<number> {
  const files = names.map((name) => join(folder, part[name]?.file ?? ''));
  const sizes = await Promise.all(files.map(async (file) => gzipSync(await readFile(file)).length));
  return sizes.reduce((sum, size) => sum + size, 0);
}

test.each([
  ['catalogue/home/home', LIST_BYTES],
  ['catalogue/product-list/category', LIST_BYTES],
  ['catalogue/product-list/keyword', LIST_BYTES],
  ['ordering/cart/cart', CART_BYTES],
])('the scripts of %s stay within %i bytes', async (screen, budget) => {
  expect(await scriptBytes(neededBy(screen))).toBeLessThanOrEqual(budget);
});

test.each([
  'catalogue/home/home',
  'catalogue/product-list/category',
  'catalogue/product-list/keyword',
  'catalogue/product/product',
  'people/contact/contact',
  'catalogue/shop-page/shop-page',
])('%s, which anybody may see, loads nothing of the screens for customers, sellers and staff', (screen) => {
  const others = [
    ...(manifest['src/storefront/profile-screens.ts']?.dynamicImports ?? []),
    'src/storefront/people/profile/profile-frame.screen.tsx',
    'src/storefront/people/profile/personal-information.screen.tsx',
    'src/storefront/ordering/order/order.screen.tsx',
  ];
  expect(others.length).toBeGreaterThan(20);
  expect(Object.keys(manifest)).toEqual(expect.arrayContaining(others));
  expect(Object.keys(manifest).filter((name) => name.startsWith('src/admin/'))).toEqual([]);
  expect(neededBy(screen).filter((name) => others.includes(name))).toEqual([]);
});

test('answers are kept between screens of the profile alone: no other screen loads what that takes', async () => {
  const isOfQueries = async (names: string[]) => {
    const texts = await Promise.all(names.map((name) => readFile(join(folder, manifest[name]?.file ?? ''), 'utf8')));
    return texts.some((text) => text.includes('No QueryClient set'));
  };
  expect(await isOfQueries(neededBy('people/profile/profile-frame'))).toBe(true);
  const ofProfile = new Set(manifest['src/storefront/profile-screens.ts']?.dynamicImports);
  const others = Object.keys(manifest).filter(
    (name) =>
      name.endsWith('.screen.tsx') &&
      !ofProfile.has(name) &&
      !name.startsWith('src/storefront/people/profile/') &&
      name !== 'src/storefront/ordering/order/order.screen.tsx',
  );
  expect(others).toContain('src/storefront/ordering/cart/cart.screen.tsx');
  for (const name of others)
    expect([name, await isOfQueries(neededIn(manifest, [entry, name]))]).toEqual([name, false]);
});

test('[B-01] no script of the shop has a byte of the back office, which has nothing of the shop’s screens', () => {
  const of = (part: Manifest, room: string) => Object.keys(part).filter((name) => name.startsWith(`src/${room}/`));
  expect(of(admin, 'admin')).toContain('src/admin/operations/overview/overview.screen.tsx');
  expect(of(manifest, 'admin')).toEqual([]);
  expect(of(admin, 'storefront')).toEqual([]);
});

test('[B-01] the first screen of the back office is small', async () => {
  const first = neededIn(admin, ['src/admin/entry-client.tsx', 'src/admin/operations/overview/overview.screen.tsx']);
  expect(await scriptBytes(first, admin)).toBeLessThanOrEqual(150_000);
});

test('[B-05] lists and screens are fetched while the first screen is looked at, and are not part of it', () => {
  const { script, preloads, prefetches } = adminAssets(admin);
  for (const name of ['src/admin/lists.ts', 'src/admin/screens.ts', 'src/admin/operations/palette/palette.tsx'])
    expect(prefetches).toContain(`/${admin[name]?.file}`);
  expect(prefetches.filter((file) => file === script || preloads.includes(file))).toEqual([]);
});
