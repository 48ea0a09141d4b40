import type { z } from 'zod';
import type { bulkSchema } from '#contract/selling/listing/listing.schema.ts';
import type { BulkAnswer, PutOffer } from '#contract/selling/listing/listing.ts';
import type { Acting } from './acting.ts';
import { changeStatus } from './change-status.ts';
import { readListings } from './listing.store.ts';
import { changeOffers, type OfferChange, type PriceLimit } from './offer/change-offers.ts';
import { isSameOffer, stepOf } from './offer/offer.rules.ts';

type Change = z.output<typeof bulkSchema>;
type Result = BulkAnswer['results'][number];

/** One action on many products: those that can, change, in one transaction; of the others the answer says why not. */
export async function changeMany(acting: Acting, change: Change, limit: PriceLimit): Promise<BulkAnswer> {
  const isDryRun = change.dry_run;
  const results =
    change.action === 'price' || change.action === 'stock' || change.action === 'offers'
      ? await offerResults(acting, offerChanges(change), { ...limit, isDryRun })
      : await statusResults(acting, change.product_ids, change.action, isDryRun);
  return {
    action: change.action,
    dry_run: isDryRun,
    changed: results.filter(({ outcome }) => outcome === 'changed' || outcome === 'waits').length,
    refused: results.filter(({ outcome }) => outcome === 'refused').length,
    results,
  };
}

function offerChanges(change: Extract<Change, { action: 'price' | 'stock' | 'offers' }>): OfferChange[] {
  if (change.action === 'offers')
    return once(change.offers, ({ product_id: id }) => id).map(({ product_id: productId, expected, ...offer }) => ({
      productId,
      change: offer as PutOffer,
      ...(expected && { expected }),
    }));
  const ids = once(change.product_ids, (id) => id);
  if (change.action === 'price')
    return ids.map((productId) => ({ productId, change: (offer) => stepOf(offer, change) }));
  const { value: stock } = change;
  return ids.map((productId) => ({
    productId,
    change: ({ variants }) =>
      variants.length > 0
        ? { ok: false, reason: 'It has variants: give each of them its stock.' }
        : { ok: true, value: { stock } },
  }));
}

function once<T>(list: readonly T[], idOf: (entry: T) => string): T[] {
  return [...new Map(list.map((entry) => [idOf(entry), entry])).values()];
}

async function offerResults(
  acting: Acting,
  changes: OfferChange[],
  options: PriceLimit & { isDryRun: boolean },
): Promise<Result[]> {
  const outcomes = await changeOffers(acting, changes, options);
  const ids = changes.map(({ productId }) => productId);
  const { listings } = await readListings(acting.db, acting.sellerId, ids);
  return ids.map((id): Result => {
    const outcome = outcomes.get(id);
    const listing = listings.get(id)?.listing;
    const state = { state_before: listing?.state ?? null, state_after: listing?.state ?? null };
    if (!outcome || 'refused' in outcome)
      return refused(id, listing?.name ?? '', outcome?.refused.message ?? '', state);
    const { before, after, waits, warnings, name } = outcome;
    const isSame = isSameOffer(before, after);
    return {
      product_id: id,
      name,
      outcome: waits ? 'waits' : isSame ? 'same' : 'changed',
      message: [...warnings, ...(waits ? ['The price waits for approval.'] : [])].join(' '),
      before,
      after,
      ...state,
    };
  });
}

async function statusResults(
  acting: Acting,
  productIds: readonly string[],
  action: 'pause' | 'resume' | 'archive' | 'restore',
  isDryRun: boolean,
): Promise<Result[]> {
  const outcomes = await changeStatus(acting, productIds, action, { isDryRun });
  const { listings } = await readListings(acting.db, acting.sellerId, productIds);
  return Array.from(outcomes, ([id, outcome]): Result => {
    const listing = listings.get(id)?.listing;
    if ('refused' in outcome) {
      const state = listing?.state ?? null;
      return refused(id, listing?.name ?? '', outcome.refused.message, { state_before: state, state_after: state });
    }
    return {
      product_id: id,
      name: outcome.name,
      outcome: outcome.isSame ? 'same' : 'changed',
      message: '',
      before: null,
      after: null,
      state_before: outcome.before,
      state_after: outcome.after,
    };
  });
}

function refused(
  id: string,
  name: string,
  message: string,
  state: Pick<Result, 'state_before' | 'state_after'>,
): Result {
  return { product_id: id, name, outcome: 'refused', message, before: null, after: null, ...state };
}
