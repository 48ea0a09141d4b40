// Products of the demo's shops that are delivered at once, and their buyer's library: files in releases, keys, access and hours.
// By the API, as people do it.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Goods } from '#contract/goods/goods.ts';
import { root } from '../shop.ts';
import type { DemoCaller } from './demo-caller.ts';
import type { DemoGoods, DemoRelease } from './demo-story.ts';

const folder = join(root, 'catalogue/demo/goods');

/** A product of the demo that is on sale, by what its story calls it. */
export type SoldGoods = DemoGoods & { productId: string; path: string };

/** Puts a product on sale with the first of its releases. `approve` decides on what waits of it. */
export async function sellGoods(
  seller: DemoCaller,
  sellerId: string,
  goods: DemoGoods,
  approve: (productId: string) => Promise<void>,
): Promise<SoldGoods> {
  const { content, releases = [], keys } = goods;
  const { product_id: productId } = await seller.post(`/seller/${sellerId}/listing`, { content });
  const path = `/seller/${sellerId}/listing/${productId}`;
  if (keys) await seller.post(`${path}/key?batch=demo`, { keys: keysOf(keys) });
  const [first] = releases;
  if (first) await publishRelease(seller, sellerId, path, content.goods ?? {}, first);
  await submit(seller, path);
  await approve(productId);
  return { ...goods, productId, path };
}

/** The releases that came after the first purchase. */
export async function sellLaterReleases(
  seller: DemoCaller,
  sellerId: string,
  { releases = [], content, path, productId }: SoldGoods,
  approve: (productId: string) => Promise<void>,
): Promise<void> {
  for (const release of releases.slice(1)) {
    await publishRelease(seller, sellerId, path, content.goods ?? {}, release);
    await submit(seller, path);
    await approve(productId);
  }
}

async function submit(seller: DemoCaller, path: string): Promise<void> {
  const { revision } = await seller.get(path);
  await seller.post(`${path}/submit`, { revision });
}

/** Uploads the files, completes the release, and writes it into the draft. */
async function publishRelease(
  seller: DemoCaller,
  sellerId: string,
  path: string,
  goods: Goods,
  { version, notes, folder: from, samples = {} }: DemoRelease,
): Promise<void> {
  const { release_id: releaseId } = await seller.post(`${path}/release`, { version, notes });
  const own = `${path}/release/${releaseId}`;
  for (const name of (await readdir(join(folder, from))).sort())
    await seller.upload(
      `/seller/${sellerId}/upload`,
      { release: releaseId, path: name },
      await readFile(join(folder, from, name)),
    );
  for (const [name, sample] of Object.entries(samples)) await seller.put(`${own}/file`, { path: name, sample });
  await complete(seller, own);
  const { revision, content } = await seller.get(path);
  const files = { updates: 'free', ...goods.files, release: releaseId };
  await seller.put(`${path}/draft`, { revision, content: { ...content, goods: { ...goods, files } } });
}

const LOOK_MS = 100;
const LOOKS = 100;

/** Files are hashed and scanned behind their upload. */
async function complete(seller: DemoCaller, own: string): Promise<void> {
  for (let look = 0; look < LOOKS; look++) {
    const { missing } = await seller.get(own);
    if (missing.length === 0) break;
    await setTimeout(LOOK_MS);
  }
  await seller.post(`${own}/complete`);
}

/** Keys that unlock nothing: PD-0001-..., each of its own. */
function keysOf(count: number): string[] {
  return Array.from({ length: count }, (_, at) => {
    const number = String(at + 1).padStart(4, '0');
    const tail = ((at + 1) * 7_919).toString(36).toUpperCase().padStart(6, '0');
    return `PD-${number}-${tail.slice(0, 3)}-${tail.slice(3)}`;
  });
}
