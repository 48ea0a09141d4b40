// Actions on a sale, by people of the shop, its programs, or the staff: the same, and answered alike.
import { z } from '@hono/zod-openapi';
import type { RefundState } from '#contract/ordering/order.ts';
import type { DeliveredLines, SellerOrder, SellerRefund, SellerRefundAnswer } from '#contract/ordering/seller-order.ts';
import { sellerOrderFilters } from '#contract/ordering/seller-order.ts';
import type { Refused } from '#contract/refusal.ts';
import { downloadsOfOrders } from '../../goods/ports.ts';
import { notFound } from '../../http/answers.ts';
import { pageQuery } from '../../http/list-page.ts';
import { RefusalAnswer } from '../../http/refusal-answer.ts';
import { refusalTerms } from '../../http/refusal-terms.rules.ts';
import type { Db } from '../../schema/db.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import { type SaleRow, toSellerOrder } from './seller-order.rules.ts';
import { findSale } from './seller-order.store.ts';

/** `by`: the account or the key that does it; `as` says so where it is for the operator and not for the shop. */
type OfSeller = { orderId: string; sellerId: string; by: string; as?: 'staff' };

export type Settling = {
  db: Db;
  /** Both are the checkout's: they move orders and money. */
  deliverLines: (given: OfSeller & { lines: number[] | null }) => Promise<{ delivered: number } | Refused>;
  refundLines: (
    given: OfSeller & {
      lines: Array<{ line: number; cents: number | null; minutes?: number }>;
      reason: string;
      requestKey: string | null;
    },
  ) => Promise<{ refund: { amountCents: number; state: RefundState; failure: string | null } } | Refused>;
};

/** Reads what a shop has sold in an order; 404 where that is nothing. */
export async function readSellerOrder(
  db: Db,
  sellerId: string,
  orderId: string,
  nothing: string,
): Promise<SellerOrder> {
  const sale = isStorableText(orderId) ? await findSale(db, sellerId, orderId) : null;
  if (!sale) throw notFound(nothing);
  return toSellerOrder(sale, { tellsContact: true, downloads: await downloadsOfOrders(db, [orderId]) });
}

/** A page of what a shop has sold. */
export async function readSellerOrders(db: Db, sales: readonly SaleRow[]): Promise<SellerOrder[]> {
  const found = await downloadsOfOrders(
    db,
    sales.map(({ order_id }) => order_id),
  );
  const downloads = Map.groupBy(found, ({ order_id }) => order_id);
  return sales.map((sale) =>
    toSellerOrder(sale, { tellsContact: false, downloads: downloads.get(sale.order_id) ?? [] }),
  );
}

export async function deliverSale(deps: Settling, who: OfSeller, { lines }: DeliveredLines): Promise<void> {
  const done = await deps.deliverLines({ ...who, lines: lines ?? null });
  if ('refused' in done) throw new RefusalAnswer(done.refused, refusalTerms(done.refused));
}

/** `requestKey`: by which the request is known when it is sent again. */
export async function refundSale(
  deps: Settling,
  who: OfSeller,
  { lines, reason }: SellerRefund,
  requestKey: string | null,
): Promise<Omit<SellerRefundAnswer, 'order'>> {
  const asked = lines.map(({ line, amount, minutes }) => ({
    line,
    cents: amount === undefined ? null : Math.round(amount * 100),
    ...(minutes !== undefined && { minutes }),
  }));
  const done = await deps.refundLines({ ...who, lines: asked, reason, requestKey });
  if ('refused' in done) throw new RefusalAnswer(done.refused, refusalTerms(done.refused));
  const { amountCents, state, failure } = done.refund;
  return { amount: amountCents / 100, state, failure };
}

export const salesQuery = z.object({
  ...pageQuery({ usual: 30, most: 100 }),
  state: z
    .enum(sellerOrderFilters, `must be one of ${sellerOrderFilters.join(', ')}`)
    .optional()
    .meta({ description: 'Only those' }),
  late: z
    .enum(['true', 'false'], 'must be true or false')
    .default('false')
    .meta({ description: 'Only those of which something is to deliver that is past its promised time' }),
  q: z
    .string()
    .trim()
    .max(40, 'must be at most 40 characters')
    .regex(/^[A-Za-z0-9-]*$/, 'must be an order id, or its beginning')
    .default('')
    .meta({ description: 'The id of an order, or how it begins' }),
});

/** The header by which a request that moves money can be sent again. */
export const requestKeyHeader = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[!-~]{1,255}$/, 'must be 1 to 255 visible ASCII characters')
    .optional()
    .meta({
      description:
        'Made anew by the caller for each refund. The same key again, whenever it comes, is the same refund and never a second one; with other contents it is refused',
    }),
});
