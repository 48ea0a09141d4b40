// What customers of the browser tests have: written into the running shop's database and its storage.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { GoodsOfOne } from '#contract/goods.ts';
import { openFolderStorage } from '#platform/storage/folder-storage.ts';
import { type AFile, objectIdOf, storeEntitlement, storeRelease } from '../factories/goods.ts';
import { aProduct } from '../factories/product.ts';
import { inShop, type Shop } from './seller.ts';

const word = () => randomBytes(5).toString('hex');

export type Product = { id: string; name: string; release: string };

/** A data set with one version, whose bytes lie in the storage of the running shop. `sold`: what a buyer gets besides. */
export async function makeDataSet(
  shop: Shop,
  { name = `Calls ${word()}`, files, updates = 'none' as const, listed = false }: MadeDataSet,
): Promise<Product> {
  const id = `calls-${word()}`;
  const release = `release-${word()}`;
  const goods = JSON.stringify({ files: { release, updates } });
  const product = aProduct({
    product_id: id,
    product_name: name,
    product_type: 'data',
    price_micros: 12_000_000,
    price_unit: '',
    seller_id: shop.sellerId,
    version: 1,
    listed,
    goods,
  });
  await inShop(async (database) => {
    await database.kysely.insertInto('api.product').values(product).execute();
    await storeRelease(
      database,
      { release_id: release, product_id: id, number: 1, version: '1.0.0', seller_id: shop.sellerId },
      files,
    );
  });
  await putBytes(release, files);
  return { id, name, release };
}

type MadeDataSet = { name?: string; files: AFile[]; updates?: 'free' | 'year' | 'none'; listed?: boolean };

/** A later version of it. Answers its id. */
export async function publish(
  shop: Shop,
  { id }: Product,
  given: { number: number; version: string; notes: string; files: AFile[] },
): Promise<string> {
  const { files, ...release } = given;
  const releaseId = await inShop((database) =>
    storeRelease(
      database,
      {
        ...release,
        release_id: `release-${word()}`,
        product_id: id,
        seller_id: shop.sellerId,
        published_at: new Date(),
      },
      files,
    ),
  );
  await putBytes(releaseId, files);
  return releaseId;
}

async function putBytes(release: string, files: AFile[]) {
  const storage = openFolderStorage(join(process.env.SHOP_DATA_DIR ?? '', 'storage'));
  for (const { path, content = path } of files)
    await storage.put(`goods/${objectIdOf(release, path)}`, Buffer.from(content));
}

/** Gives somebody a thing. Answers its id. */
export function give(
  accountId: string,
  shop: Shop | null,
  given: { name: string; goods?: GoodsOfOne } & Partial<Parameters<typeof storeEntitlement>[1]>,
): Promise<string> {
  const { name, ...entitlement } = given;
  return inShop((database) =>
    storeEntitlement(database, {
      entitlement_id: `gift-${word()}`,
      account_id: accountId,
      product_id: `gone-${word()}`,
      product_name: name,
      seller_id: shop?.sellerId ?? null,
      ...entitlement,
    }),
  );
}
