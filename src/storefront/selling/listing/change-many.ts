// Changes of many products at once: a preview, doing it, and taking it back.

import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import type { BulkAnswer, BulkChange, Offer, PutOffer } from '#contract/selling/listing/listing.ts';
import { type Message, msg, t } from '#language/message.ts';

type Changed = { ok: true; answer: BulkAnswer } | { ok: false; fault: string };

export async function changeMany(sellerId: string, change: BulkChange): Promise<Changed> {
  try {
    return {
      ok: true,
      answer: await createBrowserApi().post('/seller/{sellerId}/listing/bulk', {
        params: { path: { sellerId } },
        body: change,
      }),
    };
  } catch (error) {
    return { ok: false, fault: failureText(error) };
  }
}

/** Change that undoes it, where that can be. Products that wait for approval have not changed yet. */
export function undoOf({ action, results }: BulkAnswer): BulkChange | null {
  const changed = results.filter(({ outcome }) => outcome === 'changed');
  const product_ids = changed.map(({ product_id }) => product_id);
  if (product_ids.length === 0) return null;
  if (action === 'pause') return { action: 'resume', product_ids };
  if (action === 'resume') return { action: 'pause', product_ids };
  if (action === 'archive') return { action: 'restore', product_ids };
  if (action === 'restore') return { action: 'archive', product_ids };
  const offers = changed.flatMap(({ product_id, before, after }) =>
    before && after ? [{ product_id, ...changedOf(before, after), expected: after }] : [],
  );
  return offers.length > 0 ? { action: 'offers', offers } : null;
}

const priceFields = ['price', 'on_sale', 'sale_price'] as const;

/**
 * Values before, of what has changed: a price that is taken back leaves the stock, of which somebody may have bought. Price and stock of
 * a product with variants follow from them: they are not said beside them.
 */
function changedOf(before: Offer, after: Offer): PutOffer {
  const hasVariants = before.variants.length > 0;
  const variants = before.variants.flatMap((variant, index) => {
    const changed = differing(variant, after.variants[index] ?? variant, ['price', 'sale_price', 'stock']);
    return Object.keys(changed).length > 0 ? [{ selected_options: variant.selected_options, ...changed }] : [];
  });
  return {
    ...differing(before, after, hasVariants ? ['on_sale'] : [...priceFields, 'stock']),
    ...(variants.length > 0 && { variants }),
  };
}

function differing<T extends object>(before: T, after: T, fields: ReadonlyArray<keyof T>): Partial<T> {
  return Object.fromEntries(
    fields.filter((field) => before[field] !== after[field]).map((field) => [field, before[field]]),
  ) as Partial<T>;
}

const done: Record<BulkAnswer['action'], Message> = {
  price: msg('{count, plural, =0 {No prices are} one {1 price is} other {{count} prices are}} changed.'),
  stock: msg(
    '{count, plural, =0 {No products have another stock} one {The stock of 1 product is changed} other {{count} products have another stock}}.',
  ),
  pause: msg('{count, plural, =0 {No products are} one {1 product is} other {{count} products are}} paused.'),
  resume: msg('{count, plural, =0 {No products are} one {1 product is} other {{count} products are}} on sale again.'),
  archive: msg('{count, plural, =0 {No products are} one {1 product is} other {{count} products are}} archived.'),
  restore: msg(
    '{count, plural, =0 {No products are} one {1 product is} other {{count} products are}} back from the archive.',
  ),
  offers: msg(
    '{count, plural, =0 {No products are as they were} one {1 product is as it was} other {{count} products are as they were}} before.',
  ),
};

/** Text about what has happened, and what has not: '3 prices are changed. 1 waits for approval.' */
export function changedText({ action, results }: BulkAnswer): string {
  const count = (outcome: string) => results.filter((result) => result.outcome === outcome).length;
  const [changed, waits, refused] = [count('changed'), count('waits'), count('refused')];
  return [
    t(done[action], { count: changed }),
    waits > 0 && t('{waits, plural, one {1 waits} other {{waits} wait}} for approval.', { waits }),
    refused > 0 && t('{refused} could not be changed.', { refused }),
  ]
    .filter(Boolean)
    .join(' ');
}
