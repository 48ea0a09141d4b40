import { lineKey } from '#contract/catalogue/product/variant.ts';
import type { LibraryEntry } from '#contract/goods/library/library.ts';

/** Everything that was got of one product with the same choices. */
export type LibraryGroup = {
  /** Entry that stands for the group: the newest of which something can be had, or the newest. */
  shown: LibraryEntry;
  /** Newest first. */
  others: LibraryEntry[];
};

/** In the order of the newest of each. */
export function groupEntries(entries: readonly LibraryEntry[]): LibraryGroup[] {
  const groups = Map.groupBy(entries, ({ product, selected_options }) =>
    lineKey({ product_id: product.id, selected_options }),
  );
  return [...groups.values()].map((group) => {
    const shown = group.find(({ standing }) => standing === 'active') ?? (group[0] as LibraryEntry);
    return { shown, others: group.filter((entry) => entry !== shown) };
  });
}
