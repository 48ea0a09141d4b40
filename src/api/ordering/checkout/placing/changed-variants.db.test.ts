// A product's variants come, change and go while orders wait: what was bought as a variant stays one, and what was not does
// not become one.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { aFile, importInto } from '../../../../../test/catalogue/import-into.ts';
import { emptyDatabase, openTestDatabase } from '../../../../../test/database/test-database.ts';
import { type Buying, startBuying } from '../../../../../test/parts/buying.ts';
import { emptyPayments } from '../../../../../test/parts/payments.ts';
import { billing } from '../../../../../test/parts/shop-of-one-product.ts';
import { cancelOrder } from '../cancel-order.ts';
import { closeOrder } from '../close-order.ts';
import { acceptPayment } from '../payment/accept-payment.ts';
import { markPaid } from '../payment/mark-paid.ts';
import { reconcile } from '../reconcile.ts';
import { refundOrder } from '../refund/refund-order.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let shop: Buying;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await emptyDatabase(database);
  await emptyPayments(database);
  shop = await startBuying(database);
});
afterEach(async () => {
  await expectTrueHolds();
  await shop.close();
});
afterAll(() => database.close());

const gpus = (value: string) => [{ name: 'GPUs', value }];

/** Saves the machine with the shopkeeper's stock: of the variants of one GPU and of eight, or of itself. */
async function say({ one = 10, ...said }: { one?: number; eight?: number | null; stock?: number | null }, row = {}) {
  const variants =
    said.eight === undefined
      ? []
      : [
          { selected_options: gpus('1'), price: 2, stock: one, is_default: true },
          { selected_options: gpus('8'), price: 15, stock: said.eight },
        ];
  const machine = {
    product_id: 'h100',
    product_name: 'H100',
    product_type: 'computing',
    price: 2,
    options: [{ name: 'GPUs', choices: ['1', '8'] }],
    stock: said.stock ?? null,
    variants,
    ...row,
  };
  const outcome = await importInto(database, aFile('machine.jsonl', JSON.stringify(machine), 1_000));
  expect(outcome, outcome.told.rejected.join()).toMatchObject({ rejected: 0 });
}

type Wanted = { quantity: number; amount: number; choice?: string };

/** An order of the machine, by the name of its buyer. */
async function order(name: string, { quantity, amount, choice }: Wanted, more = {}) {
  const item = { product_id: 'h100', quantity, ...(choice && { selected_options: gpus(choice) }) };
  const place = 'payment_method' in more ? '/order' : '/checkout-session';
  const answer = await (await shop.customer(name)).post(place, { items: [item], amount, ...more });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body as { order_id: string; checkout_url: string };
}
const eights = (quantity: number) => ({ quantity, amount: 15 * quantity, choice: '8' });
/** While there are no variants. */
const wishes = (quantity: number) => ({ quantity, amount: 2 * quantity, choice: '8' });
const unchosen = (quantity: number) => ({ quantity, amount: 2 * quantity });
const byTransfer = { payment_method: 'transfer', billing };

async function pay(placed: { order_id: string; checkout_url: string }) {
  expect(await shop.pay(placed.checkout_url)).toBe(303);
  await vi.waitFor(async () => expect(await statusOf(placed)).not.toBe('pending'));
  return statusOf(placed);
}

async function statusOf({ order_id }: { order_id: string }) {
  const found = await database.kysely
    .selectFrom('api.order')
    .select('status')
    .where('order_id', '=', order_id)
    .executeTakeFirstOrThrow();
  return found.status;
}

/** Stock of the product and of each variant, what is held of it, and what of its variants. */
async function stock() {
  const { variants, variants_held, ...product } = await database.kysely
    .selectFrom('api.product')
    .select(['stock', 'held', 'variants', 'variants_held'])
    .executeTakeFirstOrThrow();
  const held = Object.fromEntries(variants_held.map(({ selected_options: [gpus], held }) => [gpus?.value, held]));
  return { ...product, variants: variants.map((variant) => variant.stock), of_variants: held };
}

