// Pictures: those that the shop draws from ids, and the addresses that sellers write.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { productArt } from '../../src/storefront/catalogue/picture/product-art.ts';
import { cssUrl } from '../../src/storefront/catalogue/product-list/css-url.ts';
import { hostileText, marked, marker } from '../rigs/fuzz/hostile-values.ts';
import { type OpenShop, openShop } from './open-shop.ts';

const LARGEST_ART = 64 * 1024;

let shop: OpenShop;
/** Requests to the server where the sellers' pictures are. */
const fetched: string[] = [];
const pictures = createServer((request, response) => {
  fetched.push(request.url ?? '');
  response.end();
});

beforeAll(async () => {
  await once(pictures.listen(0, '127.0.0.1'), 'listening');
  const { port } = pictures.address() as AddressInfo;
  const at = `http://127.0.0.1:${port}/a.png?`;
  shop = await openShop({ databaseUrl: null, dump: inject('prepared'), pictures: at });
}, 60_000);
afterAll(async () => {
  await shop.stop();
  pictures.close();
});

test('the shop never fetches a seller’s picture, whatever is asked of it', async () => {
  for (const path of [
    '/products/id/gpu',
    '/products/category/all',
    '/og/product/gpu.jpg',
    '/api/product/gpu',
    '/sitemap.xml',
  ])
    expect((await fetch(shop.address + path)).status, path).toBe(200);
  const page = await (await fetch(`${shop.address}/products/id/gpu`)).text();
  expect(page).toContain('127.0.0.1');
  expect(fetched).toEqual([]);
});

test('nothing of an id is written into the picture that is drawn from it, and no id makes it large', () => {
  fc.assert(
    fc.property(hostileText(), (product_id) => {
      const svg = productArt({ product_id: marked(product_id), product_type: 'computing' });
      expect(svg).not.toContain(marker);
      expect(svg).not.toMatch(/<(script|style|foreignObject|image|a|use)\b|\son\w+=|href=|url\((?!#)/i);
      expect(svg.length).toBeLessThan(LARGEST_ART);
    }),
    { numRuns: 300 },
  );
});

test('a picture by any name is an image that runs nothing and loads nothing', async () => {
  for (const id of ['gpu', marked('a'), 'a'.repeat(2_000), '..%2f', '%00']) {
    const response = await fetch(`${shop.address}/art/data/${encodeURIComponent(id)}.svg`);
    expect(response.status, id).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/svg+xml');
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'");
    expect((await response.text()).length).toBeLessThan(LARGEST_ART);
  }
});

test('no address of a picture ends the style that it stands in', () => {
  fc.assert(
    fc.property(fc.oneof(hostileText(), fc.string({ unit: 'binary' })), (address) => {
      expect(cssUrl(address)).toMatch(/^url\("[^"\\()\n\r\f<>]*"\)$/);
    }),
    { numRuns: 500 },
  );
});
