// Requests and answers of a list, made of its description.
import { z } from 'zod';
import { line } from '../../text/text.schema.ts';
import { searchMaximum } from './address.ts';
import { type ListColumn, type ListDescription, viewNameMaximum, viewQueryMaximum } from './description.ts';

const instant = z.string().meta({ description: 'UTC, ISO 8601', example: '2026-11-02T09:30:00.000Z' });

function cellSchema(column: ListColumn): z.ZodType {
  switch (column.kind) {
    case 'id':
      return z.string();
    case 'text':
      return z.string().nullable();
    case 'instant':
      return instant.nullable();
    case 'money':
      return z.number().nullable().meta({ description: 'US dollars' });
    case 'price':
      return z.number().nullable().meta({ description: 'US dollars, exact to 6 decimals' });
    case 'count':
      return z.int().nullable();
    case 'choice':
      return z.enum(Object.keys(column.choices) as [string, ...string[]]).nullable();
  }
}

/** `own`: what the row has beside its cells, for its screen. */
export function listRowSchema(list: ListDescription, own: z.ZodRawShape = {}) {
  const cells = Object.entries(list.columns).map(([name, column]) => [name, cellSchema(column)]);
  return z
    .strictObject({ id: z.string(), ...Object.fromEntries(cells), ...own })
    .meta({ id: `StaffList_${list.name}`, description: `A row of the list of ${list.many}` });
}

export const listCountSchema = z
  .strictObject({
    count: z.int().min(0),
    is_exact: z.boolean().meta({ description: 'false: there are more than the count says' }),
    sums: z
      .record(z.string(), z.number())
      .meta({ description: 'US dollars by column; left out where the count is not exact' }),
  })
  .meta({ id: 'StaffListCount' });

/** Each filter is a text that address.ts reads; what is none answers 400. */
export function listQuerySchema(list: ListDescription) {
  const text = (description: string) => z.string().max(1_000).optional().meta({ description });
  const filters = Object.entries(list.filters).map(([name, filter]) => [
    name,
    text(
      `${filter.label}: ${formOf(filter.kind)}${'choices' in filter ? `; ${Object.keys(filter.choices).join(', ')}` : ''}`,
    ),
  ]);
  const sorts = Object.keys(list.columns).filter((name) => list.columns[name]?.sorts);
  return z.looseObject({
    ...(list.search && { q: text(`At most ${searchMaximum} characters. ${list.search}`) }),
    ...Object.fromEntries(filters),
    sort: text(`One of ${sorts.join(', ')}, with - before it for downwards; without it ${list.sort}`),
    after: text('From the Link header of another page: the rows after it'),
    before: text('The same: the rows before it'),
    limit: z.coerce
      .number('must be a number')
      .int('must be a whole number')
      .min(1, 'must be at least 1')
      .max(100, 'must be at most 100')
      .default(50),
    zone: text('In which time zone days begin, such as Europe/Berlin; without it UTC'),
    format: z
      .enum(['json', 'count', 'csv', 'jsonl'], 'must be json, count, csv or jsonl')
      .default('json')
      .meta({ description: 'A page; how many there are; or all of them as a file' }),
  });
}

const forms = {
  choice: 'one or several, with commas between them',
  days: 'days such as 2026-11-01..2026-11-30, with either end left out, or the last so many, such as 30d',
  amount: 'US dollars such as 10..99.50, with either end left out',
  count: 'whole numbers such as 0..5, with either end left out',
  id: 'exactly this text',
  yes: 'yes or no',
};
const formOf = (kind: keyof typeof forms) => forms[kind];

export const savedViewSchema = z
  .strictObject({
    view_id: z.string(),
    name: z.string(),
    query: z.string().meta({ description: "The query of the screen's address" }),
    shared: z.boolean(),
    is_mine: z.boolean(),
    owner: z.string().nullable().meta({ description: 'By name; null once they have left the staff' }),
  })
  .meta({ id: 'SavedView', description: 'A view of a list that somebody has saved' });
export const savedViewsSchema = z.strictObject({ items: z.array(savedViewSchema) }).meta({ id: 'SavedViews' });

export const putViewSchema = z
  .strictObject(
    {
      name: line().min(1, 'must not be empty').max(viewNameMaximum, `must be at most ${viewNameMaximum} characters`),
      query: z
        .string()
        .max(viewQueryMaximum, `must be at most ${viewQueryMaximum} characters`)
        .refine((text) => text.isWellFormed() && !text.includes('\0'), 'must be valid text'),
      shared: z.boolean(),
    },
    'must be an object',
  )
  .meta({ id: 'PutView' });
