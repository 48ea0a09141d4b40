// Outcomes of products that are to be handed to a shop, and why nothing becomes of them.
import type { AdoptOutcome } from '#contract/selling/staff-seller.ts';
import { printable } from '../../../text/printable-text.rules.ts';

export type Adopted = Record<AdoptOutcome, string[]>;

/** All of them or none: `unknown` there are not, `foreign` are another shop's; `had` are its own already. */
export function adoptionOf(
  productIds: readonly string[],
  found: ReadonlyArray<{ product_id: string; seller_id: string | null }>,
  sellerId: string,
): Adopted {
  const adoption: Adopted = { adopted: [], had: [], unknown: [], foreign: [] };
  const owners = new Map(found.map((row) => [row.product_id, row.seller_id]));
  for (const id of productIds) {
    const owner = owners.get(id);
    if (owner === undefined) adoption.unknown.push(id);
    else if (owner === null) adoption.adopted.push(id);
    else adoption[owner === sellerId ? 'had' : 'foreign'].push(id);
  }
  return adoption;
}

/** Why nothing is done, for operators and the staff; null: nothing is in the way. */
export function adoptionRefusal({ unknown, foreign }: Adopted): string | null {
  const named = (some: string[]) => some.map((id) => printable(id)).join(', ');
  if (unknown.length > 0) return `There is no product ${named(unknown)}. Nothing was changed.`;
  if (foreign.length > 0) return `Of another shop already: ${named(foreign)}. Nothing was changed.`;
  return null;
}
