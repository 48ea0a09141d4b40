// Money that has come to a shop, posted as the order path does: for tests of what becomes of it afterwards.
import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { ApiTables } from '#api/schema/schema.ts';
import { capture, release, take } from '../../src/api/money/wallet/posting/posting.rules.ts';
import { post } from '../../src/ledger/post.ts';
import { inTransaction } from '../../src/platform/database/after-commit.ts';

/** The browser tests sell in one shop from several processes: what is posted a second time under one number is nothing. */
const run = randomBytes(3).toString('hex').toUpperCase();
let sold = 0;

type Sale = { sellerId: string; cents: number; fee?: number; name?: string; at?: Date };

function asPosted({ sellerId, cents, fee = 0, name = 'Bird songs' }: Sale, orderId: string) {
  const order = { order_id: orderId, payment_method: 'card' as const };
  const line = {
    line: 0,
    product_id: 'bird',
    product_name: name,
    quantity: 1,
    seller_id: sellerId,
    amount_cents: cents,
    discount_cents: 0,
    seller_discount_cents: 0,
    fee_rule: fee ? 'Everybody' : '',
    fee_rate_bp: fee ? Math.round((fee * 10_000) / cents) : 0,
    fee_fixed_cents: 0,
  };
  return { order, line, share: { paid: cents, discount: 0, fee, tax: 0, seller: cents - fee } };
}

/** A sale that was paid, and whose money has come to its shop. Answers the order. */
export async function earn(db: Kysely<ApiTables>, sale: Sale): Promise<string> {
  const orderId = `ORDER${run}${++sold}`;
  const at = sale.at ?? new Date();
  const { order, line, share } = asPosted(sale, orderId);
  await inTransaction(db, async (transaction) => {
    post(transaction, capture(order, sale.cents, at));
    post(transaction, release(order, line, share, { refunded: 0, at }));
  });
  return orderId;
}

/** All of it goes back to the buyer. */
export async function giveMoneyBack(db: Kysely<ApiTables>, sale: Sale, orderId: string): Promise<void> {
  const { order, line, share } = asPosted(sale, orderId);
  const taking = { id: `R-${orderId}`, by: 'refund' as const, reason: 'not as described', at: sale.at ?? new Date() };
  await inTransaction(db, async (transaction) => {
    post(transaction, take(order, [{ line, share, released: true }], 0, taking));
  });
}
