// A spreadsheet runs a cell that starts like a formula. An apostrophe in front makes it text; an import takes that one
// apostrophe away again, and a cell that has apostrophes of its own gets one more, so that both ways lose nothing.

/** Signs that begin a formula, also as the wide ones that some spreadsheets take for them, or that are skipped before one. */
const FORMULA = '[=+\\-@＝＋－＠\\t\\r\\n]';
const unguarded = new RegExp(`^'*${FORMULA}`);
const guarded = new RegExp(`^'+${FORMULA}`);

export function guardCell(text: string): string {
  return unguarded.test(text) ? `'${text}` : text;
}

export function unguardCell(text: string): string {
  return guarded.test(text) ? text.slice(1) : text;
}

/** A product's field as the text of a cell; none is ''. */
export function toCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
