// Cost of the slowest description that may be stored, beside a plain one of the same length: to read it, and to make its page.

import { LONGEST_DESCRIPTION } from '#api/catalogue/product-input/texts.rules.ts';
import type { Tables } from '#main/tables.ts';
import { openDatabase } from '#platform/database/database.ts';
import { readMarkdown } from '../../../../src/storefront/markdown/read-markdown.ts';
import { medianLatency } from '../load.ts';
import { startMeasuredShop } from '../measured-process.ts';
import type { BenchDatabase } from './bench-database.ts';
import { fill, hostileDescriptions, markdownSigns } from './hostile-descriptions.ts';

/** `reading` and `page` are ratios to a plain one; `slowest` is what it repeats. */
export type Descriptions = { slowest: string; plainMs: number; reading: number; page: number; tried: number };

const plain = fill('A fast machine for training and inference with much memory that stays cool whatever the work is. ');
const ROUNDS = 5;
const PAGES = 60;

/** The least of some rounds, in milliseconds: what else the machine did is not counted. */
function readingMs(text: string, rounds = ROUNDS): number {
  const took = Array.from({ length: rounds }, () => {
    const started = performance.now();
    readMarkdown(text, 'seller');
    return performance.now() - started;
  });
  return Math.min(...took);
}

/** Tries each sign and each two of them, repeated on lines of several lengths, and shows the slowest of them on a page. */
export async function measureDescriptions(database: BenchDatabase): Promise<Descriptions> {
  const repeated = [...markdownSigns, ...markdownSigns.flatMap((one) => markdownSigns.map((other) => one + other))];
  const texts = repeated.flatMap((sign) => hostileDescriptions(sign).map((text) => ({ sign, text })));
  for (const { text } of texts) readMarkdown(text, 'seller');
  const timed = (rounds: number) => (one: (typeof texts)[number]) => ({
    ...one,
    milliseconds: readingMs(one.text, rounds),
  });
  const slowestFirst = (one: { milliseconds: number }, other: { milliseconds: number }) =>
    other.milliseconds - one.milliseconds;
  const [slowest = { sign: '', text: '' }] = texts
    .map(timed(2))
    .sort(slowestFirst)
    .slice(0, 20)
    .map(timed(ROUNDS * 4))
    .sort(slowestFirst);
  const plainMs = readingMs(plain, ROUNDS * 4);
  const reading = readingMs(slowest.text, ROUNDS * 4) / plainMs;
  const page = await comparePages(database, slowest.text);
  return { slowest: slowest.sign, plainMs, reading, page, tried: texts.length };
}

async function comparePages(place: BenchDatabase, slow: string): Promise<number> {
  const [first = '', second = ''] = place.someIds;
  const { DATABASE_URL, DATA_DIR = '' } = place.environment;
  const database = await openDatabase<Tables>({ databaseUrl: DATABASE_URL || null, dataDir: DATA_DIR });
  for (const [product_id, description] of [
    [first, plain],
    [second, slow],
  ] as const)
    await database.kysely
      .updateTable('api.product')
      .set({ description })
      .where('product_id', '=', product_id)
      .execute();
  await database.close();
  const shop = await startMeasuredShop({ ...place.environment, CACHE_MB: '0' });
  try {
    const latency = (id: string) => medianLatency(shop, [`/products/id/${encodeURIComponent(id)}`], PAGES);
    const before = await latency(first);
    const meanwhile = await latency(second);
    return meanwhile / ((before + (await latency(first))) / 2);
  } finally {
    await shop.stop();
  }
}

export function renderDescriptions({ slowest, plainMs, reading, page, tried }: Descriptions): string {
  return `Descriptions of ${LONGEST_DESCRIPTION} characters, the slowest of ${tried} (${JSON.stringify(slowest)}) beside a plain one: ${reading.toFixed(1)} times its reading (${plainMs.toFixed(2)} ms), ${page.toFixed(1)} times its page`;
}
