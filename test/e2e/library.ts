// Library items of customers in browser tests: written into the running shop's database and its storage.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { GoodsOfOne } from '#contract/goods/goods.ts';
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

/**
 * Answers what the screen asks about keys, access and hours, as their own tests hold it: what is late, and a machine, cannot be had in a
 * browser test. Answers what was sent to change something.
 */
export async function answerGoods(page: Page, things: { keys: string; access: string; hours: string }) {
  const asked: string[] = [];
  let [taken, runs] = [false, false];
  const access = () => ({
    entitlement_id: things.access,
    product_id: 'platform',
    product_name: 'Platform',
    by: 'endpoint',
    state: taken ? 'money_back' : 'late',
    text: null,
    fields: [],
    promised_at: '2026-11-20T10:15:00.000Z',
    ready_at: null,
    expires_at: null,
    offers_money_back: !taken,
  });
  const hours = () => ({
    entitlement_id: things.hours,
    product_id: 'h100',
    product_name: 'H100',
    by: 'endpoint',
    state: 'active',
    minutes_bought: 2_880,
    minutes_used: 978,
    minutes_left: 1_902,
    expires_at: '2027-02-14T12:00:00.000Z',
    minutes_left_in_all: 1_902,
    may_start: !runs,
    price_of_hour: 2,
    templates: [],
    session: runs && {
      session_id: 'one',
      state: 'running',
      template: null,
      ssh_keys: [],
      requested_at: '2026-11-23T09:11:00.000Z',
      started_at: '2026-11-23T09:12:00.000Z',
      stopped_at: null,
      stop_reason: null,
      failure: null,
      minutes: 978,
      minutes_returned: 0,
      ...{ stop_after_minutes: null, budget: null, stops_at: null, cost: 32.6, report: null },
      fields: [
        { label: 'Address', value: 'ssh -p 2214 m2041@or3.northlight.example', secret: false },
        { label: 'Password', value: 'correct horse', secret: true },
      ],
    },
  });
  const base = (id: string) => `**/api/library/${id}`;
  const item = { key_id: 'one', key: 'QK-7F3A-1111-91D2', given_at: '2026-11-20T10:00:00.000Z' };
  const own = { source: 'list', standing: 'active', items: [item], next: null, quantity: 1, waiting: 0, seats: 5 };
  const keys = { ...own, entitlement_id: things.keys, valid_until: null, is_expired: false, revoked_at: null };
  const nothing = { keys: null, access: null, hours: null };
  await page.route('**/api/library/state?*', (route) =>
    route.fulfill({
      json: {
        items: [
          { ...nothing, entitlement_id: things.keys, keys },
          { ...nothing, entitlement_id: things.access, access: access() },
          { ...nothing, entitlement_id: things.hours, hours: hours() },
        ],
      },
    }),
  );
  await page.route(`${base(things.access)}/money-back`, (route) => {
    asked.push('POST money-back');
    taken = true;
    return route.fulfill({ json: { amount: 10, state: 'pending', access: access() } });
  });
  await page.route(`${base(things.hours)}/hours/*`, (route) => {
    const word = new URL(route.request().url()).pathname.split('/').pop() ?? '';
    const at = '2026-11-20T10:00:00.000Z';
    if (word === 'entry')
      return route.fulfill({
        json: [
          { entry_id: 2, kind: 'used', minutes: -978, since: at, at, session_id: 'one', reason: '' },
          { entry_id: 1, kind: 'bought', minutes: 2_880, since: at, at, session_id: null, reason: '' },
        ],
      });
    asked.push(`POST ${word}`);
    runs = word === 'start';
    return route.fulfill({ json: hours() });
  });
  return asked;
}
