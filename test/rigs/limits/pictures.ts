// Pictures for links, each of another product, as fast as some connections can ask: pages must not wait for them.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { createSavePicture } from '#api/catalogue/picture/save-picture.ts';
import type { Tables } from '#main/tables.ts';
import { openDatabase } from '#platform/database/database.ts';
import { openFolderStorage } from '#platform/storage/folder-storage.ts';
import { storeSeller } from '../../factories/seller.ts';
import type { BenchDatabase } from '../bench/fill/bench-database.ts';
import type { MeasuredProcess } from '../bench/measured-process.ts';
import type { Finding } from './finding.ts';

const CONNECTIONS = 14;
const PAGES = 200;

export async function pictures(shop: MeasuredProcess, ids: string[]): Promise<Finding[]> {
  let asking = true;
  let next = 0;
  let drawn = 0;
  let refused = 0;
  async function ask() {
    while (asking) {
      const id = ids[next++ % ids.length] ?? '';
      const response = await fetch(`${shop.address}/og/product/${encodeURIComponent(id)}.jpg`);
      await response.arrayBuffer();
      if (response.status === 200) drawn++;
      else refused++;
    }
  }
  const alone = await readPages(shop, ids);
  const flood = Array.from({ length: CONNECTIONS }, ask);
  const beside = await readPages(shop, ids);
  asking = false;
  await Promise.all(flood);
  return [
    {
      what: `${PAGES} pages beside ${CONNECTIONS} connections that ask for link pictures`,
      measured: `${beside.refused} refused, the middle one ${(beside.medianMs / alone.medianMs).toFixed(2)} times as long; ${drawn} pictures, ${refused} of them refused`,
      holds: beside.refused === 0,
    },
  ];
}

/** None of them is cached: see CACHE_MB. */
async function readPages(shop: MeasuredProcess, ids: string[]) {
  const took: number[] = [];
  let refused = 0;
  for (let count = 0; count < PAGES; count++) {
    const started = performance.now();
    const response = await fetch(`${shop.address}/products/id/${encodeURIComponent(ids[count % ids.length] ?? '')}`);
    await response.text();
    if (response.status === 200) took.push(performance.now() - started);
    else refused++;
  }
  return { refused, medianMs: took.sort((a, b) => a - b)[Math.floor(took.length / 2)] ?? Number.NaN };
}

const LARGEST = 7_000;
const OF_ONE_SHOP = 4;
/** One is at work, and one more of the same shop may have its turn before. */
const MOST_DRAWN_BEFORE = 2;

/** Four of the largest pictures of one shop, and one of another shop behind them: how many of the large ones it waits for. */
export async function largestPictures(place: BenchDatabase): Promise<Finding[]> {
  const { DATABASE_URL, DATA_DIR = '' } = place.environment;
  const database = await openDatabase<Tables>({ databaseUrl: DATABASE_URL || null, dataDir: DATA_DIR });
  const folder = await mkdtemp(join(tmpdir(), 'hearth-largest-'));
  try {
    for (const seller_id of ['many', 'one']) await storeSeller(database, { seller_id, address: seller_id }, {});
    const savePicture = createSavePicture({ db: database.kysely, storage: openFolderStorage(folder) });
    const large = await Promise.all([...Array(OF_ONE_SHOP + 1).keys()].map((red) => aPicture(LARGEST, red * 20)));
    const took = async (sellerId: string, bytes: Uint8Array) => {
      const started = performance.now();
      const kept = await savePicture({ sellerId, accountId: `owner of ${sellerId}` }, bytes);
      if (!kept.ok) throw new Error(`a picture was refused: ${kept.fault}`);
      return performance.now() - started;
    };
    const alone = await took('many', large[OF_ONE_SHOP] as Buffer);
    const small = await aPicture(400, 200);
    const many = large.slice(0, OF_ONE_SHOP).map((bytes) => took('many', bytes));
    const waited = await took('one', small);
    const last = Math.max(...(await Promise.all(many)));
    return [
      {
        what: `a picture of another shop behind ${OF_ONE_SHOP} of 49 megapixels`,
        measured: `done after ${(waited / 1_000).toFixed(1)} s, ${(waited / alone).toFixed(2)} times what one of them takes alone; all of them ${(last / alone).toFixed(2)} times`,
        holds: waited / alone <= MOST_DRAWN_BEFORE + 1,
      },
    ];
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function aPicture(size: number, red: number): Promise<Buffer> {
  const background = { r: red, g: 90, b: 40 };
  return sharp({ create: { width: size, height: size, channels: 3, background } })
    .jpeg()
    .toBuffer();
}
