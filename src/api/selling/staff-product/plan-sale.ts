// A sale of a product of the operator's own is planned, and cancelled.
import { randomUUID } from 'node:crypto';
import { fromMicros, toMicros } from '#contract/money/amount/money.ts';
import type { PlanSale } from '#contract/selling/staff-product/planned-sale.ts';
import { recordAudit } from '../../audit/audit.ts';
import { changeOwnOffers } from './change-own-offers.ts';
import { type ActingStaff, within } from './change-own-status.ts';
import { findOwnProducts } from './own-product.store.ts';
import { type Refused, refuse, unknownProduct } from './own-refusals.rules.ts';
import { saleChange } from './planned-sale.rules.ts';
import { findOverlapping, insertSale, lockSale, type StoredSale, setSaleState } from './planned-sale.store.ts';
import { endSale } from './turn-sales.ts';

/** `now` says what is over already. What could not begin as the product is now is refused. */
export function planSale(
  { db, by }: ActingStaff,
  { productId, sale, now }: { productId: string; sale: PlanSale; now: Date },
): Promise<Refused | { saleId: string }> {
  return within(db, async (transaction) => {
    const [startsAt, endsAt] = [new Date(sale.starts_at), new Date(sale.ends_at)];
    if (endsAt <= now) return refuse('product_refused', 'Its end has passed already.');
    // The second of two who plan at once sees what the first has planned.
    await findOwnProducts(transaction, [productId], { lock: true });
    const terms = {
      percent: sale.percent ?? null,
      sale_price_micros: sale.sale_price === undefined ? null : toMicros(sale.sale_price),
    };
    const tried = await changeOwnOffers({ db: transaction, by }, [{ productId, change: saleChange(terms) }], {
      isDryRun: true,
    });
    const outcome = tried.get(productId) ?? unknownProduct;
    if ('refused' in outcome) return outcome;
    const other = await findOverlapping(transaction, { productId, startsAt, endsAt });
    if (other)
      return refuse(
        'sale_state',
        `A sale is planned from ${utc(other.starts_at)} to ${utc(other.ends_at)} (UTC). Choose another time, or cancel that one first.`,
      );
    const saleId = randomUUID();
    await insertSale(transaction, {
      ...{ sale_id: saleId, product_id: productId, by_account: by, ...terms },
      ...{ starts_at: startsAt, ends_at: endsAt },
    });
    const details = { by, ...termsText(terms), from: startsAt.toISOString(), until: endsAt.toISOString() };
    await recordAudit(
      transaction,
      { kind: 'customer' },
      { action: 'product.sale_planned', subject: { kind: 'product', id: productId }, details },
    );
    return { saleId };
  });
}

/** One that has not begun never will; one that runs ends now. */
export function cancelSale(
  { db, by }: ActingStaff,
  given: { productId: string; saleId: string },
): Promise<Refused | 'done'> {
  return within(db, async (transaction) => {
    // In the order in which everybody locks them: the product, then its sale.
    await findOwnProducts(transaction, [given.productId], { lock: true });
    const sale = await lockSale(transaction, given);
    if (!sale) return refuse('unknown', 'The product has no such sale.');
    if (sale.state === 'running') {
      await endSale({ db: transaction, by }, sale);
      return 'done';
    }
    if (sale.state === 'cancelled') return 'done';
    if (sale.state !== 'planned') return refuse('sale_state', 'It is over already.');
    await setSaleState(transaction, sale.sale_id, { state: 'cancelled' });
    await recordAudit(
      transaction,
      { kind: 'customer' },
      {
        action: 'product.sale_cancelled',
        subject: { kind: 'product', id: sale.product_id },
        details: { by, from: sale.starts_at.toISOString(), until: sale.ends_at.toISOString() },
      },
    );
    return 'done';
  });
}

function termsText({ percent, sale_price_micros: price }: Pick<StoredSale, 'percent' | 'sale_price_micros'>) {
  return percent === null ? { sale_price: fromMicros(price ?? 0) } : { percent };
}

/** '2026-11-27 00:00' */
function utc(moment: Date): string {
  return moment.toISOString().slice(0, 16).replace('T', ' ');
}
