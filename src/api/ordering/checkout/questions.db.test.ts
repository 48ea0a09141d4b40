// How often an order asks the database: it costs more than anything else of it, and grows unseen.
import { PostgresQueryCompiler } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import { type Buying, startBuying } from '../../../../test/parts/buying.ts';
import { emptyPayments } from '../../../../test/parts/payments.ts';

/** From the cart to the paid order with its goods; the payment provider's questions are its own, and a mail is one more. */
const MOST_QUESTIONS = 15;
/** More lines are more rows, and no more questions. */
const LINES = [1, 3, 9];

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let shop: Buying;
let asked: string[];

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  await emptyPayments(database);
  const goods = JSON.stringify({ access: { by: 'text', text: 'Your token is ready.' } });
  const products = Array.from({ length: 9 }, (_, at) => aProduct({ product_id: `p${at}`, price_micros: 1e6, goods }));
  await database.kysely.insertInto('api.product').values(products).execute();
  asked = [];
  const kysely = database.kysely.withPlugin({
    transformQuery: ({ node }) => {
      asked.push(new PostgresQueryCompiler().compileQuery(node, { queryId: '' }).sql);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  shop = await startBuying({ ...database, kysely });
});
afterEach(() => shop.close());
afterAll(() => database.close());

/** Tables that only an order asks for here: nothing that runs regularly is counted with it. */
const ofOrders =
  /"?api"?\."?(?:order|order_line|order_mail|product|entitlement|access_grant|review|license|ended_account|payment_event)\b|audit_entry|ledger\.|advisory_xact_lock/;

async function questionsOf(lines: number): Promise<string[]> {
  const jane = await shop.customer(`buyer${lines}`);
  asked = [];
  const items = Array.from({ length: lines }, (_, at) => ({ product_id: `p${at}`, quantity: 1 }));
  const placed = await jane.post('/checkout-session', { items, amount: lines });
  expect(placed.status).toBe(200);
  expect(await shop.pay(placed.body.checkout_url)).toBe(303);
  const order = database.kysely.selectFrom('api.order').select('status').where('order_id', '=', placed.body.order_id);
  await expect.poll(() => order.executeTakeFirst(), { timeout: 60_000 }).toEqual({ status: 'fulfilled' });
  const [paid] = asked.flatMap((sql, at) => (sql.includes('ledger.post') ? [at] : []));
  return asked.slice(0, (paid ?? asked.length) + 1).filter((sql) => ofOrders.test(sql) && !sql.includes('"payments"'));
}

test('an order of nine lines asks the database as often as one of one line', async () => {
  const counts = [];
  for (const lines of LINES) counts.push((await questionsOf(lines)).length);
  expect(new Set(counts)).toEqual(new Set([counts[0]]));
  expect(counts[0]).toBeLessThanOrEqual(MOST_QUESTIONS);
});
