// New matches of a saved search. What fits is compared with what was seen last: that is kept with the search, and changes in the
// transaction that writes the email, so that nothing is sent twice.

/** Products that fit at a look; 'unknown' where that could not be said, and nothing is concluded from it. */
export type Fits = { kind: 'found'; ids: readonly string[] } | { kind: 'too many' } | { kind: 'unknown' };

/** Memory of a search: products that its owner knows of, and those of which the next email tells. */
export type Seen = { isFirst: boolean; tooMany: boolean; known: readonly string[]; fresh: readonly string[] };

/**
 * Memory after a look. What fits at the first look, and at the first one after too many, is known. What fits no more is forgotten: it is new
 * when it fits again.
 */
export function judgeFits(seen: Seen, fits: Fits): Seen {
  if (fits.kind === 'unknown') return seen;
  if (fits.kind === 'too many') return { isFirst: false, tooMany: true, known: [], fresh: [] };
  if (seen.isFirst || seen.tooMany) return { isFirst: false, tooMany: false, known: [...fits.ids], fresh: [] };
  const before = new Set(seen.known);
  return {
    isFirst: false,
    tooMany: false,
    known: fits.ids.filter((id) => before.has(id)),
    fresh: fits.ids.filter((id) => !before.has(id)),
  };
}

/** Memory once its owner was told of what is new. */
export function afterEmail(seen: Seen): Seen {
  return { ...seen, known: [...seen.known, ...seen.fresh], fresh: [] };
}

export function isSameMemory(a: Seen, b: Seen): boolean {
  return a.isFirst === b.isFirst && a.tooMany === b.tooMany && hasSame(a.known, b.known) && hasSame(a.fresh, b.fresh);
}

/** In any order: that of a list changes with its prices. */
function hasSame(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  const ids = new Set(a);
  return b.every((id) => ids.has(id));
}
