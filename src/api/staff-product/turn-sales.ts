// Begins and ends the sales whose time has come, in whichever process finds them first: each in a transaction of its own, so that none is begun twice
// and none keeps another waiting.
import { runRegularly } from '#platform/jobs/run-regularly.ts';
import type { Log } from '#platform/observability/log.ts';
import { recordAudit } from '../audit.ts';
import type { Db } from '../db.ts';
import { changeOwnOffers } from './change-own-offers.ts';
import { type ActingStaff, within } from './change-own-standing.ts';
import { unknownProduct } from './own-refusals.rules.ts';
import { saleChange } from './planned-sale.rules.ts';
import { lockDueSale, type StoredSale, setSaleState } from './planned-sale.store.ts';

/** A sale begins and ends at most so long after its time. */
const EVERY_MS = 5_000;

type Turning = { db: Db; now: () => Date; refresh: () => Promise<void> };

/** Answers how many were begun or ended, or could not be. */
export async function turnSales({ db, now, refresh }: Turning): Promise<number> {
  let turned = 0;
  while (await turnNext(db, now())) turned++;
  // Visitors see the new prices at once.
  if (turned > 0) await refresh();
  return turned;
}

export function turnSalesRegularly(turning: Turning & { log: Log }): () => Promise<void> {
  return runRegularly({
    ...{ db: turning.db, name: 'planned sales', everyMs: EVERY_MS },
    work: async () => {
      await turnSales(turning);
    },
    onError: (error) =>
      turning.log.error({ part: 'api', error: String(error) }, 'planned sales were not begun or ended'),
  });
}

function turnNext(db: Db, now: Date): Promise<boolean> {
  return within(db, async (transaction) => {
    const sale = await lockDueSale(transaction, now);
    if (!sale) return false;
    const acting = { db: transaction, by: sale.by_account };
    if (sale.state === 'running') await endSale(acting, sale);
    else if (sale.ends_at <= now) await setSaleState(transaction, sale.sale_id, { state: 'missed' });
    else await beginSale(acting, sale);
    return true;
  });
}

async function beginSale(acting: ActingStaff, sale: StoredSale): Promise<void> {
  const { product_id: productId, sale_id: saleId } = sale;
  const outcomes = await changeOwnOffers(acting, [{ productId, change: saleChange(sale) }]);
  const outcome = outcomes.get(productId) ?? unknownProduct;
  if ('refused' in outcome) {
    await setSaleState(acting.db, saleId, { state: 'refused', note: outcome.refused.message });
    return tell(acting, sale, { action: 'product.sale_refused', reason: outcome.refused.message });
  }
  await setSaleState(acting.db, saleId, { state: 'running' });
  await tell(acting, sale, { action: 'product.sale_begun' });
}

/** Whatever was changed of the price meanwhile: afterwards the product is on sale no more. In the transaction of `acting.db`. */
export async function endSale(acting: ActingStaff, sale: StoredSale): Promise<void> {
  const { product_id: productId, sale_id: saleId } = sale;
  const outcome = (await changeOwnOffers(acting, [{ productId, change: { on_sale: false } }])).get(productId);
  const note = outcome && 'refused' in outcome ? outcome.refused.message : '';
  await setSaleState(acting.db, saleId, { state: 'ended', note });
  await tell(acting, sale, { action: 'product.sale_ended', ...(note && { reason: note }) });
}

type Told = { action: 'product.sale_begun' | 'product.sale_ended' | 'product.sale_refused'; reason?: string };

async function tell({ db, by }: ActingStaff, sale: StoredSale, { action, reason }: Told): Promise<void> {
  const subject = { kind: 'product' as const, id: sale.product_id };
  await recordAudit(db, { kind: 'job' }, { action, subject, details: { by, ...(reason && { reason }) } });
}
