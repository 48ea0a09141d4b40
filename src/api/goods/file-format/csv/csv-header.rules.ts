// Names of the columns of a file, if its first row has them.
import type { Column, ColumnType } from '#contract/goods/file-format.ts';
import { commonType, typeOfText } from '../column-type.rules.ts';

/** Cells in which somebody has said that there is nothing: they tell no type. */
const MISSING = /^(n\/?a|nan|null|none|nil|-+|\?|\.)$/i;
/** Texts above texts that are longer are sentences. */
const LONGEST_NAME = 100;

/**
 * The first row is a header where it is of another type than what stands below it, in any column. Texts above texts are one too, unless one of
 * them comes twice and again below, or says that there is nothing; and so are numbers that count up, such as years, above numbers that do not. A single row of texts is a header
 * without rows.
 */
export function isHeader(first: readonly string[], rows: readonly string[][]): boolean {
  const types = first.map(typeOfCell);
  if (first.some((name, index) => differs(types[index] ?? null, name, rows, index))) return true;
  if (isCount(first, types, rows)) return true;
  // The first may be empty, as pandas writes it above its row numbers, and the last as spreadsheets leave them.
  const end = first.findLastIndex((name) => name.trim() !== '') + 1;
  const named = first.slice(first[0]?.trim() === '' ? 1 : 0, end);
  if (named.length === 0 || named.some((name) => typeOfText(name) !== 'text')) return false;
  if (named.some((name) => MISSING.test(name.trim()))) return false;
  if (rows.length > 0 && first.some((name) => name.length > LONGEST_NAME)) return false;
  const names = first.map((name) => name.trim());
  return !names.some(
    (name, index) => names.indexOf(name) !== names.lastIndexOf(name) && rows.some((row) => row[index]?.trim() === name),
  );
}

function typeOfCell(cell: string): ColumnType | null {
  return MISSING.test(cell.trim()) ? null : typeOfText(cell);
}

/** True if something stands below `name`, and nothing of it is of its type. */
function differs(type: ColumnType | null, name: string, rows: readonly string[][], index: number): boolean {
  if (type === null) return false;
  let seen = false;
  for (const row of rows) {
    const below = typeOfCell(row[index] ?? '');
    if (below === null) continue;
    seen = true;
    if (below === type || row[index]?.trim() === name.trim()) return false;
    const both = commonType(type, below);
    if (both === 'number' || both === 'datetime') return false;
  }
  return seen;
}

/** Years and the like: two numbers at least that count up by one, above numbers of which none is whole. */
function isCount(first: readonly string[], types: readonly (ColumnType | null)[], rows: readonly string[][]): boolean {
  const counted = first.flatMap((cell, index) => (types[index] === 'integer' ? [{ value: Number(cell), index }] : []));
  if (counted.length < 2 || rows.length === 0) return false;
  if (counted.some(({ value }, at) => at > 0 && value !== (counted[at - 1]?.value ?? 0) + 1)) return false;
  return counted.every(({ index }) => {
    const below = rows.map((row) => typeOfCell(row[index] ?? '')).filter((type) => type !== null);
    return below.length > 0 && below.every((type) => type === 'number');
  });
}

/** Each once: a second `score` is `score (2)`. */
export function columnNames(header: readonly string[]): string[] {
  const names = header.map((name) => name.trim());
  const given = new Set<string>();
  return names.map((name) => {
    let own = name;
    for (let count = 2; name !== '' && (given.has(own) || (own !== name && names.includes(own))); count++)
      own = `${name} (${count})`;
    given.add(own);
    return own;
  });
}

/** How many columns there are, without those at the end that have neither a name nor anything below it. */
export function widthOf(records: readonly string[][]): number {
  const first = records[0]?.length ?? 0;
  let width = first;
  while (width > 1 && records.every((record) => (record[width - 1] ?? '').trim() === '')) width--;
  return width;
}

/** A column of the cells at `index`. */
export function columnOfCells(name: string, rows: readonly string[][], index: number): Column {
  const type = rows.reduce<ColumnType | null>((seen, row) => commonType(seen, typeOfText(row[index] ?? '')), null);
  return { name, type: type ?? 'unknown' };
}
