// Products that a query means and that its filters let pass.
import { productTypes } from '#contract/catalogue/product/product.schema.ts';
import type { Category } from '#contract/catalogue/product/product.ts';
import type { Db } from '../../../schema/db.ts';
import { asksChoice, comparedAsAsked } from '../../offer/asked-offer.rules.ts';
import { keyOfCategory } from '../index-keys.rules.ts';
import { mayNameSomebody } from '../miss/miss.rules.ts';
import { offerOfFilters } from '../query/filters/search-filter.rules.ts';
import type { Understood } from '../query/understand-query.ts';
import { type Candidate, findCandidates, findKeysOf } from '../search-reads.store.ts';
import type { FindMeant } from './find-meant.ts';

/** Words of a query that may be the number of a model, which no other model is near. */
const NUMBER_WORDS = 2;

/** True where a query has words besides its filters that may mean something which no product says, and names nobody. */
export function mayMean(query: string, { text, byPrice }: Understood): boolean {
  if (text === '' || byPrice !== null || mayNameSomebody(query)) return false;
  return text.split(' ').length > NUMBER_WORDS || !/\d/.test(text);
}

/** The most similar first. All filters of the query hold, as those of the lists do. */
export async function findMeantFitting(
  db: Db,
  { text, filters }: Understood,
  { category, findMeant }: { category: Category; findMeant: FindMeant },
): Promise<Candidate[]> {
  const found = await findMeant(text);
  if (found.length === 0) return [];
  const usable = filters.filter(({ isUsable }) => isUsable);
  const positions = found.map(({ position }) => position);
  const groups = [
    ...usable.map(({ keys }) => keys).filter((keys) => keys.length > 0),
    category === 'all' ? productTypes.map(keyOfCategory) : [keyOfCategory(category)],
  ];
  const without = usable.flatMap((filter) => filter.without);
  const keysOf = await findKeysOf(db, positions, [
    ...new Set([...groups.flat(), ...without.flatMap(({ keys, unless }) => [...keys, ...unless])]),
  ]);
  const has = (position: number, group: readonly string[]) => group.some((key) => keysOf.get(position)?.has(key));
  const allowed = positions.filter(
    (position) =>
      groups.every((group) => has(position, group)) &&
      without.every(({ keys, unless }) => !has(position, keys) || has(position, unless)),
  );
  const asked = offerOfFilters(usable);
  const products = await findCandidates(db, allowed, { withVariants: asked !== null && asksChoice(asked) });
  return comparedAsAsked(products, asked).filter((product) => usable.every(({ test }) => test(product)));
}
