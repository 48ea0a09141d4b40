import type { ListMode } from '#contract/catalogue/product/list-mode.ts';
import { type ProductQuery, writeProductQuery } from '#contract/catalogue/product/product-query.ts';

type HiddenFiltersProps = {
  query: ProductQuery;
  mode: ListMode;
  /** Fields of the form itself: a change of 'sort' keeps every filter, a change of 'filters' keeps only the order. */
  except: 'sort' | 'filters';
};

/** The parts of the query that a form of the list has no field for, as hidden inputs. */
export function HiddenFilters({ query, mode, except }: HiddenFiltersProps) {
  const hidden: Partial<ProductQuery> =
    except === 'filters' ? { sort: query.sort, view: query.view } : { ...query, sort: 'featured', cursor: null };
  if ('category' in mode) delete hidden.category;
  else delete hidden.keyword;
  return [...writeProductQuery(hidden)].map(([name, value]) => (
    <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
  ));
}
