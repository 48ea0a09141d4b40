/** A product that may stand in a row. */
export type Candidate = { position: number; product_id: string; provider: string };

/** Products of one provider that stand in a row while others wait. */
const OF_ONE_PROVIDER = 2;

/**
 * The first `most` of the candidates, with at most two of one provider, so that one import or one shop does not fill the row; more of it
 * only where there is nobody else.
 */
export function pickVaried(candidates: readonly Candidate[], most: number): Candidate[] {
  const taken = new Map<string, number>();
  const isEarly = candidates.map(({ provider }) => {
    const before = taken.get(provider) ?? 0;
    taken.set(provider, before + 1);
    return before < OF_ONE_PROVIDER;
  });
  const early = candidates.filter((_, index) => isEarly[index]);
  const late = candidates.filter((_, index) => !isEarly[index]);
  const picked = new Set([...early, ...late].slice(0, most));
  return candidates.filter((candidate) => picked.has(candidate));
}
