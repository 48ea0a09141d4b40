// The process is killed between any two statements on the way from the cart to the confirmation.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateAll, type Tables } from '#main/tables.ts';
import { openDatabase } from '#platform/database/database.ts';
import { startBuying } from '../../../test/buying.ts';
import type { BuyingProcess } from '../../../test/buying-process.ts';
import { aProduct } from '../../../test/factories/product.ts';
import { makeLastingDatabase } from '../../../test/lasting-database.ts';
import { createSendMail } from '../../mail/mail.ts';
import { createSecrets, newSecretsKey } from '../../platform/secrets.ts';
import { reconcile } from './reconcile.ts';

const program = join(import.meta.dirname, '../../../test/buying-process.ts');
const secretsKey = newSecretsKey();
const STOCK = 1_000;
let place: Awaited<ReturnType<typeof makeLastingDatabase>>;

beforeAll(async () => {
  place = await makeLastingDatabase();
  await withDatabase(async (database) => {
    await migrateAll(database);
    const gpu = aProduct({ product_id: 'gpu', price_micros: 2_490_000, stock: STOCK });
    await database.kysely.insertInto('api.product').values(gpu).execute();
  });
});
afterAll(() => place.drop());

async function withDatabase<T>(work: (database: Awaited<ReturnType<typeof openDatabase<Tables>>>) => Promise<T>) {
  const database = await openDatabase<Tables>(place);
  return work(database).finally(database.close);
}

/** How many statements the whole purchase took, or null when the process was killed on its way. */
async function buy(dieBefore: number): Promise<number | null> {
  const { databaseUrl, dataDir } = place;
  const given: BuyingProcess = { databaseUrl, dataDir, secretsKey, dieBefore };
  const child = spawn(process.execPath, [program, JSON.stringify(given)], { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  const [code, signal] = await once(child, 'close');
  if (signal === 'SIGKILL') return null;
  expect(code).toBe(0);
  return Number(printed);
}

/** What the next process does by itself, and what the books say then. */
async function recover() {
  return withDatabase(async (database) => {
    const sendMail = createSendMail(createSecrets([Buffer.from(secretsKey, 'base64')]));
    const shop = await startBuying(database, { sendMail });
    shop.wait(180);
    await reconcile(shop.service);
    shop.wait(32 * 60);
    await reconcile(shop.service);
    await shop.close();
    const { rows } = await sql<Record<'pending' | 'paid' | 'captured' | 'mails' | 'sold' | 'held', number>>`select
      (select count(*)::int from api."order" where status = 'pending') as pending,
      (select count(*)::int from api."order" where status = 'paid') as paid,
      (select count(*)::int from payments.payment_intent where amount_received = 249) as captured,
      (select count(*)::int from mail.outbox) as mails,
      (select ${STOCK} - stock::int from api.product) as sold,
      (select held::int from api.product) as held`.execute(database.kysely);
    return rows[0];
  });
}

test('no order is lost, none is paid twice, no hold stays, and every paid order has one confirmation', {
  timeout: 400_000,
}, async () => {
  const statements = await buy(0);
  if (statements === null) throw new Error('the purchase did not come to its end');
  const points = Array.from({ length: 12 }, (_, index) => 1 + Math.floor((index * (statements - 1)) / 11));
  for (const point of points) {
    await buy(point);
    const books = await recover();
    const { paid } = books as { paid: number };
    expect(books, `killed before statement ${point} of ${statements}`).toEqual({
      pending: 0,
      paid,
      captured: paid,
      mails: paid,
      sold: paid,
      held: 0,
    });
  }
  // Killed late enough, the money had moved: those orders are paid all the same.
  const books = await recover();
  expect(books?.paid).toBeGreaterThan(2);
});
