// Where the rows of a list come from: what the description names, as SQL.

import type { z } from '@hono/zod-openapi';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { FilterValue } from '#contract/staff-list/address.ts';
import type { AnyRow, ListDescription } from '#contract/staff-list/description.ts';
import type { ApiTables } from '../schema.ts';
import type { SortKind } from './list-mark.rules.ts';

export type Db = Kysely<ApiTables>;
type Condition = RawBuilder<boolean>;

export type ListSort = { by: RawBuilder<unknown>; as: SortKind };

/** What a filter needs to know beside its value: in which time zone days begin. */
type FilterContext = { zone: string };

export type ListSource<Raw = Record<string, unknown>> = {
  list: ListDescription;
  /** A table, or what reads like one, and the name by which everything here calls it. */
  from: RawBuilder<unknown>;
  alias: RawBuilder<unknown>;
  /** Of a row: unique. */
  id: RawBuilder<unknown>;
  /** Whether it is a number; otherwise it is text. */
  hasNumbers?: true;
  /** For every column that the description sorts by; none is ever null, and an index has each of them, with the id behind it where there is room. */
  sorts: Readonly<Record<string, ListSort>>;
  /** For every filter of the description. */
  filters: Readonly<Record<string, (value: FilterValue, context: FilterContext) => Condition>>;
  /**
   * The filters that an index has before what this sort orders by, when they have one value: rows that fit are walked to directly. A filter
   * of the column that is sorted by is among them.
   */
  walks?: (filter: string, sort: string) => boolean;
  /** What a text can mean, each as a condition of its own that an index answers; none: it finds nothing. */
  search?: (db: Db, text: string) => Promise<Condition[]>;
  /** What is read of a page's rows, from `from` and these joins. */
  select: RawBuilder<unknown>;
  joins?: RawBuilder<unknown>;
  /** In cents, for every sum of the description. */
  sums?: Readonly<Record<string, RawBuilder<unknown>>>;
  /** What a row has beside its cells. */
  own?: z.ZodRawShape;
  toRow: (raw: Raw) => AnyRow;
};

/** A source whose rows are typed where it is written, and any where it is used. */
export function listSource<Raw>(source: ListSource<Raw>): ListSource {
  return source as unknown as ListSource;
}

// Conditions that filters of one kind have in common. `column` is SQL.

export const isOneOf = (column: RawBuilder<unknown>) => (value: FilterValue) =>
  value.kind === 'choice' ? anyOf(column, value.values) : sql<boolean>`false`;

/** With one value the planner knows that what follows in the index is in order. */
export function anyOf(column: RawBuilder<unknown>, values: readonly string[]): Condition {
  return values.length === 1 ? sql<boolean>`${column} = ${values[0]}` : sql<boolean>`${column} = any(${values})`;
}

export const isExactly = (column: RawBuilder<unknown>) => (value: FilterValue) =>
  value.kind === 'id' ? sql<boolean>`${column} = ${value.text}` : sql<boolean>`false`;

/** `scale`: how many of the column's units a dollar, or one, is. */
export const isBetween =
  (column: RawBuilder<unknown>, scale = 1) =>
  (value: FilterValue) => {
    if (value.kind !== 'range') return sql<boolean>`false`;
    const ends = [
      ...(value.from === null ? [] : [sql<boolean>`${column} >= ${Math.round(value.from * scale)}`]),
      ...(value.to === null ? [] : [sql<boolean>`${column} <= ${Math.round(value.to * scale)}`]),
    ];
    return allOf(ends);
  };

/** Days begin at midnight where the reader is. */
export const isOnDays =
  (column: RawBuilder<unknown>) =>
  (value: FilterValue, { zone }: FilterContext) => {
    if (value.kind === 'last days')
      return sql<boolean>`${column} >= ((now() at time zone ${zone})::date - ${value.days - 1}::int)::timestamp at time zone ${zone}`;
    if (value.kind !== 'days') return sql<boolean>`false`;
    const ends = [
      ...(value.from === null ? [] : [sql<boolean>`${column} >= ${value.from}::date::timestamp at time zone ${zone}`]),
      ...(value.to === null ? [] : [sql<boolean>`${column} < (${value.to}::date + 1)::timestamp at time zone ${zone}`]),
    ];
    return allOf(ends);
  };

export const isSo = (yes: Condition, no: Condition) => (value: FilterValue) =>
  value.kind === 'yes' ? (value.is ? yes : no) : sql<boolean>`false`;

export function allOf(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** Somebody's name and address, as the index of their parts has it (migrations/0095-staff-lists.sql). */
export const nameAndAddress = sql`lower(customer.username || ' ' || customer.user_id)`;

/** How an id of capital letters and digits begins; the range is what an index finds in any collation. */
export function beginsWith(column: RawBuilder<unknown>, begin: string): Condition {
  return sql<boolean>`(${column} >= ${begin} and ${column} <= ${begin + 'Z'.repeat(20)} and starts_with(${column}, ${begin}))`;
}

export const iso = (moment: Date | string | null): string | null =>
  moment === null ? null : new Date(moment).toISOString();
export const dollars = (cents: number | string | null): number | null => (cents === null ? null : Number(cents) / 100);
