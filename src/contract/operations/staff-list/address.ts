// Query of a list, as an address says it: of the screen and of the API alike. Free of the validator.
import { formatAmount } from '../../money/amount/money.ts';
import type { ListDescription, ListFilter } from './description.ts';

export type FilterValue =
  | { kind: 'choice'; values: string[] }
  /** Days as YYYY-MM-DD, both included; null: without an end. */
  | { kind: 'days'; from: string | null; to: string | null }
  | { kind: 'last days'; days: number }
  /** US dollars, or whole numbers; both included. */
  | { kind: 'range'; from: number | null; to: number | null }
  | { kind: 'id'; text: string }
  | { kind: 'yes'; is: boolean };

export type ListAsked = {
  q: string;
  filters: Record<string, FilterValue>;
  /** A column, with - before it for downwards. */
  sort: string;
  /** Marks of a page that was told before: the rows after one, or those before it. */
  after: string | null;
  before: string | null;
  /** The columns to show; null: the usual ones. */
  columns: string[] | null;
};

export const searchMaximum = 200;
const idMaximum = 200;
const daysMost = 3_660;
/** More than anything costs, and exact in micro-dollars. */
const mostOfAll = 9_000_000_000;
const day = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const ownNames = new Set(['q', 'sort', 'after', 'before', 'columns', 'view', 'limit', 'zone', 'format']);

/** Null: the text is no value of this filter. */
export function readFilter(filter: ListFilter, text: string): FilterValue | null {
  switch (filter.kind) {
    case 'choice': {
      const values = [...new Set(text.split(','))];
      return values.every((value) => Object.hasOwn(filter.choices, value)) ? { kind: 'choice', values } : null;
    }
    case 'days': {
      const last = /^([1-9]\d{0,3})d$/.exec(text)?.[1];
      if (last) return Number(last) <= daysMost ? { kind: 'last days', days: Number(last) } : null;
      const ends = readEnds(text, (end) => (isDay(end) ? end : null));
      return ends && !(ends.from && ends.to && ends.from > ends.to) ? { kind: 'days', ...ends } : null;
    }
    case 'amount':
    case 'count': {
      const form = filter.kind === 'amount' ? /^\d{1,10}(\.\d{1,2})?$/ : /^\d{1,10}$/;
      const ends = readEnds(text, (end) => (form.test(end) && Number(end) <= mostOfAll ? Number(end) : null));
      return ends && !(ends.from !== null && ends.to !== null && ends.from > ends.to)
        ? { kind: 'range', ...ends }
        : null;
    }
    case 'id':
      return text.length > 0 && text.length <= idMaximum && !text.includes('\0') && text.isWellFormed()
        ? { kind: 'id', text }
        : null;
    case 'yes':
      return text === 'yes' || text === 'no' ? { kind: 'yes', is: text === 'yes' } : null;
  }
}

/** True if the calendar has it: dates go on into the next month. */
function isDay(text: string): boolean {
  return day.test(text) && new Date(text).toISOString().startsWith(text);
}

/** `2026-11-01..2026-11-30`, `10..`, `..20`; one value alone is both ends. */
function readEnds<T>(text: string, read: (end: string) => T | null): { from: T | null; to: T | null } | null {
  const [first = '', ...more] = text.split('..');
  if (more.length > 1) return null;
  const second = more.length === 0 ? first : (more[0] ?? '');
  const from = first === '' ? null : read(first);
  const to = second === '' ? null : read(second);
  if ((from === null && first !== '') || (to === null && second !== '') || (from === null && to === null)) return null;
  return { from, to };
}

export function writeFilter(value: FilterValue): string {
  switch (value.kind) {
    case 'choice':
      return value.values.join(',');
    case 'last days':
      return `${value.days}d`;
    case 'days':
    case 'range':
      return `${value.from ?? ''}..${value.to ?? ''}`;
    case 'id':
      return value.text;
    case 'yes':
      return value.is ? 'yes' : 'no';
  }
}

