import type { Kysely } from 'kysely';
import type { ListingContent, Offer, PutOffer } from '#contract/selling/listing/listing.ts';
import { changesBetween } from '#platform/audit/audit-changes.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { recordAudit } from '../../../audit/audit.ts';
import { faultSentence, faultsText, mergeRow } from '../../../catalogue/ports.rules.ts';
import { catalogueTable, storeProducts } from '../../../catalogue/ports.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import {
  type Acting,
  approvedOf,
  judgedAs,
  lockOwnListings,
  type Refused,
  refusalOf,
  refuse,
  unknownListing,
} from '../acting.ts';
import { asSubmitted, draftOf, hasPrices } from '../draft/listing-content.rules.ts';
import { missingOf } from '../draft/missing.rules.ts';
import { submitLocked } from '../draft/submit-listing.ts';
import { writtenState } from '../draft-states.rules.ts';
import { type ListedProduct, type Locked, readListings, updateDrafts, type WholeListing } from '../listing.store.ts';
import { isUnsent } from '../listing-state.rules.ts';
import { approvedContents } from '../version/listing-version.store.ts';
import {
  changeOffer,
  isAsExpected,
  isSameOffer,
  mustWait,
  offerOf,
  pricesDiffer,
  type StepOutcome,
} from './offer.rules.ts';

/** Outcome of the offer of one product, done or expected: `waits` where its prices wait for approval. */
type OfferOutcome = Refused | { name: string; before: Offer; after: Offer; waits: boolean; warnings: string[] };

/** A change of what a product costs; or one that follows from what it costs now. */
export type OfferChange = {
  productId: string;
  /** Offer that must be there before the change, as far as it changes. */
  expected?: Offer;
  change: PutOffer | ((offer: Offer) => StepOutcome);
};

/** How much a price may change at once, in percent; null: as much as its seller likes. */
export type PriceLimit = { priceWaitPercent: number | null };

type Planned = {
  whole: WholeListing;
  product: ListedProduct;
  change: PutOffer;
  outcome: Exclude<OfferOutcome, Refused>;
};

/**
 * Changes price, sale and stock of approved products at once, by the rules of an import. Prices that change by more than the operator lets
 * them wait for approval: submitted if nothing else has been written, otherwise with the draft.
 */
export async function changeOffers(
  { db, ...acting }: Acting,
  changes: readonly OfferChange[],
  { priceWaitPercent, isDryRun = false }: PriceLimit & { isDryRun?: boolean },
): Promise<Map<string, OfferOutcome>> {
  return inTransaction(db, async (transaction) => {
    const ids = changes.map(({ productId }) => productId);
    const locked = await (isDryRun
      ? readListings(transaction, acting.sellerId, ids)
      : lockOwnListings(transaction, acting, ids));
    return changeLockedOffers(transaction, acting, changes, locked, { priceWaitPercent, isDryRun });
  });
}

/** The listings must be locked, but for a dry run. */
export async function changeLockedOffers(
  transaction: Kysely<ApiTables>,
  acting: Omit<Acting, 'db'>,
  changes: readonly OfferChange[],
  { shop, listings }: Locked,
  { priceWaitPercent, isDryRun }: PriceLimit & { isDryRun: boolean },
): Promise<Map<string, OfferOutcome>> {
  const outcomes = new Map<string, OfferOutcome>();
  const planned: Planned[] = [];
  const approved = await approvedContents(transaction, versionsOf([...listings.values()]));
  for (const change of changes) {
    const { productId } = change;
    const whole = listings.get(productId);
    const plan = whole ? planOffer(shop, whole, change, approved.get(productId), priceWaitPercent) : unknownListing;
    if ('refused' in plan) outcomes.set(productId, plan);
    else {
      planned.push(plan);
      outcomes.set(productId, plan.outcome);
    }
  }
  if (!isDryRun) await carryOut(transaction, acting, planned, outcomes);
  return outcomes;
}

function versionsOf(wholes: readonly WholeListing[]) {
  return wholes.flatMap(({ listing: { product_id: productId, version } }) =>
    version === null ? [] : [{ productId, version }],
  );
}

const asksForAnother =
  'The draft asks for another price, which replaces this one once it is approved: change or discard it where it should not.';

