import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import type { Product } from '#contract/product.ts';
import { productArt } from './product-art.ts';

const WIDTH = 1200;
const HEIGHT = 630;
const KEPT_BYTES = 8 * 1024 * 1024;

const mark = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 22 22"><path d="M3 19V11a8 8 0 0 1 16 0v8h-4.2v-7.6a3.8 3.8 0 0 0-7.6 0V19Z" fill="#fff"/><circle cx="11" cy="17" r="2.2" fill="#FF6B2C"/></svg>`;

type Jpeg = Uint8Array<ArrayBuffer>;

/**
 * 1200 x 630 JPEGs with the art and the shop's mark, because chats and social networks do not show SVG. One is drawn
 * at a time, and the latest are kept: a picture costs some 50 ms of processor time, and links are shared in bursts.
 */
export function createLinkPictures() {
  const kept = new LRUCache<string, Jpeg>({ maxSize: KEPT_BYTES, sizeCalculation: (jpeg) => jpeg.length });
  let turn: Promise<unknown> = Promise.resolve();

  async function picture(key: string, svg: () => string): Promise<Jpeg> {
    const known = kept.get(key);
    if (known) return known;
    const drawing = turn.then(() => kept.get(key) ?? draw(svg()));
    turn = drawing.catch(() => {});
    const jpeg = await drawing;
    kept.set(key, jpeg);
    return jpeg;
  }

  return {
    product: (product: Pick<Product, 'product_id' | 'product_type'>) =>
      picture(`${product.product_type}/${product.product_id}`, () => productArt(product)),
    shop: () => picture('shop', () => productArt({ product_id: 'hearth', product_type: 'computing' })),
  };
}

async function draw(svg: string): Promise<Jpeg> {
  const art = await sharp(Buffer.from(svg)).resize(WIDTH, HEIGHT, { fit: 'cover' }).png().toBuffer();
  const jpeg = await sharp(art)
    .composite([{ input: Buffer.from(mark), left: 56, top: HEIGHT - 96 - 48 }])
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer();
  return new Uint8Array(jpeg);
}
