// The process is killed between any two statements on the way from the cart to the confirmation.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tables } from '#main/tables.ts';
import { openDatabase } from '#platform/database/database.ts';
import { createSecrets, newSecretsKey } from '#platform/secrets.ts';
import { makeLastingDatabase } from '../../../test/database/lasting-database.ts';
import { aProduct } from '../../../test/factories/product.ts';
import type { Books, BuyingProcess, Told } from '../../../test/processes/buying-process.ts';
import { startProcess } from '../../../test/processes/server-process.ts';
import { quietEnvironment } from '../../../test/processes/shop-process.ts';
import { loadKeys } from '../product-key/load-keys.ts';

const program = join(import.meta.dirname, '../../../test/processes/buying-process.ts');
const secretsKey = newSecretsKey();
const STOCK = 1_000;
let place: Awaited<ReturnType<typeof makeLastingDatabase>>;

beforeAll(async () => {
  place = await makeLastingDatabase();
  const database = await openDatabase<Tables>(place);
  // Keys are given out with the payment: they are its stock.
  const goods = JSON.stringify({ keys: { source: 'list' } });
  const gpu = aProduct({ product_id: 'gpu', price_micros: 2_490_000, goods });
  await database.kysely.insertInto('api.product').values(gpu).execute();
  await loadKeys(
    {
      db: database.kysely as never,
      secrets: createSecrets([Buffer.from(secretsKey, 'base64')]),
      deliverGoods: async () => undefined,
    },
    { productId: 'gpu', edition: '', selectedOptions: [], sellerId: null, actor: { kind: 'job' }, by: 'test' },
    Array.from({ length: STOCK }, (_, index) => `QK-${index}`),
    { batch: '', dryRun: false },
  );
  await database.close();
});
afterAll(() => place.drop());

/**
 * One life of the shop: it recovers what the life before left, and buys. Answers the books between the two, and how many
 * statements the purchase took, or null when the process was killed on its way.
 */
async function live(dieBefore: number): Promise<{ books: Books; statements: number | null }> {
  const { databaseUrl, dataDir } = place;
  const given: BuyingProcess = { databaseUrl, dataDir, secretsKey, dieBefore, stock: STOCK };
  const { code, out, err } = await startProcess([program, JSON.stringify(given)], { environment: quietEnvironment })
    .ended;
  const told = Object.assign(
    {},
    ...out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Told),
  );
  if (code !== null) expect({ code, err }).toEqual({ code: 0, err: '' });
  return { books: told.books, statements: told.statements ?? null };
}

test('[G-11] no order is lost, none is paid twice, no hold stays, and every paid order has one confirmation and one key', {
  timeout: 400_000,
}, async () => {
  const { statements } = await live(0);
  if (statements === null) throw new Error('the purchase did not come to its end');
  const points = Array.from({ length: 12 }, (_, index) => 1 + Math.floor((index * (statements - 1)) / 11));
  let left = 'a purchase that came to its end';
  let paid = 0;
  for (const point of [...points, 0]) {
    const { books } = await live(point);
    paid = books.paid;
    expect(books, `after ${left}`).toEqual({
      pending: 0,
      paid,
      captured: paid,
      mails: paid,
      sold: paid,
      held: 0,
      keys: paid,
    });
    left = `a purchase that was killed before statement ${point} of ${statements}`;
  }
  // Killed late enough, the money had moved: those orders are paid all the same.
  expect(paid).toBeGreaterThan(2);
});
