// Begins and ends the sales whose time has come, in whichever process finds them first: each in a transaction of its own, so that none is begun twice
// and none keeps another waiting, not even one that fails.
import { jobOf } from '#contract/operations/jobs.ts';
import { cutText } from '#contract/text/cut-text.ts';
import { isDatabaseAway } from '#platform/database/database-away.ts';
import { runRegularly } from '#platform/jobs/run-regularly.ts';
import type { Log } from '#platform/observability/log.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { Db } from '../../schema/db.ts';
import { changeOwnOffers } from './change-own-offers.ts';
import { type ActingStaff, within } from './change-own-status.ts';
import { unknownProduct } from './own-refusals.rules.ts';
import { saleChange } from './planned-sale.rules.ts';
import { lockDueSale, lockSale, type StoredSale, setSaleState } from './planned-sale.store.ts';

/** So long after its time it is tried to begin one that fails: the fault may be one of the moment. */
const TRIED_FOR_MS = 10 * 60_000;

type Turning = { db: Db; now: () => Date; refresh: () => Promise<void>; log: Log };

/** Answers how many were begun or ended, or could not be. What fails is left for the next turn, and keeps none of the others waiting. */
export async function turnSales({ db, now, refresh, log }: Turning): Promise<number> {
  let turned = 0;
  const failed: string[] = [];
  const note = (error: unknown, { sale_id: sale, product_id: product }: StoredSale) =>
    log.error({ part: 'api', sale, product, error: String(error) }, 'a planned sale was not begun or ended');
  try {
    for (;;) {
      const { sale, error } = await turnNext(db, now(), failed);
      if (!sale) return turned;
      if (error === undefined) turned++;
      else {
        failed.push(sale.sale_id);
        note(error, sale);
        await giveUpLate(db, sale, now()).catch((fault) => note(fault, sale));
      }
    }
  } finally {
    // Visitors see the new prices at once.
    if (turned > 0) await refresh();
  }
}

export function turnSalesRegularly(turning: Turning): () => Promise<void> {
  return runRegularly({
    ...{ db: turning.db, ...jobOf('planned sales') },
    work: async () => {
      await turnSales(turning);
    },
    onError: (error) =>
      turning.log.error({ part: 'api', error: String(error) }, 'planned sales were not begun or ended'),
  });
}

/** Answers the sale whose turn it was, with what it failed of. That the database is away is no fault of the sale. */
async function turnNext(
  db: Db,
  now: Date,
  but: readonly string[],
): Promise<{ sale?: StoredSale | undefined; error?: unknown }> {
  const next: { sale?: StoredSale | undefined } = {};
  try {
    await within(db, async (transaction) => {
      const sale = await lockDueSale(transaction, now, but);
      next.sale = sale;
      if (!sale) return;
      const acting = { db: transaction, by: sale.by_account };
      if (sale.state === 'running') await endSale(acting, sale);
      else if (sale.ends_at <= now) await setSaleState(transaction, sale.sale_id, { state: 'missed' });
      else await beginSale(acting, sale);
    });
    return next;
  } catch (error) {
    if (!next.sale || isDatabaseAway(error)) throw error;
    return { ...next, error: error ?? 'unknown' };
  }
}

/** One that could not begin for a while never will; one that could not end is tried for ever: its price is to come back. */
async function giveUpLate(db: Db, { sale_id: saleId, product_id: productId, state, starts_at }: StoredSale, now: Date) {
  if (state !== 'planned' || now.getTime() - starts_at.getTime() < TRIED_FOR_MS) return;
  await within(db, async (transaction) => {
    const sale = await lockSale(transaction, { saleId, productId });
    if (sale?.state === 'planned') await refuseSale({ db: transaction, by: sale.by_account }, sale, unforeseen);
  });
}
const unforeseen = 'The shop could not begin it, and its log says why. Plan it once more.';

async function beginSale(acting: ActingStaff, sale: StoredSale): Promise<void> {
  const { product_id: productId, sale_id: saleId } = sale;
  const outcomes = await changeOwnOffers(acting, [{ productId, change: saleChange(sale) }]);
  const outcome = outcomes.get(productId) ?? unknownProduct;
  if ('refused' in outcome) return refuseSale(acting, sale, outcome.refused.message);
  await setSaleState(acting.db, saleId, { state: 'running' });
  await recordStep(acting, sale, { action: 'product.sale_begun' });
}

async function refuseSale(acting: ActingStaff, sale: StoredSale, reason: string): Promise<void> {
  await setSaleState(acting.db, sale.sale_id, { state: 'refused', note: reason });
  await recordStep(acting, sale, { action: 'product.sale_refused', reason });
}

/** Whatever was changed of the price meanwhile: afterwards the product is on sale no more. In the transaction of `acting.db`. */
export async function endSale(acting: ActingStaff, sale: StoredSale): Promise<void> {
  const { product_id: productId, sale_id: saleId } = sale;
  const outcome = (await changeOwnOffers(acting, [{ productId, change: { on_sale: false } }])).get(productId);
  const note = outcome && 'refused' in outcome ? outcome.refused.message : '';
  await setSaleState(acting.db, saleId, { state: 'ended', note });
  await recordStep(acting, sale, { action: 'product.sale_ended', ...(note && { reason: note }) });
}

type SaleStep = { action: 'product.sale_begun' | 'product.sale_ended' | 'product.sale_refused'; reason?: string };

/** The log takes no long ones; the sale itself keeps the whole. */
const LONGEST_REASON = 300;

async function recordStep({ db, by }: ActingStaff, sale: StoredSale, { action, reason }: SaleStep): Promise<void> {
  const subject = { kind: 'product' as const, id: sale.product_id };
  await recordAudit(
    db,
    { kind: 'job' },
    { action, subject, details: { by, ...(reason && { reason: cutText(reason, LONGEST_REASON) }) } },
  );
}
