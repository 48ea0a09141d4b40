// The lists of the back office: every one of them is asked in the same way.
import { type OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { readListAddress } from '#contract/operations/staff-list/address.ts';
import { listCountSchema, listQuerySchema, listRowSchema } from '#contract/operations/staff-list/list.schema.ts';
import type { Authenticate } from '../../access/authenticate.ts';
import { requireStaff } from '../../access/require-staff.ts';
import { badRequest, problems, streamed } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import { linkHeader } from '../../http/list-page.ts';
import { type Zone, zoneOf } from '../../text/zone.rules.ts';
import { exportList } from './export-list.ts';
import { readListMark, writeListMark } from './list-mark.rules.ts';
import { countList, type MarkedRow, type PageAsked, readListPage } from './list-page.store.ts';
import type { Db, ListSource } from './list-source.sql.ts';

type Deps = { db: Db; authenticate: Authenticate };

const file = z.string().meta({ format: 'binary' });
const fileTypes = { csv: 'text/csv; charset=utf-8', jsonl: 'application/x-ndjson; charset=utf-8' } as const;

export function mountStaffLists(app: OpenAPIHono, deps: Deps, sources: readonly ListSource[]) {
  for (const source of sources) mountStaffList(app, deps, source);
}

function mountStaffList(app: OpenAPIHono, deps: Deps, source: ListSource) {
  const { db } = deps;
  const { list } = source;
  const route = createRoute({
    method: 'get',
    path: `/admin/${list.name}`,
    tags: ['Staff'],
    summary: `Lists ${list.title.toLowerCase()}: a page, how many there are, or all of them as a file`,
    description:
      'For the staff; nobody else finds anything at this address. Filters narrow the list together; a filter that the list does not have is refused.',
    middleware: requireStaff(deps)(list.needs),
    request: { query: listQuerySchema(list) },
    responses: {
      200: {
        description: 'The page, the count, or the file',
        headers: linkHeader,
        content: {
          'application/json': { schema: z.union([z.array(listRowSchema(list, source.own)), listCountSchema]) },
          'text/csv': { schema: file },
          'application/x-ndjson': { schema: file },
        },
      },
      ...problems(409),
    },
  });

  app.openapi(route, async (c) => {
    const { limit, zone = 'UTC', format } = c.req.valid('query') as { limit: number; zone?: string; format: string };
    const { asked, faults } = readListAddress(list, new URL(c.req.url).searchParams);
    if (faults.length > 0) throw badRequest(faults.join(' '));
    const sort = source.sorts[asked.sort.replace('-', '')];
    if (!sort) throw badRequest(`This list cannot be sorted by ${asked.sort}.`);
    const readMark = (text: string | null, name: string) => {
      const mark =
        text === null ? null : readListMark(text, asked.sort, { as: sort.as, hasNumbers: source.hasNumbers === true });
      if (text !== null && !mark) throw badRequest(`${name} is not a mark that a page of this list has told.`);
      return mark;
    };
    const [after, before] = [readMark(asked.after, 'after'), readMark(asked.before, 'before')];
    if (after && before) throw badRequest('after and before cannot be asked for at once.');
    const mark = after ?? before;
    const wanted: PageAsked = {
      ...asked,
      zone: readZone(zone),
      beside: mark && { mark, isBefore: before !== null },
      limit: limit + 1,
    };
    if (format === 'count') return c.json(await countList(db, source, wanted), 200);
    if (format === 'csv' || format === 'jsonl') {
      const columns = asked.columns ?? Object.keys(list.columns);
      return c.body(streamed(exportList(db, source, wanted, { format, columns })), 200, {
        'content-type': fileTypes[format],
        'content-disposition': `attachment; filename="${list.name}.${format}"`,
      });
    }
    const rows = await readListPage(db, source, wanted);
    return c.json(cutPage(c, rows, { limit, before: before !== null, isFirst: mark === null }), 200);
  });
}

/** Throws a 400 for a zone that there is not. */
function readZone(name: string): Zone {
  const zone = zoneOf(name);
  if (!zone) throw badRequest('zone must be a time zone such as Europe/Berlin.');
  return zone;
}

/** Takes away the row that was read to see whether there are more, and says where the list goes on in both directions. */
function cutPage(
  c: Context,
  rows: MarkedRow[],
  { limit, before, isFirst }: { limit: number; before: boolean; isFirst: boolean },
) {
  const hasMore = rows.length > limit;
  const page = hasMore ? (before ? rows.slice(-limit) : rows.slice(0, limit)) : rows;
  const { pathname, searchParams } = new URL(c.req.url);
  const linkTo = (name: 'after' | 'before', row: MarkedRow | undefined, rel: 'next' | 'prev') => {
    if (!row) return [];
    const query = new URLSearchParams([...searchParams].filter(([key]) => key !== 'after' && key !== 'before'));
    query.set(name, writeListMark(row.mark));
    return [`<${pathname}?${query}>; rel="${rel}"`];
  };
  const links = [
    ...(before || hasMore ? linkTo('after', page.at(-1), 'next') : []),
    ...((before && hasMore) || (!before && !isFirst) ? linkTo('before', page[0], 'prev') : []),
  ];
  if (links.length > 0) c.header('link', links.join(', '));
  return page.map(({ row }) => row);
}
