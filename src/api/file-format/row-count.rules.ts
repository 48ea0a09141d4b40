// Rows are counted by bytes: UTF-8 has no byte of a sign inside of a letter.
const [LINE_FEED, RETURN, QUOTE, SPACE, TAB] = [10, 13, 34, 32, 9];

type RowCounter = { take: (chunk: Uint8Array) => boolean; end: () => number | null };

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

/** Records of a CSV file, whose cells may have lines in quotes. Gives up where a quote stands where none may stand. */
export function countRecords(delimiter: string, lineEnd: '\n' | '\r' = '\n'): RowCounter {
  const separator = delimiter.charCodeAt(0);
  const end = lineEnd.charCodeAt(0);
  let rows = 0;
  let isEmpty = true;
  let state: 'begin' | 'plain' | 'quoted' | 'closed' = 'begin';
  return {
    take(chunk) {
      for (const byte of chunk) {
        if (state === 'quoted') {
          if (byte === QUOTE) state = 'closed';
        } else if (byte === end) {
          if (!isEmpty) rows++;
          isEmpty = true;
          state = 'begin';
        } else if (byte === separator) {
          isEmpty = false;
          state = 'begin';
        } else if (byte === QUOTE) {
          if (state === 'plain') return false;
          isEmpty = false;
          state = 'quoted';
        } else if (byte !== RETURN) {
          if (state === 'closed') return false;
          isEmpty = false;
          state = 'plain';
        }
      }
      return true;
    },
    end: () => (state === 'quoted' ? null : rows + (isEmpty ? 0 : 1)),
  };
}
