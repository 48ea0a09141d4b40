// The order of products that fit a query.
import { placeInName } from '#contract/catalogue/product/place-in-name.ts';
import { analysed } from './index-keys.rules.ts';
import type { Term } from './query/terms.rules.ts';
import type { Scored } from './score.rules.ts';
import { wordsOf } from './words.rules.ts';

type Ranked = {
  position: number;
  name_folded: string;
  in_stock: boolean;
  effective_micros: number;
  price_unit: string;
};
type Found<P> = { product: P; scored: Scored };

/** Additions to a score, as shares of it: the query in the name as it stands, a name of little else, stock. */
const BONUS = { phrase: 0.5, nothingElse: 0.08, inStock: 0.1 };

/**
 * By the score of their words; then the names that have the query as it stands come first, those of few other words, and what can be
 * had; then the order of the shop. Names with the query as a whole word come before those that have it as the beginning of one.
 */
export function rankByScore<P extends Ranked>(
  found: ReadonlyArray<Found<P>>,
  query: string,
  terms: readonly Term[],
): P[] {
  const asked = new Set(terms.flatMap((term) => term.ways.flatMap((way) => way.words)));
  return found
    .map(({ product, scored }) => ({
      product,
      place: placeInName(product.name_folded, query),
      score: scored.score * (1 + bonus(product, query, asked)),
    }))
    .sort(
      (a, b) =>
        b.place - a.place ||
        b.score - a.score ||
        Number(b.product.in_stock) - Number(a.product.in_stock) ||
        a.product.position - b.product.position,
    )
    .map(({ product }) => product);
}

function bonus(product: Ranked, query: string, asked: ReadonlySet<string>): number {
  const words = wordsOf(product.name_folded).map((word) => analysed(word.text));
  const matching = words.filter((word) => asked.has(word.stem) || word.parts.some((part) => asked.has(part))).length;
  return (
    (query !== '' && product.name_folded.includes(query) ? BONUS.phrase : 0) +
    (words.length > 0 ? (BONUS.nothingElse * matching) / words.length : 0) +
    (product.in_stock ? BONUS.inStock : 0)
  );
}

/** The cheapest first, or the dearest. Prices of different units are not one order: the unit that most have comes first. */
export function rankByPrice<P extends Ranked>(found: ReadonlyArray<Found<P>>, order: 'asc' | 'desc'): P[] {
  const sign = order === 'asc' ? 1 : -1;
  const byUnit = Map.groupBy(
    found.map(({ product }) => product),
    (product) => product.price_unit,
  );
  const units = [...byUnit.values()].sort((a, b) => b.length - a.length);
  return units.flatMap((same) =>
    same.sort(
      (a, b) =>
        (order === 'asc' ? Number(b.in_stock) - Number(a.in_stock) : 0) ||
        sign * (a.effective_micros - b.effective_micros) ||
        a.position - b.position,
    ),
  );
}
