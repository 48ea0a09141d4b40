// The order of products that fit a query equally well by where its words stand.
import { analysed } from './index-keys.rules.ts';
import type { Term } from './terms.rules.ts';
import { wordsOf } from './words.rules.ts';

type Ranked = {
  position: number;
  name_folded: string;
  in_stock: boolean;
  effective_micros: number;
  price_unit: string;
};

/**
 * First the names that have the query as it stands, then those that have more of its words and fewer others, then what can be had,
 * then the order of the shop.
 */
export function rankByName<P extends Ranked>(products: readonly P[], query: string, terms: readonly Term[]): P[] {
  const asked = new Set(terms.flatMap((term) => [...term.exact, ...term.loose]));
  const scored = products.map((product) => ({ product, score: nameScore(product, query, asked) }));
  return scored
    .sort((a, b) => b.score - a.score || a.product.position - b.product.position)
    .map(({ product }) => product);
}

const WEIGHT = { phrase: 1_000, word: 50, otherWord: -1, inStock: 20 };

function nameScore(product: Ranked, query: string, asked: ReadonlySet<string>): number {
  const words = wordsOf(product.name_folded).map((word) => analysed(word.text));
  const matching = words.filter((word) => asked.has(word.stem) || word.parts.some((part) => asked.has(part))).length;
  const others = words.length - matching;
  return (
    (query !== '' && product.name_folded.includes(query) ? WEIGHT.phrase : 0) +
    matching * WEIGHT.word +
    (matching > 0 ? Math.min(others, 10) * WEIGHT.otherWord : 0) +
    (product.in_stock ? WEIGHT.inStock : 0)
  );
}

/** The cheapest first. Prices of different units are not one order: the unit that most have comes first. */
export function rankByPrice<P extends Ranked>(products: readonly P[]): P[] {
  const byUnit = Map.groupBy(products, (product) => product.price_unit);
  const units = [...byUnit.values()].sort((a, b) => b.length - a.length);
  return units.flatMap((same) =>
    same.sort(
      (a, b) =>
        Number(b.in_stock) - Number(a.in_stock) || a.effective_micros - b.effective_micros || a.position - b.position,
    ),
  );
}
