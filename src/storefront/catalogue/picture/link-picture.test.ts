import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createLinkPictures } from './link-picture.ts';

const product = { product_id: 'gpu', product_type: 'computing' } as const;

function aStore() {
  const kept = new Map<string, Uint8Array<ArrayBuffer>>();
  const log: string[] = [];
  return {
    kept,
    log,
    async get(key: string) {
      log.push('get');
      return kept.get(key) ?? null;
    },
    async set(key: string, jpeg: Uint8Array<ArrayBuffer>) {
      log.push('set');
      kept.set(key, jpeg);
    },
  };
}

test('a picture is drawn once: for all that ask at once, for later, and for the next process', async () => {
  const store = aStore();
  const pictures = createLinkPictures({ store });
  const drawn = await Promise.all(Array.from({ length: 20 }, () => pictures.product(product)));
  expect(new Set(drawn).size).toBe(1);
  await pictures.product(product);
  expect(store.log).toEqual(['get', 'set']);

  const next = createLinkPictures({ store });
  expect(await next.product(product)).toBe(drawn[0]);
  expect(store.log).toEqual(['get', 'set', 'get']);
  expect(await sharp(drawn[0]).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
});

test('products have pictures of their own, by type and id', async () => {
  const store = aStore();
  const pictures = createLinkPictures({ store });
  for (const [product_type, product_id] of [
    ['computing', 'a'],
    ['data', 'a'],
    ['data', 'b'],
  ] as const)
    await pictures.product({ product_type, product_id });
  expect(store.kept.size).toBe(3);
});

test('the event loop is free while pictures are drawn', async () => {
  const pictures = createLinkPictures({ store: null });
  let turns = 0;
  let drawing = true;
  const count = () => {
    turns++;
    if (drawing) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all(Array.from({ length: 5 }, (_, at) => pictures.product({ ...product, product_id: `p${at}` })));
  drawing = false;
  // Drawing on the event loop would leave it one turn between two pictures.
  expect(turns).toBeGreaterThan(100);
});