/** Held items of the machine, and of each of its variants, are those of the open orders. */
async function expectTrueHolds() {
  const lines = await database.kysely
    .selectFrom('api.order_line as line')
    .innerJoin('api.order as order', 'order.order_id', 'line.order_id')
    .select(['line.quantity', 'line.selected_options', 'line.is_variant'])
    .where('line.counted', '=', true)
    .where(({ or, eb }) => or([eb('order.status', '=', 'pending'), eb('order.resume_status', '=', 'pending')]))
    .execute();
  const of_variants: Record<string, number> = {};
  for (const { is_variant, selected_options, quantity } of lines) {
    const value = selected_options[0]?.value ?? '';
    if (is_variant) of_variants[value] = (of_variants[value] ?? 0) + quantity;
  }
  const held = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  expect(await stock()).toMatchObject({ held });
  expect((await stock()).of_variants).toEqual(of_variants);
}

describe('once its variants are gone', () => {
  test('a sale of a variant that was held takes that much of the product, and nothing of other buyers', async () => {
    await say({ eight: 5 });
    const ann = await order('ann', eights(1));
    await say({ stock: 100 });
    const others = await Promise.all(['ben', 'cat', 'dan'].map((name) => order(name, unchosen(2))));
    expect(await pay(ann)).toBe('paid');
    expect(await stock()).toEqual({ stock: 99, held: 6, variants: [], of_variants: {} });
    await reconcile(shop.service);
    expect(await Promise.all(others.map(statusOf))).toEqual(['pending', 'pending', 'pending']);
  });

  test('what is not counted stays so', async () => {
    await say({ eight: 5 });
    const [ann, ben] = [await order('ann', eights(1)), await order('ben', eights(1))];
    await say({ stock: null });
    expect(await pay(ann)).toBe('paid');
    await cancelOrder(shop.service, ben.order_id, 'cancelled');
    await refundOrder(shop.service, { orderId: ann.order_id, amountCents: null, reason: '' });
    expect(await stock()).toEqual({ stock: null, held: 0, variants: [], of_variants: {} });
  });

  test('one that is released or given back is an item of the product', async () => {
    await say({ eight: 5 });
    const [ann, ben] = [await order('ann', eights(1)), await order('ben', eights(2))];
    expect(await pay(ben)).toBe('paid');
    await say({ stock: 50 });
    await refundOrder(shop.service, { orderId: ben.order_id, amountCents: null, reason: '' });
    expect(await stock()).toEqual({ stock: 52, held: 1, variants: [], of_variants: { 8: 1 } });
    await cancelOrder(shop.service, ann.order_id, 'cancelled');
    expect(await stock()).toEqual({ stock: 52, held: 0, variants: [], of_variants: {} });
  });

  test('a wish for what others hold as a variant is a wish', async () => {
    await say({ eight: 5 });
    await order('ann', eights(1));
    await say({ stock: 30 });
    const pat = await order('pat', wishes(2));
    expect(await stock()).toMatchObject({ held: 3, of_variants: { 8: 1 } });
    expect(await pay(pat)).toBe('paid');
    expect(await stock()).toEqual({ stock: 28, held: 1, variants: [], of_variants: { 8: 1 } });
  });

  test('who waits with a variant gets nothing that is not there', async () => {
    await say({ eight: 5 });
    const ann = await order('ann', eights(2));
    await say({ stock: 1 }, { options: [] });
    expect(await pay(ann)).toBe('refunded');
    expect(await stock()).toEqual({ stock: 1, held: 0, variants: [], of_variants: {} });
  });

  test('a variant that is counted only since it was ordered is taken from the product', async () => {
    await say({ eight: null });
    const ann = await order('ann', eights(2));
    await say({ stock: 5 });
    expect(await pay(ann)).toBe('paid');
    expect(await stock()).toEqual({ stock: 3, held: 0, variants: [], of_variants: {} });
  });

  test('and are there again, an order of the product with a wish is not one of theirs', async () => {
    await say({ eight: 5 });
    const ann = await order('ann', eights(3));
    await say({ stock: 30 });
    const pat = await order('pat', wishes(2));
    await say({ eight: 2 });
    await reconcile(shop.service);
    expect([await statusOf(ann), await statusOf(pat)]).toEqual(['cancelled', 'pending']);
    expect(await stock()).toEqual({ stock: 12, held: 2, variants: [10, 2], of_variants: {} });
  });
});

