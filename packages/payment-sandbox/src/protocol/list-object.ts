import type { NumberedPage } from '#platform';
import { noSuch } from './errors.ts';
import type { Paging } from './parameters.ts';

/** The provider's list: `rows` as `show` shows them. One row more than was asked for tells that there are more. */
export async function listObject<Row>(
  url: string,
  { limit }: Paging,
  rows: Row[],
  show: (row: Row) => object | Promise<object>,
): Promise<object> {
  const data = await Promise.all(rows.slice(0, limit).map(show));
  return { object: 'list', data, has_more: rows.length > limit, url };
}

/** The rows that `listObject` needs where a list starts at its beginning. */
export function firstPage({ limit }: Paging): NumberedPage {
  return { before: null, limit: limit + 1 };
}

/** The rows that `listObject` needs, from `starting_after` on. Throws when there is no such thing. */
export async function pageOf(
  object: string,
  paging: Paging,
  find: (id: string) => Promise<{ number: number } | null>,
): Promise<NumberedPage> {
  const after = await cursor(object, paging, find);
  return { ...firstPage(paging), before: after?.number ?? null };
}

/** Row that `starting_after` names, or null where a list starts at its beginning. Throws when there is no such row. */
export async function cursor<Row>(
  object: string,
  { starting_after }: Paging,
  find: (id: string) => Promise<Row | null>,
): Promise<Row | null> {
  if (starting_after === undefined) return null;
  const found = await find(starting_after);
  if (!found) throw noSuch(object, starting_after, 'starting_after', 400);
  return found;
}
