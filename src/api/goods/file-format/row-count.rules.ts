// Rows are counted by bytes: UTF-8 has no byte of a sign inside of a letter.
import type { CsvDialect } from './csv/csv-dialect.rules.ts';

const [LINE_FEED, RETURN, QUOTE, SPACE, TAB, BACKSLASH] = [10, 13, 34, 32, 9, 92];
/** The mark of the byte order that UTF-8 does not need and some programs write. */
const MARK = [0xef, 0xbb, 0xbf];

type RowCounter = {
  /** False: it has given up. */
  take: (chunk: Uint8Array) => boolean;
  /** Null: it has given up. */
  end: () => number | null;
};

/** Lines that have something in them. */
export function countLines(): RowCounter {
  let rows = 0;
  let isEmpty = true;
  return {
    take(chunk) {
      for (const byte of chunk) {
        if (byte === LINE_FEED) {
          if (!isEmpty) rows++;
          isEmpty = true;
        } else if (byte !== RETURN && byte !== SPACE && byte !== TAB) isEmpty = false;
      }
      return true;
    },
    end: () => rows + (isEmpty ? 0 : 1),
  };
}

/** Records of a CSV file, whose cells may have lines in quotes. Gives up where a quote stands where none may stand in this dialect. */
export function countRecords(dialect: CsvDialect): RowCounter {
  const separator = dialect.delimiter.charCodeAt(0);
  const end = dialect.lineEnd === '\n' ? LINE_FEED : RETURN;
  const { spaces, stray } = dialect;
  const quote = dialect.quote === null ? -1 : QUOTE;
  const escaping = dialect.escape === '\\' ? BACKSLASH : -1;
  let rows = 0;
  let isEmpty = true;
  let isLost = false;
  let marked = 0;
  let state: 'begin' | 'plain' | 'quoted' | 'escaped' | 'closed' = 'begin';

  /** One byte; false where it may not stand there. */
  function step(byte: number): boolean {
    if (state === 'escaped') {
      state = 'quoted';
    } else if (state === 'quoted') {
      if (byte === quote) state = 'closed';
      else if (byte === escaping) state = 'escaped';
    } else if (byte === end) {
      if (!isEmpty) rows++;
      isEmpty = true;
      state = 'begin';
    } else if (byte === separator) {
      isEmpty = false;
      state = 'begin';
    } else if (byte === quote && state !== 'plain') {
      // A quote after a quote is one of the cell, unless another sign escapes it.
      if (state === 'closed' && escaping >= 0) return false;
      isEmpty = false;
      state = 'quoted';
    } else if (byte === quote && !stray) {
      return false;
    } else if (byte !== RETURN && !(spaces && state === 'begin' && (byte === SPACE || byte === TAB))) {
      if (state === 'closed' && !stray) return false;
      isEmpty = false;
      state = 'plain';
    }
    return true;
  }

  return {
    take(chunk) {
      for (const byte of chunk) {
        if (marked >= 0 && byte === MARK[marked]) {
          marked = marked === 2 ? -1 : marked + 1;
          continue;
        }
        marked = -1;
        if (!step(byte)) isLost = true;
        if (isLost) return false;
      }
      return !isLost;
    },
    end: () => (isLost || state === 'quoted' || state === 'escaped' ? null : rows + (isEmpty ? 0 : 1)),
  };
}
