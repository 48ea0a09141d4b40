import type { Offer, PutOffer } from '#contract/selling/listing/listing.ts';
import { changesBetween } from '#platform/audit/audit-changes.ts';
import { recordAudit } from '../../audit/audit.ts';
import { faultSentence, mergeRow } from '../../catalogue/ports.rules.ts';
import { catalogueTable, storeProducts } from '../../catalogue/ports.ts';
import {
  changeOffer,
  isAsExpected,
  isPricedAs,
  isSameOffer,
  offerOf,
  type StepOutcome,
} from '../listing/offer/offer.rules.ts';
import { type ActingStaff, within } from './change-own-status.ts';
import { stockMoves, toLoggedOffer } from './own-offer.rules.ts';
import { findOwnProducts, insertStockChanges, type KnownOwnProduct, type StockChange } from './own-product.store.ts';
import { foreignRefusal, type Refused, refuse, refuseFaults, unknownProduct } from './own-refusals.rules.ts';

/** Outcome of changing the offer of one product, or of trying it. `warnings` are sentences about what follows elsewhere. */
export type OwnOfferOutcome =
  | Refused
  | { name: string; before: Offer; after: Offer; isSame: boolean; warnings: string[] };

/**
 * Change of an offer, or what follows from the offer as it is now; `expected`: what of the change must be so before it;
 * `shown`: all prices must be those before it, for a change may follow from what it does not name.
 */
export type OwnOfferChange = {
  productId: string;
  expected?: Offer;
  shown?: Offer;
  change: PutOffer | ((offer: Offer) => StepOutcome);
};

/**
 * Changes price, sale and stock of products of the operator's own, by the rules of an import. Stock that changes is noted with `reason`, which it
 * has to have. In one transaction, in that of `db` if it is one; `isDryRun` only says what would become of them. Answers by product id.
 */
export function changeOwnOffers(
  { db, by }: ActingStaff,
  changes: readonly OwnOfferChange[],
  { reason = '', isDryRun = false }: { reason?: string; isDryRun?: boolean } = {},
): Promise<Map<string, OwnOfferOutcome>> {
  return within(db, async (transaction) => {
    const ids = changes.map(({ productId }) => productId);
    const known = await findOwnProducts(transaction, ids, { lock: !isDryRun });
    const outcomes = new Map<string, OwnOfferOutcome>();
    const products = [];
    const moves: StockChange[] = [];
    for (const change of changes) {
      const id = change.productId;
      const product = known.get(id);
      const plan = product ? planOffer(product, change, reason) : unknownProduct;
      outcomes.set(id, 'refused' in plan ? plan : plan.outcome);
      if ('refused' in plan || plan.outcome.isSame) continue;
      products.push(plan.product);
      moves.push(...plan.moves.map((move) => ({ product_id: id, ...move })));
    }
    if (isDryRun) return outcomes;
    await storeProducts(transaction, catalogueTable, products);
    await insertStockChanges(transaction, moves, { by, reason });
    for (const [id, outcome] of outcomes) {
      if ('refused' in outcome || outcome.isSame) continue;
      const details = { by, ...(reason && { reason }) };
      const changes = changesBetween(toLoggedOffer(outcome.before), toLoggedOffer(outcome.after));
      await recordAudit(
        transaction,
        { kind: 'customer' },
        { action: 'product.offer_changed', subject: { kind: 'product', id }, details, changes },
      );
    }
    return outcomes;
  });
}

const changedMeanwhile = refuse('product_changed', 'It has been changed since, or bought: it stays as it is now.');

function planOffer(product: KnownOwnProduct, { change: given, expected, shown }: OwnOfferChange, reason: string) {
  const foreign = foreignRefusal(product);
  if (foreign) return foreign;
  const before = offerOf(product);
  if (shown && !isPricedAs(before, shown)) return changedMeanwhile;
  const change: StepOutcome = typeof given === 'function' ? given(before) : { ok: true, value: given };
  if (!change.ok) return refuse('product_refused', change.reason);
  if (expected && !isAsExpected(before, expected, change.value)) return changedMeanwhile;
  const changed = changeOffer(product, change.value);
  if (!changed.ok) return refuse('product_refused', changed.reason);
  const whole = { ...product, ...changed.value };
  const merge = mergeRow({ ok: true, product: whole, absent: [], fromSpecs: false, changes: [] }, product, product);
  if (!merge.ok) return refuseFaults(merge.faults);
  const after = offerOf(whole);
  const moves = stockMoves(before, after);
  if (moves.length > 0 && reason === '') return refuse('product_refused', 'Say why its stock changes.');
  const warnings = [
    ...(change.remark ? [change.remark] : []),
    ...(moves.length === 0 ? [] : merge.warnings.map(faultSentence)),
  ];
  const outcome = { name: product.product_name, before, after, isSame: isSameOffer(before, after), warnings };
  return { product: merge.product, moves, outcome };
}
