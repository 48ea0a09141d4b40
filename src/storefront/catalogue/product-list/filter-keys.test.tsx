import { Fragment, isValidElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { readProductQuery } from '#contract/catalogue/product/read-product-query.ts';
import { type Shop, ShopContext } from '../../shop/shop-context.ts';
import { FilterChips } from './filter/filter-chips.tsx';
import type { ListParts } from './list-data.ts';
import { NothingFound } from './nothing-found.tsx';

const query = readProductQuery(new URLSearchParams('region=usa&region=United States'), { category: 'computing' });
const values = [{ value: 'usa', count: 0, label: 'United States' }];
const parts = {
  query,
  mode: { category: 'computing' },
  path: '/products/category/computing',
  faults: [],
  list: { products: [], total: 0, facets: [{ name: 'region', is_exact: true, values }] },
} as unknown as ListParts;

/** Keys of each list of elements that the components make of these. */
function keysIn(node: ReactNode): Array<Array<string | null>> {
  if (Array.isArray(node)) {
    const elements = node.filter((one) => isValidElement(one));
    return [elements.map(({ key }) => key).filter((key) => key !== null), ...node.flatMap(keysIn)];
  }
  if (!isValidElement<{ children?: ReactNode }>(node)) return [];
  if (typeof node.type !== 'function') return keysIn(node.props.children);
  const render = node.type as (props: unknown) => ReactNode;
  // An icon of the library is no function; what is left are components of our own.
  return keysIn(render(node.props));
}

test.each([
  ['the filters in force', () => FilterChips(parts)],
  ['the filters to remove', () => NothingFound({ ...parts, message: 'Nothing' })],
])('%s that are called the same are two', (_what, make) => {
  let keys: Array<Array<string | null>> = [];
  function Collecting() {
    keys = keysIn(make());
    return <Fragment />;
  }
  renderToStaticMarkup(
    <ShopContext value={{ store: { name: 'Hearth' } } as Shop}>
      <Collecting />
    </ShopContext>,
  );
  const lists = keys.filter(({ length }) => length > 1);
  expect(lists).toHaveLength(1);
  for (const list of lists) expect(new Set(list).size, list.join()).toBe(list.length);
});
