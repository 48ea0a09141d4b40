// Processes that issue invoices at once, and are killed between any two statements.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tables } from '#main/tables.ts';
import { openDatabase } from '#platform/database/database.ts';
import { makeLastingDatabase } from '../../../../test/database/lasting-database.ts';
import { onPostgres } from '../../../../test/database/test-database.ts';
import { aLine, anOrder } from '../../../../test/factories/order.ts';
import { storeSeller } from '../../../../test/factories/seller.ts';
import type { InvoiceProcess } from '../../../../test/processes/invoice-process.ts';
import { startProcess } from '../../../../test/processes/server-process.ts';
import { quietEnvironment } from '../../../../test/processes/shop-process.ts';
import { insertOrder } from '../../ordering/order/order.store.ts';

const program = join(import.meta.dirname, '../../../../test/processes/invoice-process.ts');
const ORDERS = 10;
let place: Awaited<ReturnType<typeof makeLastingDatabase>>;

beforeAll(async () => {
  place = await makeLastingDatabase();
});
afterAll(() => place.drop());

async function inDatabase<T>(work: (database: Awaited<ReturnType<typeof openDatabase<Tables>>>) => Promise<T>) {
  const database = await openDatabase<Tables>(place);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Paid orders of two shops, each with a refund that has arrived. */
function sellMore(prefix: string): Promise<void> {
  return inDatabase(async (database) => {
    const db = database.kysely;
    for (let index = 0; index < ORDERS; index++) {
      const order_id = `${prefix}${index}`;
      const lines = ['ours', 'theirs'].map((seller_id, line) => aLine({ line, seller_id, amount_cents: 249_000 }));
      const { lines: _lines, refunds: _refunds, billing: _billing, ...row } = anOrder({ order_id, account_id: null });
      await insertOrder(db as never, { ...row, billing: null, updated_at: row.created_at }, lines);
      const at = row.created_at;
      const refund = { order_id, amount_cents: 1_000, reason: '', state: 'succeeded' as const, created_at: at };
      await db
        .insertInto('api.refund')
        .values({ ...refund, refund_id: order_id })
        .execute();
    }
  });
}

async function issue(dieBefore = 0): Promise<number | null> {
  const { databaseUrl, dataDir } = place;
  const given: InvoiceProcess = { databaseUrl, dataDir, dieBefore };
  const { code, out, err } = await startProcess([program, JSON.stringify(given)], { environment: quietEnvironment })
    .ended;
  if (code !== null) expect({ code, err }).toEqual({ code: 0, err: '' });
  return code === null ? null : Number(out);
}

/** The sequences of each issuer and kind. */
function series() {
  return inDatabase(async ({ kysely: db }) => {
    const rows = await db
      .selectFrom('api.invoice')
      .select(['issuer', 'kind', 'sequence', 'order_id', 'pdf'])
      .orderBy('sequence')
      .execute();
    const sequences = Object.fromEntries(
      [...Map.groupBy(rows, ({ issuer, kind }) => `${issuer} ${kind}`)].map(([key, own]) => [
        key,
        own.map(({ sequence }) => sequence),
      ]),
    );
    const orders = new Set(rows.map(({ issuer, kind, order_id }) => `${issuer} ${kind} ${order_id}`));
    return { sequences, documents: rows.length, orders: orders.size, undrawn: rows.filter(({ pdf }) => !pdf).length };
  });
}

function upTo(count: number) {
  const sequence = Array.from({ length: count }, (_, index) => index + 1);
  return {
    sequences: Object.fromEntries(
      ['ours', 'theirs'].flatMap((shop) => [`${shop} invoice`, `${shop} credit_note`]).map((key) => [key, sequence]),
    ),
    documents: 4 * count,
    orders: 4 * count,
    undrawn: 0,
  };
}

test('[W-13] a process that is killed between two statements leaves no gap and no double', {
  timeout: 120_000,
}, async () => {
  await inDatabase(async (database) => {
    for (const id of ['ours', 'theirs']) await storeSeller(database as never, { seller_id: id, address: id }, {});
  });
  await sellMore('A');
  for (const dieBefore of [8, 10, 17]) expect(await issue(dieBefore)).toBeNull();
  expect(await issue()).toBeGreaterThan(10);
  expect(await series()).toEqual(upTo(ORDERS));
});

onPostgres(
  '[W-13] two processes at once, and one more that is killed, number everything once',
  { timeout: 120_000 },
  async () => {
    await sellMore('B');
    await Promise.all([issue(), issue(60), issue()]);
    await issue();
    expect(await series()).toEqual(upTo(2 * ORDERS));
  },
);
