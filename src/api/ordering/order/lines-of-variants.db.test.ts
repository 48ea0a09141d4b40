// Lines that were ordered before they said whether they are a variant: migrations/0044-lines-of-variants-before.sql.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SelectedOption } from '#contract/catalogue/product/product.ts';
import { openTestDatabase } from '../../../../test/database/test-database.ts';
import { aLine, anOrder } from '../../../../test/factories/order.ts';
import { aProduct } from '../../../../test/factories/product.ts';
import type { StoredLine, StoredOrder } from '../../schema/order.record.ts';
import { insertOrder } from './order.store.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
const script = join(import.meta.dirname, '../../migrations/0044-lines-of-variants-before.sql');

const eight = [
  { name: 'Region', value: 'Oslo' },
  { name: 'GPUs', value: '8' },
];
const one = [
  { name: 'Region', value: 'Oslo' },
  { name: 'GPUs', value: '1' },
];
const variant = (selected_options: SelectedOption[]) => ({ selected_options, price: 2, stock: 10, is_default: false });

beforeAll(async () => {
  database = await openTestDatabase();
  const held = (of: SelectedOption[], held: number) => ({ selected_options: of, held });
  const products = [
    // Two were held with a wish before there were variants, five are held of them.
    {
      product_id: 'now',
      variants: [variant(one), variant(eight)],
      variants_held: [held(one, 1), held(eight, 5)],
      held: 8,
    },
    { product_id: 'no-more', variants: [], variants_held: [held(eight, 1)], held: 1 },
    { product_id: 'never', variants: [], variants_held: [], held: 1 },
  ];
  for (const { variants, variants_held, ...product } of products) {
    const lists = { variants: JSON.stringify(variants), variants_held: JSON.stringify(variants_held) };
    await database.kysely
      .insertInto('api.product')
      .values(aProduct({ ...product, ...lists }))
      .execute();
  }
});
afterAll(() => database.close());

/** Its line is of '8' of the product that has variants, counted, unless told. */
async function order(order_id: string, day: number, given: Partial<StoredOrder>, line: Partial<StoredLine> = {}) {
  const { lines: _lines, refunds: _refunds, billing: _billing, ...row } = anOrder({ order_id, ...given });
  const created_at = new Date(Date.UTC(2026, 0, day));
  const wanted = { product_id: 'now', selected_options: eight, counted: true, ...line };
  await insertOrder(database.kysely, { ...row, created_at, updated_at: created_at }, [aLine(wanted)]);
}

test('open orders have as many of a variant as are held of it, the newest; all others go by what the product is now', async () => {
  const open = { status: 'pending' } as const;
  const looked_at = { status: 'in_review', resume_status: 'pending', review_reason: 'amount' } as const;
  await order('wished before', 1, open, { quantity: 2 });
  await order('looked at', 2, looked_at, { quantity: 3 });
  await order('newest', 3, open, { quantity: 2, selected_options: eight.toReversed() });
  await order('of another', 1, open, { quantity: 1, selected_options: one });
  await order('uncounted', 1, open, { counted: false });
  await order('unchosen', 4, open, { selected_options: [] });
  await order('paid', 1, {});
  await order('ended', 1, { status: 'expired' });
  await order('paid, of none', 1, {}, { product_id: 'no-more' });
  await order('held, of none', 1, open, { product_id: 'no-more', quantity: 1 });
  await order('wished', 1, open, { product_id: 'never', quantity: 1 });
  await order('removed', 1, {}, { product_id: 'removed' });

  await database.executeScript(await readFile(script, 'utf8'));
  const lines = await database.kysely
    .selectFrom('api.order_line')
    .select('order_id')
    .where('is_variant', '=', true)
    .execute();
  expect(lines.map(({ order_id }) => order_id).sort()).toEqual([
    'ended',
    'held, of none',
    'looked at',
    'newest',
    'of another',
    'paid',
    'uncounted',
  ]);
});
