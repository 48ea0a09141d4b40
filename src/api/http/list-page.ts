// Lists that grow without end are told page by page. The answer stays the list; where it goes on stands in its Link header
// (RFC 8288), so that who knows nothing of pages reads the first of them.
import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { badRequest } from './answers.ts';
import { type ListCursor, readListCursor, writeListCursor } from './list-cursor.rules.ts';

/** The parameters of such a list; `most` is also what may be asked for. */
export function pageQuery({ usual, most }: { usual: number; most: number }) {
  return {
    after: z.string().max(500).optional().meta({ description: 'From the Link header of the page before' }),
    limit: z.coerce
      .number('must be a number')
      .int('must be a whole number')
      .min(1, 'must be at least 1')
      .max(most, `must be at most ${most}`)
      .default(usual),
  };
}

/** Headers that go with a 200 of such a list. */
export const linkHeader = {
  Link: { description: 'Where the list goes on, as `<address>; rel="next"`', schema: { type: 'string' as const } },
};

/** Throws a 400 for what no answer has told. */
export function cursorOf(after: string | undefined): ListCursor | null {
  if (!after) return null;
  const cursor = readListCursor(after);
  if (!cursor) throw badRequest('after is not a mark that a page of this list has told.');
  return cursor;
}

/** The largest number of a column. Those of a bigint are told as numbers of JSON, which are exact so far. */
const largest = { integer: 2_147_483_647, bigint: 999_999_999_999_999 };

/** The same of a list whose mark is a number, in a column of this type: the database fails with a larger one. */
export function numberAfter(after: string | undefined, column: keyof typeof largest): number | null {
  if (!after) return null;
  const number = /^[1-9]\d{0,14}$/.test(after) ? Number(after) : Number.POSITIVE_INFINITY;
  if (number > largest[column]) throw badRequest('after is not a mark that a page of this list has told.');
  return number;
}

/** Takes away the one that was read to see whether there are more, and says where they begin. */
export function cutPage<T>(c: Context, rows: T[], limit: number, cursorAt: (last: T) => ListCursor): T[] {
  return cutPageAt(c, rows, limit, (last) => writeListCursor(cursorAt(last)));
}

/** The same of a list whose rows have a mark of their own, such as a number. */
export function cutPageAt<T>(c: Context, rows: T[], limit: number, markAt: (last: T) => string): T[] {
  if (rows.length <= limit) return rows;
  const page = rows.slice(0, limit);
  const after = markAt(page.at(-1) as T);
  // Filters of the list stay in the address.
  const { pathname, searchParams } = new URL(c.req.url);
  const query = new URLSearchParams([...searchParams].filter(([name]) => name !== 'after' && name !== 'limit'));
  query.append('after', after);
  query.append('limit', String(limit));
  c.header('link', `<${pathname}?${query}>; rel="next"`);
  return page;
}
