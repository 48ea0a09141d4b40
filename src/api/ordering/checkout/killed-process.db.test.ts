// The process is killed between any two statements on the way from the cart to what was bought.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tables } from '#main/tables.ts';
import { openDatabase } from '#platform/database/database.ts';
import { createSecrets, newSecretsKey } from '#platform/secrets.ts';
import { makeLastingDatabase } from '../../../../test/database/lasting-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import type { Books, BuyingOutput, BuyingProcess } from '../../../../test/processes/buying-process.ts';
import { startProcess } from '../../../../test/processes/server-process.ts';
import { quietEnvironment } from '../../../../test/processes/shop-process.ts';
import { loadKeys } from '../../goods/product-key/load-keys.ts';
import { secretBoundTo } from '../../goods/provision/provision-secret.rules.ts';
import { secretText } from '../../selling/webhook/signature.rules.ts';

const program = join(import.meta.dirname, '../../../../test/processes/buying-process.ts');
const secretsKey = newSecretsKey();
const secrets = createSecrets([Buffer.from(secretsKey, 'base64')]);
const STOCK = 1_000;
/** By which id the endpoint was asked for access, by what was bought. */
const asked = new Map<string, Set<string>>();
const endpoint = createServer(async (incoming, outgoing) => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const { type, data } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  const ids = asked.get(data.entitlement_id) ?? new Set();
  asked.set(data.entitlement_id, ids.add(`${type} ${incoming.headers['webhook-id']}`));
  outgoing.end(JSON.stringify({ text: 'You are in.' }));
}).listen(0, '127.0.0.1');
let place: Awaited<ReturnType<typeof makeLastingDatabase>>;

beforeAll(async () => {
  place = await makeLastingDatabase();
  if (!endpoint.listening) await once(endpoint, 'listening');
  const database = await openDatabase<Tables>(place);
  await sql`create table told_mail (subject text not null)`.execute(database.kysely);
  const keys = { source: 'list' };
  const goods = { keys, access: { by: 'endpoint' }, hours: { by: 'hand', minutes_each: 60 } };
  await database.kysely
    .insertInto('api.product')
    .values([
      aProduct({ product_id: 'gpu', price_micros: 2_490_000, goods: JSON.stringify(goods) }),
      aProduct({ product_id: 'pen', price_micros: 0, goods: JSON.stringify({ keys }) }),
    ])
    .execute();
  await database.kysely
    .insertInto('api.provision_endpoint')
    .values({
      seller_id: '',
      url: `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/`,
      secret: secrets.seal(secretText(Buffer.alloc(32, 3)), secretBoundTo('')),
    })
    .execute();
  for (const productId of ['gpu', 'pen'])
    await loadKeys(
      { db: database.kysely as never, secrets, deliverGoods: async () => undefined },
      { productId, edition: '', selectedOptions: [], sellerId: null, actor: { kind: 'job' }, by: 'test' },
      Array.from({ length: STOCK }, (_, index) => `QK-${index}`),
      { batch: '', dryRun: false },
    );
  await database.close();
});
afterAll(async () => {
  endpoint.closeAllConnections();
  endpoint.close();
  await place.drop();
});

/**
 * One life of the shop: it recovers what the life before left, and buys. Answers the books between the two, and after how many
 * statements the purchase was paid, had, and the free one made; null when the process was killed on its way.
 */
async function live(life: number, dieBefore: number): Promise<{ books: Books; steps: Steps | null }> {
  const { databaseUrl, dataDir } = place;
  const given: BuyingProcess = { databaseUrl, dataDir, secretsKey, dieBefore, stock: STOCK, life };
  const { code, out, err } = await startProcess([program, JSON.stringify(given)], { environment: quietEnvironment })
    .ended;
  const report = Object.assign(
    {},
    ...out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as BuyingOutput),
  );
  if (code !== null) expect({ code, err }).toEqual({ code: 0, err: '' });
  return { books: report.books, steps: report.paid === undefined ? null : report };
}

type Steps = { paid: number; had: number; free: number };

/** So many numbers from `first` to `last`. */
function spread(first: number, last: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + Math.floor((index * (last - first)) / (count - 1)));
}

test('[G-11] [G-12] [G-13] nothing is lost and nothing comes twice: payment, keys, access, hours, and what is free', {
  timeout: 400_000,
}, async () => {
  const { steps } = await live(0, 0);
  if (steps === null) throw new Error('the purchase did not come to its end');
  const points = [
    ...spread(1, steps.paid - 1, 2),
    ...spread(steps.paid + 1, steps.had, 6),
    ...spread(steps.had + 1, steps.free, 2),
  ];
  let left = 'a purchase that came to its end';
  let paid = 0;
  for (const [index, point] of [...points, 0].entries()) {
    const life = index + 1;
    const { books } = await live(life, point);
    paid = books.paid;
    expect(books, `after ${left}`).toEqual({
      pending: 0,
      paid,
      free: life,
      captured: paid,
      fulfilled: paid + life,
      confirmed: paid + life,
      delivered: paid,
      sold: paid + life,
      held: 0,
      keys: paid + life,
      most: 1,
      access: paid,
      asked: paid,
      hours: paid,
    });
    left = `a purchase that was killed before statement ${point} of ${JSON.stringify(steps)}`;
  }
  // Killed late enough, the money had moved: those orders are paid all the same.
  expect(paid).toBeGreaterThan(4);
  // However often the endpoint was asked for one thing, it was by one id.
  expect([...asked.values()].map((ids) => ids.size)).toEqual(Array.from(asked.keys(), () => 1));
  expect(asked.size).toBeGreaterThanOrEqual(paid);
});
