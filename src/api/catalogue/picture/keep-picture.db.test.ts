import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { openFolderStorage } from '#platform/storage/folder-storage.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { storeSeller } from '../../../../test/factories/seller.ts';
import { createKeepPicture } from './keep-picture.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await emptyDatabase(database);
  for (const seller_id of ['ours', 'theirs']) await storeSeller(database, { seller_id, address: seller_id }, {});
});

/** Sends pictures one after another; `done` says in which order they were drawn. */
async function startSending() {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-turns-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const keep = createKeepPicture({ db: database.kysely, storage: openFolderStorage(folder) });
  const done: string[] = [];
  async function send(sellerId: string, accountId: string, red: number) {
    const background = { r: red, g: 0, b: 0 };
    const bytes = await sharp({ create: { width: 400, height: 400, channels: 3, background } })
      .png()
      .toBuffer();
    const kept = keep({ sellerId, accountId }, bytes);
    return { kept: kept.then((outcome) => done.push(`${sellerId} ${outcome.ok ? red : 'busy'}`)) };
  }
  return { done, send };
}

test('[S-06] shops take turns: a picture of another one is drawn before the third of a shop that has sent many', async () => {
  const { done, send } = await startSending();
  const ours = [];
  for (let red = 1; red <= 5; red++) ours.push(await send('ours', `member-${red}`, red));
  const theirs = await send('theirs', 'other', 9);
  await Promise.all([...ours, theirs].map(({ kept }) => kept));
  expect(done).toHaveLength(6);
  expect(done.indexOf('theirs 9')).toBeLessThan(done.indexOf('ours 3'));
});

test('[S-06] many shops of one account take turns as if they were one', async () => {
  const shops = ['a', 'b', 'c', 'd', 'e'];
  for (const seller_id of shops) await storeSeller(database, { seller_id, address: `${seller_id}-shop` }, {});
  const { done, send } = await startSending();
  const ours = [];
  for (const [at, shop] of shops.entries()) ours.push(await send(shop, 'ada', at));
  const theirs = await send('theirs', 'other', 9);
  await Promise.all([...ours, theirs].map(({ kept }) => kept));
  expect(done).toContain('e busy');
  expect(done.indexOf('theirs 9')).toBeLessThan(done.indexOf('c 2'));
});