function planOffer(
  shop: Locked['shop'],
  whole: WholeListing,
  { change: given, expected }: OfferChange,
  approved: ListingContent | undefined,
  percent: number | null,
): Planned | Refused {
  const refused = refusalOf(shop, whole, 'offer');
  if (refused) return refused;
  const { product, listing } = whole;
  if (!product) return refuse('listing_state', 'The marketplace has taken it out of the catalogue.');
  const before = offerOf(product);
  const change: StepOutcome = typeof given === 'function' ? given(before) : { ok: true, value: given };
  if (!change.ok) return refuse('offer_refused', change.reason);
  if (expected && !isAsExpected(before, expected, change.value))
    return refuse('offer_refused', 'It has been changed since, or bought: it stays as it is now.');
  const changed = changeOffer(product, change.value);
  if (!changed.ok) return refuse('offer_refused', changed.reason);
  const wants = pricesDiffer(product, changed.value);
  const waits = wants && (change.value.with_draft === true || mustWait(approved ?? {}, changed.value, percent));
  return {
    whole,
    product,
    change: change.value,
    outcome: {
      name: listing.name,
      before,
      after: offerOf(changed.value),
      waits,
      warnings: [
        ...(change.remark ? [change.remark] : []),
        ...(wants && !waits && hasPrices(listing.draft) ? [asksForAnother] : []),
      ],
    },
  };
}

async function carryOut(
  transaction: Kysely<ApiTables>,
  acting: Omit<Acting, 'db'>,
  planned: readonly Planned[],
  outcomes: Map<string, OfferOutcome>,
): Promise<void> {
  const stored = [];
  for (const { product, change, outcome } of planned) {
    const atOnce = changeOffer(product, outcome.waits ? withoutPrices(change) : change);
    if (!atOnce.ok || isSameOffer(offerOf(atOnce.value), outcome.before)) continue;
    const whole = { ...product, ...atOnce.value };
    const merge = mergeRow({ ok: true, product: whole, absent: [], fromSpecs: false, changes: [] }, product, product);
    if (!merge.ok) {
      outcomes.set(product.product_id, refuse('offer_refused', faultsText(merge.faults)));
      continue;
    }
    if (stockOf(outcome.before) !== stockOf(offerOf(whole)))
      outcome.warnings.push(...merge.warnings.map(faultSentence));
    stored.push(merge.product);
    await record(transaction, acting, product.product_id, outcome);
  }
  await storeProducts(transaction, catalogueTable, stored);
  for (const plan of planned) if (plan.outcome.waits) await letWait(transaction, acting, plan);
}

function stockOf({ stock, variants }: Offer): string {
  return JSON.stringify([stock, variants.map((variant) => variant.stock)]);
}

function withoutPrices({ stock, variants }: PutOffer): PutOffer {
  return {
    ...(stock !== undefined && { stock }),
    ...(variants && {
      variants: variants.map(({ selected_options, stock: own }) => ({
        selected_options,
        ...(own !== undefined && { stock: own }),
      })),
    }),
  };
}

/** The prices become part of the draft. It is submitted where nobody has written anything else that is not. */
async function letWait(
  transaction: Kysely<ApiTables>,
  acting: Omit<Acting, 'db'>,
  { whole, outcome }: Planned,
): Promise<void> {
  const { listing } = whole;
  const { price, on_sale, sale_price, variants } = outcome.after;
  const approved = approvedOf(whole);
  const wasUnsent = isUnsent(listing);
  const written = asSubmitted(listing.draft, approved);
  const draft = draftOf(
    {
      ...written,
      variants: (written.variants ?? []).map((variant) => ({ ...variant, ...priceFor(variant, variants) })),
    },
    approved,
    { price, on_sale, sale_price },
  );
  const state = writtenState(listing.draft_state, draft);
  const missing = draft ? missingOf(asSubmitted(draft, approved), judgedAs(whole)).length : 0;
  const isNew = listing.version === null;
  await updateDrafts(transaction, [{ productId: listing.product_id, draft, state, missing, isNew }]);
  const now = {
    ...whole,
    listing: { ...listing, draft, draft_state: state, draft_revision: listing.draft_revision + 1 },
  };
  const submitted = wasUnsent || missing > 0 ? null : await submitLocked(transaction, acting, now);
  outcome.warnings.push(
    submitted && !('refused' in submitted)
      ? 'The new price has been submitted: it waits for approval.'
      : 'The new price is written into the draft: submit it.',
  );
}

function priceFor(
  variant: { selected_options: Offer['variants'][number]['selected_options'] },
  variants: Offer['variants'],
) {
  const key = JSON.stringify(variant.selected_options);
  const priced = variants.find(({ selected_options: selected }) => JSON.stringify(selected) === key);
  return priced && { price: priced.price, sale_price: priced.sale_price };
}

function record(
  transaction: Kysely<ApiTables>,
  { accountId, sellerId }: Omit<Acting, 'db'>,
  productId: string,
  { before, after }: { before: Offer; after: Offer },
) {
  const { price: was, stock: had } = before;
  return recordAudit(
    transaction,
    { kind: 'customer' },
    {
      action: 'listing.offer_changed',
      subject: { kind: 'listing', id: productId },
      details: { by: accountId, seller: sellerId, was, price: after.price, had, stock: after.stock },
      changes: changesBetween({ ...before }, { ...after }),
    },
  );
}
