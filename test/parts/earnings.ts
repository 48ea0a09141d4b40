// Earnings of a shop: orders with their lines, and the postings that the order path makes of them, at times of one's own.
import type { Kysely } from 'kysely';
import type { ApiTables } from '#api/schema/schema.ts';
import { post } from '#ledger/post.ts';
import type { Posting } from '#ledger/posting.rules.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { bank, sellerAvailable, sellerInTransit } from '../../src/api/money/wallet/posting/accounts.rules.ts';
import { capture, release, take, takenArrived } from '../../src/api/money/wallet/posting/posting.rules.ts';
import { type Released, releasedShare, returnedShare } from '../../src/api/money/wallet/posting/share.rules.ts';
import { insertOrder, recordReleased } from '../../src/api/ordering/order/order.store.ts';
import { insertRefundShares } from '../../src/api/ordering/order/refund-share.store.ts';
import { aLine, anOrder } from '../factories/order.ts';

const HOUR_MS = 60 * 60_000;

type Sold = {
  orderId: string;
  product?: string;
  productId?: string;
  /** In cents. */
  price: number;
  /** Discount of a coupon, and the part of it that the seller bears. */
  coupon?: { code: string; cents: number; seller: number };
  rule?: { name: string; bp: number; fixed: number; returned?: boolean };
  paidAt: Date;
  buyer?: { accountId: string; email: string };
};

const usualRule = { name: 'Data, 8 % and $0.30', bp: 800, fixed: 30, returned: true };

export function earningsOf(db: Kysely<ApiTables>, sellerId: string) {
  const lines = new Map<string, ReturnType<typeof aLine> & { released?: Released; returned: number }>();

  async function write(...postings: Posting[]): Promise<void> {
    await inTransaction(db, async (transaction) => {
      for (const posting of postings) post(transaction, posting);
    });
  }
  const orderOf = (orderId: string) => ({ order_id: orderId, payment_method: 'card' as const });
  const lineOf = (orderId: string) => {
    const line = lines.get(orderId);
    if (!line) throw new Error(`nothing was sold in ${orderId}`);
    return line;
  };

  return {
    /** Paid, and not delivered. */
    async sell({
      orderId,
      product = 'Bird calls',
      productId = 'bird',
      price,
      coupon,
      rule = usualRule,
      paidAt,
      buyer,
    }: Sold) {
      const line = aLine({
        product_id: productId,
        product_name: product,
        seller_id: sellerId,
        quantity: 1,
        unit_price_micros: price * 10_000,
        amount_cents: price,
        discount_cents: coupon?.cents ?? 0,
        seller_discount_cents: coupon?.seller ?? 0,
        fee_rule: rule.name,
        fee_rate_bp: rule.bp,
        fee_fixed_cents: rule.fixed,
        fee_returned: rule.returned ?? true,
        holding_hours: 14 * 24,
      });
      const paid = price - (coupon?.cents ?? 0);
      const {
        lines: _lines,
        refunds: _refunds,
        billing: _billing,
        ...order
      } = anOrder({
        order_id: orderId,
        ...(buyer && { account_id: buyer.accountId, user_id: buyer.email }),
        subtotal_cents: price,
        discount_cents: coupon?.cents ?? 0,
        coupon_code: coupon?.code ?? null,
        total_cents: paid,
        created_at: paidAt,
        paid_at: paidAt,
      });
      if (coupon)
        await db
          .insertInto('api.coupon')
          .values({
            code: coupon.code,
            percent: null,
            amount_cents: coupon.cents,
            category: null,
            expires_at: null,
            total_limit: null,
            customer_limit: null,
          })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      await insertOrder(db, { ...order, billing: null, updated_at: paidAt }, [line]);
      await write(capture(orderOf(orderId), paid, paidAt));
      lines.set(orderId, { ...line, returned: 0 });
    },

    /** Delivered, and held until its holding time is over. */
    async deliver(orderId: string, at: Date) {
      const release_at = new Date(at.getTime() + lineOf(orderId).holding_hours * HOUR_MS);
      await db
        .updateTable('api.order_line')
        .set({ delivered_at: at, release_at })
        .where('order_id', '=', orderId)
        .execute();
    },

    async release(orderId: string, at: Date) {
      const line = lineOf(orderId);
      const share = releasedShare({ ...line, tax_cents: 0 }, 0);
      const { paid, discount, fee, tax } = share;
      await write(release(orderOf(orderId), line, share, { refunded: 0, at }));
      await recordReleased(db, orderId, [{ line: line.line, released: { at, paid, discount, fee, tax } }]);
      line.released = { paid, discount, fee, tax };
    },

    /** Refund of a released line. */
    async refund(orderId: string, cents: number, given: { id: string; reason: string; at: Date }) {
      const line = lineOf(orderId);
      if (!line.released) throw new Error(`${orderId} is not released`);
      const share = returnedShare(line.released, line, { before: line.returned, cents });
      line.returned += cents;
      const taking = { ...given, by: 'refund' as const };
      await write(
        take(orderOf(orderId), [{ line, share, released: true }], 0, taking),
        takenArrived(orderOf(orderId), cents, taking),
      );
    },

    /** A part that goes back while the line waits. */
    async refundWaiting(orderId: string, cents: number, id: string) {
      const part = { refund_id: id, order_id: orderId, line: lineOf(orderId).line, cents, released: false };
      await insertRefundShares(db, [{ ...part, discount_cents: 0, fee_cents: 0, tax_cents: 0 }]);
    },

    payOut: (payout: string, cents: number, at: Date) =>
      write({
        accounts: [sellerAvailable(sellerId), sellerInTransit(sellerId)],
        transfers: [
          {
            key: `payout ${payout}`,
            kind: 'payout',
            at,
            details: { payout },
            entries: [
              { account_id: sellerAvailable(sellerId).account_id, amount: -cents, about: payout },
              { account_id: sellerInTransit(sellerId).account_id, amount: cents, about: payout },
            ],
          },
        ],
      }),

    /** A payout that was sent comes back to the balance. */
    payoutFailed: (payout: string, cents: number, at: Date, reason: string) =>
      write({
        accounts: [sellerAvailable(sellerId), sellerInTransit(sellerId)],
        transfers: [
          {
            key: `payout_failed ${payout}`,
            kind: 'payout_failed',
            at,
            details: { payout, reason },
            entries: [
              { account_id: sellerInTransit(sellerId).account_id, amount: -cents, about: payout },
              { account_id: sellerAvailable(sellerId).account_id, amount: cents, about: payout },
            ],
          },
        ],
      }),

    /** It has left the shop. */
    payoutPaid: (payout: string, cents: number, at: Date) =>
      write({
        accounts: [bank, sellerInTransit(sellerId)],
        transfers: [
          {
            key: `payout_paid ${payout}`,
            kind: 'payout_paid',
            at,
            details: { payout },
            entries: [
              { account_id: sellerInTransit(sellerId).account_id, amount: -cents, about: payout },
              { account_id: bank.account_id, amount: cents, about: payout },
            ],
          },
        ],
      }),

    /** A transfer by hand. */
    write,
  };
}
