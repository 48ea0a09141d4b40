import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import type { Product } from '#contract/catalogue/product/product.ts';
import { productArt } from './product-art.ts';

const WIDTH = 1200;
const HEIGHT = 630;
const QUALITY = 82;
const CACHE_BYTES = 8 * 1024 * 1024;

const mark = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 22 22"><path d="M3 19V11a8 8 0 0 1 16 0v8h-4.2v-7.6a3.8 3.8 0 0 0-7.6 0V19Z" fill="#fff"/><circle cx="11" cy="17" r="2.2" fill="#FF6B2C"/></svg>`;

type Jpeg = Uint8Array<ArrayBuffer>;

/** Drawn pictures, shared by all processes. */
export type PictureStore = {
  get: (key: string) => Promise<Jpeg | null>;
  set: (key: string, jpeg: Jpeg) => Promise<void>;
};

// One thread a picture: pages, which are rendered at the same time, come first.
sharp.concurrency(1);

/**
 * 1200 x 630 JPEGs with the art and the shop's mark, because chats and social networks do not show SVG. A picture costs some
 * 50 ms of processor time, and links are shared in bursts: one is drawn at a time, away from the event loop, and each only
 * once for as long as its art stays the same. The latest are cached in memory too.
 */
export function createLinkPictures({ store }: { store: PictureStore | null }) {
  const cache = new LRUCache<string, Jpeg>({ maxSize: CACHE_BYTES, sizeCalculation: (jpeg) => jpeg.length });
  const inProgress = new Map<string, Promise<Jpeg>>();
  let turn: Promise<unknown> = Promise.resolve();

  async function make(key: string, svg: () => string): Promise<Jpeg> {
    const stored = await store?.get(key);
    if (stored) return stored;
    const drawing = turn.then(() => draw(svg()));
    turn = drawing.catch(() => {});
    const jpeg = await drawing;
    await store?.set(key, jpeg);
    return jpeg;
  }

  function picture(product: Pick<Product, 'product_id' | 'product_type'>): Jpeg | Promise<Jpeg> {
    const key = `${look()} ${product.product_type}/${product.product_id}`;
    const known = cache.get(key) ?? inProgress.get(key);
    if (known) return known;
    const made = make(key, () => productArt(product));
    inProgress.set(key, made);
    made.then((jpeg) => cache.set(key, jpeg)).catch(() => {});
    made.finally(() => inProgress.delete(key)).catch(() => {});
    return made;
  }

  return {
    product: picture,
    shop: () => picture({ product_id: 'hearth', product_type: 'computing' }),
  };
}

/** A version of what pictures look like, part of their keys: when it changes, stored pictures are no longer used. */
const look = lazily(() => {
  const types = ['solutions', 'computing', 'data', 'algorithm'] as const;
  const samples = types.flatMap((product_type) =>
    ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((product_id) => productArt({ product_id, product_type })),
  );
  const parts = [WIDTH, HEIGHT, QUALITY, mark, sharp.versions.sharp, ...samples];
  return createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 12);
});

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

async function draw(svg: string): Promise<Jpeg> {
  const art = await sharp(Buffer.from(svg)).resize(WIDTH, HEIGHT, { fit: 'cover' }).png().toBuffer();
  const jpeg = await sharp(art)
    .composite([{ input: Buffer.from(mark), left: 56, top: HEIGHT - 96 - 48 }])
    .jpeg({ quality: QUALITY, mozjpeg: true })
    .toBuffer();
  return new Uint8Array(jpeg);
}