describe('what was ordered with a wish before there were variants', () => {
  beforeEach(() => say({ stock: 10 }));

  test.each(['paid', 'cancelled', 'expired'] as const)(
    'and is %s, takes nothing from who holds the variant',
    async (end) => {
      const ann = await order('ann', wishes(2));
      await say({ eight: 4 });
      const ben = await order('ben', eights(2));
      if (end === 'paid') await pay(ann);
      else await cancelOrder(shop.service, ann.order_id, end);
      expect(await statusOf(ann)).toBe(end);
      expect(await stock()).toEqual({ stock: 14, held: 2, variants: [10, 4], of_variants: { 8: 2 } });
      await order('cat', eights(2));
      expect(await pay(ben)).toBe('paid');
    },
  );

  test("is its buyer's, also when the variant has been sold out", async () => {
    const ann = await order('ann', wishes(2));
    await say({ eight: 4 });
    expect(await pay(await order('ben', eights(4)))).toBe('paid');
    expect(await pay(ann)).toBe('paid');
    expect(await stock()).toEqual({ stock: 10, held: 0, variants: [10, 0], of_variants: {} });
    await refundOrder(shop.service, { orderId: ann.order_id, amountCents: null, reason: '' });
    expect(await stock()).toMatchObject({ variants: [10, 0] });
  });

  test('does not count where an account may hold only so many of the variant', async () => {
    await say({ stock: 100 });
    await order('ann', wishes(20), byTransfer);
    await say({ eight: 100 });
    await order('ann', eights(6), byTransfer);
  });
});

describe('money that comes after the order has ended', () => {
  const ended = async (wanted: Wanted, more = {}) => {
    const placed = await order('ann', wanted, more);
    await closeOrder(shop.service, placed.order_id, 'expired');
    return placed;
  };
  const gone = [
    ['of a product that has variants since', { stock: 10 }, unchosen(1), { eight: 4 }, 'options_missing'],
    ['with a wish, of a product that has variants since', { stock: 10 }, wishes(1), { eight: 4 }, 'options_missing'],
    ['of a variant, of a product that has none any more', { eight: 4 }, eights(1), { stock: 10 }, 'variant_not_sold'],
  ] as const;

  test.each(gone)('%s goes back, or is refused', async (_what, before, wanted, after, code) => {
    await say(before);
    const [card, other] = [await ended(wanted), await ended(wanted)];
    const transfer = await ended(wanted, byTransfer);
    await say(after);
    const untouched = await stock();

    expect(await shop.pay(card.checkout_url)).toBe(303);
    await vi.waitFor(async () => expect(await statusOf(card)).toBe('refunded'));

    for (const late of [false, true])
      expect(await markPaid(shop.service, transfer.order_id, { late })).toMatchObject({ problem: { code } });

    const looked_at = { status: 'in_review', resume_status: 'expired', review_reason: 'amount' } as const;
    const received = { received_cents: 1, updated_at: new Date() };
    await database.kysely
      .updateTable('api.order')
      .set({ ...looked_at, ...received })
      .where('order_id', '=', other.order_id)
      .execute();
    expect(await acceptPayment(shop.service, other.order_id)).toEqual({ refused: { code: 'items_gone' } });
    expect(await stock()).toEqual(untouched);
  });

  test('for a variant that is there takes it, as it is counted now', async () => {
    await say({ eight: null });
    const placed = await ended(eights(2));
    await say({ eight: 4 });
    expect(await shop.pay(placed.checkout_url)).toBe(303);
    await vi.waitFor(async () => expect(await statusOf(placed)).toBe('paid'));
    expect(await stock()).toEqual({ stock: 12, held: 0, variants: [10, 2], of_variants: {} });
  });

  test('for a wish that the product does not offer any more is taken all the same', async () => {
    await say({ stock: 10 });
    const [card, transfer] = [await ended(wishes(1)), await ended(wishes(2), byTransfer)];
    await say({ stock: 10 }, { options: [{ name: 'GPU count', choices: ['1', '8'] }] });
    expect(await shop.pay(card.checkout_url)).toBe(303);
    await vi.waitFor(async () => expect(await statusOf(card)).toBe('paid'));
    expect(await markPaid(shop.service, transfer.order_id)).toBe('paid');
    expect(await stock()).toEqual({ stock: 7, held: 0, variants: [], of_variants: {} });
    const lines = await database.kysely.selectFrom('api.order_line').select('selected_options').execute();
    expect(lines.map(({ selected_options }) => selected_options)).toEqual([gpus('8'), gpus('8')]);
  });
});
