// Receipts as PDFs: drawn once, on a thread of their own, and cached. Whoever wants one waits for the same drawing.

import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Card } from '#contract/money/amount/card.ts';
import { jobOf } from '#contract/operations/jobs.ts';
import { runRegularly } from '#platform/jobs/run-regularly.ts';
import type { Log } from '#platform/observability/log.ts';
import type { FindOrder, StoredOrder } from '../../schema/order.record.ts';
import type { ApiTables } from '../../schema/schema.ts';
import type { Seller } from './pdf.rules.ts';
import type { PdfDrawer } from './pdf-drawer.ts';
import { receiptOf } from './receipt.rules.ts';
import { findReceipt, forgetReceipts, saveReceipt } from './receipt.store.ts';

type Receipts = {
  /** The receipt of a paid order as it stands now. Throws a DrawerBusy when too many are wanted at once. */
  of(order: StoredOrder): Promise<Uint8Array>;
  /** The same by the order's id. */
  find(orderId: string): Promise<Uint8Array>;
};

/** Changes with the look of receipts: those that are cached from before are not taken then. */
const LAYOUT = 2;
/** A receipt does not wait longer for the provider: it says 'Card' then, and the next one asks again. */
const CARD_MS = 3_000;
/** So many take 100 MB to a gigabyte. */
const CACHED = { days: 90, most: 20_000 };

export function createReceipts(deps: {
  db: Kysely<ApiTables>;
  findOrder: FindOrder;
  drawer: Pick<PdfDrawer, 'draw'>;
  seller: Seller;
  /** Finds the card of a payment at the payment provider. */
  findCard: (paymentIntent: string) => Promise<Card | null>;
  log: Log;
}): Receipts {
  const { db, findOrder, drawer, seller, log } = deps;
  const underWay = new Map<string, Promise<Uint8Array>>();

  async function of(order: StoredOrder): Promise<Uint8Array> {
    const card = await unknownCard(order);
    const receipt = receiptOf(card ? { ...order, card_brand: card.brand, card_last4: card.last4 } : order, seller);
    const content_hash = createHash('sha256')
      .update(`${LAYOUT}${JSON.stringify(receipt)}`)
      .digest('base64url');
    const key = `${order.order_id} ${content_hash}`;
    const started = underWay.get(key) ?? findOrDraw().finally(() => underWay.delete(key));
    underWay.set(key, started);
    return started;

    async function findOrDraw() {
      // With a card that nobody knew there is none.
      const cached = card ? null : await findReceipt(db, order.order_id, content_hash);
      if (cached) return cached;
      const pdf = await drawer.draw(receipt);
      await saveReceipt(db, { order_id: order.order_id, content_hash, pdf, user_id: order.user_id }, card);
      return pdf;
    }
  }

  /** Neither the webhook nor the session say which card it was: it is asked for once, when the receipt wants to know. */
  async function unknownCard(order: StoredOrder): Promise<Card | null> {
    if (order.payment_method !== 'card' || !order.payment_intent || order.card_last4) return null;
    return inTime(deps.findCard(order.payment_intent)).catch((error) => {
      log.warn({ part: 'api', order: order.order_id, error: String(error) }, 'the card of an order is not known yet');
      return null;
    });
  }

  return {
    of,
    async find(orderId) {
      const order = await findOrder(db, orderId);
      if (!order?.paid_at) throw new Error(`${orderId} is not a paid order`);
      return of(order);
    },
  };
}

/** Forgets receipts that were drawn long ago: they are drawn again when they are asked for. Answers how to stop. */
export function forgetOldReceipts(db: Kysely<ApiTables>, log: Log): () => Promise<void> {
  return runRegularly({
    db,
    ...jobOf('forget old receipts'),
    work: () => forgetReceipts(db, CACHED),
    onError: (error) => log.warn({ part: 'api', error: String(error) }, 'old receipts were not forgotten'),
  });
}

function inTime<T>(asking: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${CARD_MS} ms`)), CARD_MS);
  return Promise.race([asking, promise]).finally(() => clearTimeout(timer));
}
