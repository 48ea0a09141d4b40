// One order of what words find and what meaning finds: reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009).

/** Ranks count as if so many stood before them: the first of one list does not outweigh what both have. */
const BEFORE = 60;

/** Each product once, by the sum of what its places in the two lists are worth; of equals the one that words have found. */
export function fuse<P extends { position: number }>(byWords: readonly P[], byMeaning: readonly P[]): P[] {
  const worth = new Map<number, { product: P; sum: number }>();
  for (const list of [byWords, byMeaning])
    for (const [rank, product] of list.entries()) {
      const known = worth.get(product.position) ?? { product, sum: 0 };
      worth.set(product.position, { ...known, sum: known.sum + 1 / (BEFORE + rank + 1) });
    }
  return [...worth.values()].sort((a, b) => b.sum - a.sum).map(({ product }) => product);
}
