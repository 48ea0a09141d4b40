// Where the rows of a list come from: what the description names, as SQL.

import type { z } from '@hono/zod-openapi';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { FilterValue } from '#contract/operations/staff-list/address.ts';
import type { AnyRow, ListDescription } from '#contract/operations/staff-list/description.ts';
import { dayAfter } from '#contract/selling/analytics.ts';
import type { ApiTables } from '../../schema/schema.ts';
import type { Zone } from '../../text/zone.rules.ts';
import type { SortKind } from './list-mark.rules.ts';

export type Db = Kysely<ApiTables>;
type Condition = RawBuilder<boolean>;

export type ListSort = { by: RawBuilder<unknown>; as: SortKind };

/** Rows of another table that lead to those of the list: an index there has what a filter asks for, and behind it what the list is sorted by. */
export type Lead = {
  from: RawBuilder<unknown>;
  /** Id of the list's row, in that table; several rows may lead to one. */
  id: RawBuilder<unknown>;
  /** Column that the list is sorted by, in that table. */
  by: RawBuilder<unknown>;
  where: Condition;
};

/**
 * True if the rows of a filter's value are found in the order of a sort by an index of `from`; a lead where by another table. 'rare': an
 * index has them alone, in another order, and they are few.
 */
type Walkable = (value: FilterValue) => boolean | 'rare' | Lead;

/** One of the things that a text can mean. `isShort`: an index finds its rows, which are few or in the order of the list. */
export type Meaning = { where: Condition; isShort?: boolean; lead?: Lead };

/** Context of a filter beside its value: when days begin where the reader is. */
type FilterContext = { zone: Zone };

export type ListSource<Raw = Record<string, unknown>> = {
  list: ListDescription;
  /** A table, or what reads like one, and the name by which everything here calls it. */
  from: RawBuilder<unknown>;
  alias: RawBuilder<unknown>;
  /** Unique id of a row. */
  id: RawBuilder<unknown>;
  /** True if it is a number; otherwise it is text. */
  hasNumbers?: true;
  /** For every column that the description sorts by; none is ever null, and an index has each of them, with the id behind it where there is room. */
  sorts: Readonly<Record<string, ListSort>>;
  /** For every filter of the description. */
  filters: Readonly<Record<string, (value: FilterValue, context: FilterContext) => Condition>>;
  /**
   * By sort: the filters whose rows, of one value, are walked to directly, as an index has the filter before what is sorted by. A filter of the column
   * that is sorted by is among them.
   */
  walks: Readonly<Record<string, Readonly<Record<string, Walkable>>>>;
  /** Meanings of a text when the list is sorted by this; nothing: it finds nothing. */
  search?: (db: Db, text: string, sort: string) => Promise<Meaning[]>;
  /** Columns that are read of a page's rows, from `from` and these joins. */
  select: RawBuilder<unknown>;
  joins?: RawBuilder<unknown>;
  /** In cents, for every sum of the description. */
  sums?: Readonly<Record<string, RawBuilder<unknown>>>;
  /** Fields of a row beside its cells. */
  own?: z.ZodRawShape;
  toRow: (raw: Raw) => AnyRow;
};

/** A source whose rows are typed where it is written, and any where it is used. */
export function listSource<Raw>(source: ListSource<Raw>): ListSource {
  return source as unknown as ListSource;
}

export const always: Walkable = () => true;
export const rare: Walkable = () => 'rare';
/** Both ends of a range are the same: an index has what is sorted by behind it. */
export const isOne: Walkable = (value) => value.kind === 'range' && value.from !== null && value.from === value.to;
export const onlyYes: Walkable = (value) => value.kind === 'yes' && value.is;
export const onlyOf =
  (...choices: string[]): Walkable =>
  (value) =>
    value.kind === 'choice' && value.values.every((choice) => choices.includes(choice));

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
    if (isOne(value)) return sql<boolean>`${column} = ${Math.round(Number(value.from) * scale)}`;
    const ends = [
      ...(value.from === null ? [] : [sql<boolean>`${column} >= ${Math.round(value.from * scale)}`]),
      ...(value.to === null ? [] : [sql<boolean>`${column} <= ${Math.round(value.to * scale)}`]),
    ];
    return allOf(ends);
  };

/** When days begin is worked out here: browsers say names of zones that not every database knows, such as Asia/Calcutta. */
export const isOnDays =
  (column: RawBuilder<unknown>) =>
  (value: FilterValue, { zone }: FilterContext) => {
    const startOf = (day: string) => sql`${zone.startOf(day).toISOString()}::timestamptz`;
    if (value.kind === 'last days')
      return sql<boolean>`${column} >= ${startOf(dayAfter(zone.dayOf(new Date()), 1 - value.days))}`;
    if (value.kind !== 'days') return sql<boolean>`false`;
    const ends = [
      ...(value.from === null ? [] : [sql<boolean>`${column} >= ${startOf(within(value.from))}`]),
      ...(value.to === null ? [] : [sql<boolean>`${column} < ${startOf(dayAfter(within(value.to), 1))}`]),
    ];
    return allOf(ends);
  };

/** Between these days everything has happened; calendars count others in other ways. */
const [earliest, latest] = ['1970-01-02', '9998-12-30'];

function within(day: string): string {
  if (day < earliest) return earliest;
  return day > latest ? latest : day;
}

export const isSo = (yes: Condition, no: Condition) => (value: FilterValue) =>
  value.kind === 'yes' ? (value.is ? yes : no) : sql<boolean>`false`;

export function allOf(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

export function oneOf(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

/** Somebody's name and address, as the index of their parts has it (migrations/0095-staff-lists.sql). */
export const nameAndAddress = sql`lower(customer.username || ' ' || customer.user_id)`;

/** True if a text is the whole address of somebody: it is then not looked for as a part of others. */
export async function isAddress(db: Db, text: string): Promise<boolean> {
  if (!text.includes('@')) return false;
  const { rows } = await sql`select from api."user" where user_id = ${text.toLowerCase()}`.execute(db);
  return rows.length > 0;
}

/** How an id of capital letters and digits begins; the range is what an index finds in any collation. */
export function beginsWith(column: RawBuilder<unknown>, begin: string): Condition {
  return sql<boolean>`(${column} >= ${begin} and ${column} <= ${begin + 'Z'.repeat(20)} and starts_with(${column}, ${begin}))`;
}

export const iso = (moment: Date | string | null): string | null =>
  moment === null ? null : new Date(moment).toISOString();
export const dollars = (cents: number | string | null): number | null => (cents === null ? null : Number(cents) / 100);
