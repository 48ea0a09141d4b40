import { fileFields, requiredFileFields } from '../../schema/product-columns.rules.ts';
import { printable } from '../../text/printable-text.rules.ts';

/** How a catalogue file is written; `lineEnd` is the byte that ends a line (CR only in files of old Macs). */
type CatalogueFormat = { kind: 'jsonl' | 'csv'; lineEnd: 10 | 13 };

type Recognised = { ok: true; format: CatalogueFormat } | { ok: false; reason: string };

/** A column of a table: the field it holds, or null for a column that is not stored. */
export type Columns = { names: Array<string | null>; unknown: string[] };

const LF = 10;
const CR = 13;
const BRACE = 0x7b;
const BRACKET = 0x5b;

export function hasByteOrderMark(head: Uint8Array): boolean {
  return startsWith(head, 0xef, 0xbb, 0xbf);
}

/** Tells the format from the first bytes of a file; its name says nothing certain. */
export function recogniseFormat(head: Uint8Array): Recognised {
  if (startsWith(head, 0xff, 0xfe) || startsWith(head, 0xfe, 0xff)) {
    return refuse('it is text in UTF-16; save it as UTF-8');
  }
  if (startsWith(head, 0x1f, 0x8b)) return refuse('it is packed with gzip, but its name does not end in .gz');
  if (startsWith(head, 0x50, 0x4b, 3, 4)) return refuse('it is a ZIP archive or a workbook; save it as CSV in UTF-8');

  const text = hasByteOrderMark(head) ? head.subarray(3) : head;
  const start = text.findIndex((byte) => byte > 0x20 || (byte < 0x20 && byte !== LF && byte !== CR && byte !== 9));
  if (start === -1) return refuse('it is empty');
  if (text[start] === BRACKET) return refuse('it is a JSON array; give one object per line');

  const end = text.findIndex((byte, index) => index > start && (byte === LF || byte === CR));
  const firstLine = end === -1 ? text.subarray(start) : text.subarray(start, end);
  // Some programs on Windows write CR CR LF; a CR that no LF follows is a line end of its own.
  const afterBreaks = text.find((byte, index) => index > end && byte !== CR);
  const lineEnd = text[end] === CR && afterBreaks !== LF ? CR : LF;
  if (text[start] === BRACE) {
    const spread = firstLine.every((byte) => byte === BRACE || byte === 0x20);
    return spread
      ? refuse('its JSON is spread over several lines; give one object per line')
      : accept('jsonl', lineEnd);
  }
  if (firstLine.some((byte) => (byte < 0x20 && byte !== 9) || byte === 0x7f)) return refuse('it is binary, not text');
  return accept('csv', lineEnd);
}

/** Reads the header of a table, or says why the file is refused: guessing a column would store wrong data. */
export function readHeader(
  cells: string[],
  optional: readonly string[] = [],
): { ok: true; columns: Columns } | { ok: false; reason: string } {
  const given = cells.map((cell) => cell.trim());
  const repeated = given.filter((name, index) => name !== '' && given.indexOf(name) < index);
  if (repeated.length > 0) return refuse(`it has the column ${listed(repeated)} twice`);
  const isField = (name: string) => (fileFields as readonly string[]).includes(name);
  const unknown = given.filter((name) => !isField(name));
  const missing = requiredFileFields.filter((field) => !given.includes(field) && !optional.includes(field));
  if (missing.length === 0) {
    return { ok: true, columns: { names: given.map((name) => (isField(name) ? name : null)), unknown } };
  }
  const reasons = [`it lacks the required ${missing.length > 1 ? 'columns' : 'column'} ${missing.join(', ')}`];
  if (unknown.length > 0)
    reasons.push(`it has ${listed(unknown)}, which ${unknown.length > 1 ? 'are' : 'is'} not known`);
  const separator = otherSeparator(given);
  if (separator) reasons.push(`its columns seem to be separated by ${separator} instead of ,`);
  if (unknown.length === given.length && !separator)
    reasons.unshift('it is neither JSON with one object per line nor CSV');
  return refuse(reasons.join('; '));
}

function otherSeparator(cells: string[]): string | null {
  const separators = { ';': ';', '\t': 'tabs', '|': '|' };
  for (const [separator, name] of Object.entries(separators)) {
    if (cells.some((cell) => cell.split(separator).filter((part) => /^"?product_/.test(part)).length > 1)) return name;
  }
  return null;
}

function listed(names: string[]): string {
  const shown = names.slice(0, 10).map((name) => (name === '' ? 'a column without a name' : printable(name, 40)));
  return shown.join(', ') + (names.length > shown.length ? ` and ${names.length - shown.length} more` : '');
}

function startsWith(head: Uint8Array, ...bytes: number[]): boolean {
  return bytes.every((byte, index) => head[index] === byte);
}

function accept(kind: CatalogueFormat['kind'], lineEnd: CatalogueFormat['lineEnd']): Recognised {
  return { ok: true, format: { kind, lineEnd } };
}

function refuse(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}
