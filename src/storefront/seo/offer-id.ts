import type { Variant } from '#contract/catalogue/product/product.ts';
import { variantKey } from '#contract/catalogue/product/variant.ts';

/** Characters that shopping engines take at most. */
const LONGEST = 50;

/** The id of what is sold: the product's own, or one of its variants'. The same for as long as the choices have their names. */
export function offerId(productId: string, variant: Variant | null): string {
  const id = variant ? `${productId}-${hashOf(variantKey(variant.selected_options))}` : productId;
  return id.length <= LONGEST
    ? id
    : `${[...id]
        .slice(0, 30)
        .join('')
        .slice(0, LONGEST - 9)}-${hashOf(id)}`;
}

/** FNV-1a, in eight hexadecimal digits. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, '0');
}
