// Version 2 of the provider's API: bodies and answers are JSON, times are ISO 8601, lists lead to their next page.
import { z } from 'zod';
import type { NumberedPage } from '#platform';
import type { Sandbox } from '../sandbox.ts';
import type { Db } from '../schema.ts';
import { answerOnce, type Handler, idOf } from './endpoint.ts';
import { ProviderError, unreadableBody } from './errors.ts';
import { parseForm } from './form.ts';
import { integer } from './parameters.ts';

const MOST_LISTED = 100;
const USUALLY_LISTED = 20;

/** Answers a question; what it asks stands in the address, as in version 1. */
export function readsV2<S extends z.ZodType>(
  parameters: S,
  answer: (params: z.output<S>, id: string, url: string) => Promise<object>,
): Handler {
  return async (c) => {
    const form = parseForm(new URL(c.req.url).search.slice(1));
    return c.json(await answer(readFields(parameters, form), idOf(c), c.req.url));
  };
}

/** Changes something, once for each idempotency key. What was refused is tried again when it comes again. */
export function writesV2<S extends z.ZodType>(
  sandbox: Sandbox,
  parameters: S,
  execute: (transaction: Db, params: z.output<S>, id: string) => Promise<object>,
): Handler {
  return async (c) => {
    const asked = readJson(await c.req.text(), c.req.header('content-type') ?? '');
    const params = readFields(parameters, asked);
    const once = (transaction: Db) => execute(transaction, params, idOf(c));
    return answerOnce(c, sandbox, asked, once, { keepsRefusals: false });
  };
}

function readJson(body: string, type: string): unknown {
  if (body === '') return {};
  if (!/^application\/json\s*(;|$)/i.test(type)) throw unreadableBody('the content type must be application/json.');
  try {
    return JSON.parse(body);
  } catch {
    throw unreadableBody('the body is not JSON.');
  }
}

/** Parses the fields with `schema`. Throws a ProviderError about the first that it does not accept. */
function readFields<S extends z.ZodType>(schema: S, fields: unknown): z.output<S> {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0];
  const name = [...(issue?.path ?? []), ...(issue?.code === 'unrecognized_keys' ? [issue.keys[0] ?? ''] : [])].join(
    '.',
  );
  const reason = issue?.code === 'unrecognized_keys' ? 'this field is unknown' : (issue?.message ?? 'not valid');
  throw invalidField(name || 'body', reason);
}

export function invalidField(name: string, reason: string): ProviderError {
  return new ProviderError('invalid_fields', `Invalid value for ${name}: ${reason}`, name);
}

export function notFound(object: string, id: string): ProviderError {
  return new ProviderError('not_found', `No such ${object}: '${id}'. It may have been made in another mode.`);
}

const LONGEST_PAGE = 2_000;

/** Which part of a list is asked for. `page` comes from the list before: the number of the row that each page began below. */
export const pagingV2 = {
  limit: integer({ least: 1, most: MOST_LISTED }).default(USUALLY_LISTED),
  page: z
    .string()
    .max(LONGEST_PAGE)
    .regex(/^\d{1,15}(-\d{1,15})*$/, 'not a page of this list')
    .transform((written) => written.split('-').map(Number))
    .optional(),
};

type PagingV2 = { limit: number; page?: number[] | undefined };

/** The rows that `listV2` needs. */
export function pageV2({ limit, page }: PagingV2): NumberedPage {
  return { before: page?.at(-1) ?? null, limit: limit + 1 };
}

/** A list of version 2, of what `url` asked for. */
export async function listV2<Row extends { number: number }>(
  url: string,
  { limit, page = [] }: PagingV2,
  rows: Row[],
  show: (row: Row) => object | Promise<object>,
): Promise<object> {
  const shown = rows.slice(0, limit);
  const { pathname, searchParams } = new URL(url);
  const pageFrom = (numbers: number[]) => {
    searchParams.delete('page');
    if (numbers.length > 0) searchParams.set('page', numbers.join('-'));
    return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname;
  };
  const last = shown.at(-1);
  return {
    data: await Promise.all(shown.map(show)),
    next_page_url: last && rows.length > limit ? pageFrom([...page, last.number]) : null,
    previous_page_url: page.length > 0 ? pageFrom(page.slice(0, -1)) : null,
  };
}
