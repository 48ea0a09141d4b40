import { type ProductQuery, writeProductQuery } from '#contract/product-query.ts';
import type { ListMode } from '../../catalogue/list-mode.ts';

type HiddenFiltersProps = {
  query: ProductQuery;
  mode: ListMode;
  /** 'sort': a change of order keeps every filter. 'filters': a change of filters keeps the order alone. */
  except: 'sort' | 'filters';
};

/** What a form of the list does not ask for but must hand on, as hidden fields. */
export function HiddenFilters({ query, mode, except }: HiddenFiltersProps) {
  const kept: Partial<ProductQuery> =
    except === 'filters' ? { sort: query.sort } : { ...query, sort: 'featured', cursor: null };
  if ('category' in mode) delete kept.category;
  else delete kept.keyword;
  return [...writeProductQuery(kept)].map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}
