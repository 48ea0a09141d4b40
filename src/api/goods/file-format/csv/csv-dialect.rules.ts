/** How a file writes its cells, beside what stands between them. */
export type CsvDialect = {
  delimiter: string;
  lineEnd: '\n' | '\r';
  /** Null: quotes are letters like others. */
  quote: '"' | null;
  /** Sign before a quote that is a letter, inside of quotes. */
  escape: '"' | '\\';
  /** True if spaces may stand before a quote that opens a cell. */
  spaces: boolean;
  /** True if a quote inside of a cell that did not begin with one is a letter. */
  stray: boolean;
};

/**
 * Dialects to try on a file, one after the other: quotes as RFC 4180 has them, with spaces before them, as MySQL and Spark escape them, and
 * as letters in plain cells; in tab-separated values, which need no quotes, as letters everywhere.
 */
export function csvDialects(delimiter: string, lineEnd: CsvDialect['lineEnd']): CsvDialect[] {
  const strict: CsvDialect = { delimiter, lineEnd, quote: '"', escape: '"', spaces: false, stray: false };
  const backslash: CsvDialect = { ...strict, escape: '\\' };
  return [
    strict,
    { ...strict, spaces: true },
    backslash,
    { ...backslash, spaces: true },
    ...(delimiter === '\t' ? [{ ...strict, quote: null }] : []),
    { ...strict, stray: true },
  ];
}

/** End of a line, outside of quotes: old programs write a return alone. */
export function lineEndOf(text: string): CsvDialect['lineEnd'] {
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (letter === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (letter === '\n') return '\n';
    else if (letter === '\r') return text[at + 1] === '\n' ? '\n' : '\r';
  }
  return text.includes('\n') ? '\n' : '\r';
}
