// Decisions about keys that look nothing up.

import type { SelectedOption } from '#contract/catalogue/product/product.ts';
import { variantKey } from '#contract/catalogue/product/variant.ts';
import type { Goods, GoodsOfOne } from '#contract/goods/goods.ts';
import { productKeyLongest, productKeysAtOnce } from '#contract/goods/product-key.ts';

type Read = { ok: true; keys: string[]; duplicates: number } | { ok: false; reason: string };

/** Nothing that is not seen, and nothing that a terminal or a page would obey. */
const notInKey = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}]/u;

/** Keys as a seller has written them, in that order: trimmed, each once. `place` names one in a refusal, by its number from 1. */
export function readKeys(written: readonly string[], place: (number: number) => string): Read {
  const keys = new Set<string>();
  let named = 0;
  for (const [index, text] of written.entries()) {
    const key = text.trim();
    if (key === '') continue;
    if (notInKey.test(key))
      return { ok: false, reason: `${place(index + 1)} has control characters: nobody can type it.` };
    if (key.length > productKeyLongest)
      return { ok: false, reason: `${place(index + 1)} is longer than ${productKeyLongest} characters.` };
    keys.add(key);
    if (++named > productKeysAtOnce)
      return {
        ok: false,
        reason: `At most ${productKeysAtOnce} keys can be loaded at once: send the rest after these.`,
      };
  }
  if (named === 0) return { ok: false, reason: 'There is no key in it: write each on a line of its own.' };
  return { ok: true, keys: [...keys], duplicates: named - keys.size };
}

const DAY_MS = 24 * 60 * 60_000;

/** Until when the keys of an entitlement are good: no longer than it is itself; null: without an end. */
export function validUntil(entitled: { goods: GoodsOfOne; granted_at: Date; expires_at: Date | null }): Date | null {
  const { goods, granted_at, expires_at: end } = entitled;
  const days = goods.keys?.valid_days;
  const until = days === undefined ? null : new Date(granted_at.getTime() + days * DAY_MS);
  return until && end ? new Date(Math.min(until.getTime(), end.getTime())) : (until ?? end);
}

/** Context that the text of a key is sealed for: it opens as that of no other. */
export function keyBoundTo(keyId: string): string {
  return `api.product_key/sealed/${keyId}`;
}

/** Purpose of the digests that tell keys of one product apart (Secrets.hmac). */
export function digestPurpose(productId: string): string {
  return `product key of ${productId}`;
}

/** The lists that goods are sold from: of the product as a whole, and of variants with keys of their own. */
export function keyListsOf(goods: Goods): Array<{ edition: string; selected_options: SelectedOption[] }> {
  const whole = goods.keys?.source === 'list' ? [{ edition: '', selected_options: [] }] : [];
  const own = (goods.variants ?? []).filter(({ keys }) => keys?.source === 'list');
  return [
    ...whole,
    ...own.map(({ selected_options }) => ({ edition: variantKey(selected_options), selected_options })),
  ];
}
