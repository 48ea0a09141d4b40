// The order of products that fit a query.
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

/** What adds to a score, as shares of it: the query in the name as it stands, a name of little else, stock. */
const BONUS = { phrase: 0.5, nothingElse: 0.15, inStock: 0.04 };

/**
 * By the score of their words; then the names that have the query as it stands come first, those of few other words, and what can be
 * had; then the order of the shop. Names with the query as a whole word come before those that have it as the beginning of one.
 */
export function rankByScore<P extends Ranked>(found: ReadonlyArray<Found<P>>, query: string, terms: readonly Term[]): P[] {
  const asked = new Set(terms.flatMap((term) => term.ways.flatMap((way) => way.words)));
  return found
    .map(({ product, scored }) => ({
      product,
      place: placeInName(product.name_folded, query),
      score: scored.score * (1 + bonus(product, query, asked)),
    }))
    .sort((a, b) => b.place - a.place || b.score - a.score || Number(b.product.in_stock) - Number(a.product.in_stock) || a.product.position - b.product.position)
    .map(({ product }) => product);
}

/** 3 where the name has the query as whole words, 2 where words begin with it, 1 where it stands within a word, 0 where it does not. */
export function placeInName(name: string, query: string): number {
  if (query === '') return 0;
  let place = 0;
  for (let at = name.indexOf(query); at >= 0; at = name.indexOf(query, at + 1)) {
    const isBeginning = at === 0 || !isLetter(name, at - 1);
    const isEnd = !isLetter(name, at + query.length);
    place = Math.max(place, isBeginning ? (isEnd ? 3 : 2) : 1);
    if (place === 3) break;
  }
  return place;
}

function isLetter(text: string, at: number): boolean {
  return /[\p{L}\p{N}\p{M}]/u.test(text[at] ?? ' ');
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

/** The cheapest first. Prices of different units are not one order: the unit that most have comes first. */
export function rankByPrice<P extends Ranked>(found: ReadonlyArray<Found<P>>): P[] {
  const byUnit = Map.groupBy(
    found.map(({ product }) => product),
    (product) => product.price_unit,
  );
  const units = [...byUnit.values()].sort((a, b) => b.length - a.length);
  return units.flatMap((same) =>
    same.sort(
      (a, b) =>
        Number(b.in_stock) - Number(a.in_stock) || a.effective_micros - b.effective_micros || a.position - b.position,
    ),
  );
}