/** Value of a filter, in words. `tellDay` writes a day as the reader is used to. */
export function filterLabels(
  filter: ListFilter,
  value: FilterValue,
  tellDay: (day: string) => string = (text) => text,
): string {
  switch (value.kind) {
    case 'choice': {
      const known = filter.kind === 'choice' ? filter.choices : {};
      return value.values.map((name) => known[name]?.label ?? name).join(' or ');
    }
    case 'last days':
      return value.days === 1 ? 'today' : `the last ${value.days} days`;
    case 'days':
      return rangeLabels(value, tellDay, { from: 'since', to: 'until' });
    case 'range': {
      const format = filter.kind === 'amount' ? formatAmount : (number: number) => number.toLocaleString('en-US');
      return rangeLabels(value, format, { from: 'from', to: 'up to' });
    }
    case 'id':
      return value.text;
    case 'yes':
      return filter.kind === 'yes' ? filter.words[value.is ? 'yes' : 'no'] : writeFilter(value);
  }
}

function rangeLabels<T>(
  { from, to }: { from: T | null; to: T | null },
  tell: (end: T) => string,
  words: { from: string; to: string },
): string {
  if (from !== null && to !== null) return from === to ? tell(from) : `${tell(from)} to ${tell(to)}`;
  return from !== null ? `${words.from} ${tell(from)}` : to !== null ? `${words.to} ${tell(to)}` : '';
}

/** Reads the query of an address, with a sentence about each part of it that this list does not understand. */
export function readListAddress(
  list: ListDescription,
  params: URLSearchParams,
): { asked: ListAsked; faults: string[] } {
  const faults: string[] = [];
  const filters: Record<string, FilterValue> = {};
  for (const name of new Set(params.keys())) {
    if (ownNames.has(name)) continue;
    const filter = Object.hasOwn(list.filters, name) ? list.filters[name] : undefined;
    if (!filter) {
      faults.push(`There is no filter “${name.slice(0, 40)}” in this list.`);
      continue;
    }
    const value = readFilter(filter, params.getAll(name).join(','));
    if (value) filters[name] = value;
    else faults.push(`${filter.label} cannot be “${params.getAll(name).join(',').slice(0, 40)}”.`);
  }
  const sort = params.get('sort') ?? list.sort;
  const isSort = Object.hasOwn(list.columns, sort.replace('-', '')) && list.columns[sort.replace('-', '')]?.sorts;
  if (!isSort) faults.push(`This list cannot be sorted by “${sort.slice(0, 40)}”.`);
  const q = (params.get('q') ?? '').trim();
  const isSearch = q.length <= searchMaximum && !q.includes('\0') && q.isWellFormed();
  if (!isSearch) faults.push(`q must be text of at most ${searchMaximum} characters.`);
  if (q !== '' && list.search === undefined) faults.push('This list has no search.');
  const known = Object.keys(list.columns);
  const columns = params.get('columns')?.split(',') ?? null;
  const unknown = columns?.find((name) => !known.includes(name));
  if (unknown !== undefined) faults.push(`There is no column “${unknown.slice(0, 40)}” in this list.`);
  return {
    asked: {
      q: isSearch && list.search !== undefined ? q : '',
      filters,
      sort: isSort ? sort : list.sort,
      after: params.get('after') || null,
      before: params.get('before') || null,
      columns: columns?.filter((name) => known.includes(name)) ?? null,
    },
    faults,
  };
}

/** The address's query, without what is usual: the same question has the same address. */
export function writeListAddress(list: ListDescription, asked: ListAsked): URLSearchParams {
  const params = new URLSearchParams();
  if (asked.q) params.set('q', asked.q);
  for (const [name, value] of Object.entries(asked.filters)) params.set(name, writeFilter(value));
  if (asked.sort !== list.sort) params.set('sort', asked.sort);
  if (asked.columns) params.set('columns', asked.columns.join(','));
  if (asked.after) params.set('after', asked.after);
  if (asked.before) params.set('before', asked.before);
  return params;
}

/** The columns that a reader sees, in the order of the description; the first is always there. */
export function shownColumns(list: ListDescription, asked: Pick<ListAsked, 'columns'>): string[] {
  const names = Object.keys(list.columns);
  return names.filter((name, index) =>
    index === 0 ? true : asked.columns ? asked.columns.includes(name) : !list.columns[name]?.extra,
  );
}
