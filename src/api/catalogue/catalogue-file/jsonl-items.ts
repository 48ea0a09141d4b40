import { fileFields } from '../../schema/product-columns.rules.ts';
import { printable } from '../../text/printable-text.rules.ts';
import { type ColumnNames, columnKey } from './catalogue-file.ts';
import { type CatalogueItem, LONGEST_ROW_BYTES } from './catalogue-item.ts';

const MOST_UNKNOWN_KEYS = 100;

const known: ReadonlySet<string> = new Set(fileFields);

/** One JSON object per line. Blank lines are passed over; of a key that comes twice in a row the last one counts. */
export async function* jsonlItems(
  content: AsyncIterable<Uint8Array>,
  lineEnd: 10 | 13,
  columns?: ColumnNames,
): AsyncGenerator<CatalogueItem> {
  const lines = createLineCutter(lineEnd);
  const unknown = new Set<string>();

  function* items(cut: Iterable<Line>) {
    for (const line of cut) {
      const item = columns ? renamed(readLine(line), columns) : readLine(line);
      if (item?.kind === 'row') yield* newKeys(item.values, item.line, unknown);
      if (item) yield item;
    }
  }

  for await (const chunk of content) yield* items(lines.cut(chunk));
  yield* items(lines.end());
}

/** `bytes` is null where a line is too long to be kept. */
type Line = { line: number; bytes: Uint8Array | null };

/** Cuts a stream into lines at bytes, so that a letter that is broken spoils its own line only. */
function createLineCutter(lineEnd: number) {
  let line = 1;
  let pieces: Uint8Array[] = [];
  let length = 0;

  function append(piece: Uint8Array) {
    length += piece.length;
    if (length > LONGEST_ROW_BYTES) pieces = [];
    else pieces.push(piece);
  }

  function finish(): Line {
    const bytes = length > LONGEST_ROW_BYTES ? null : pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
    pieces = [];
    length = 0;
    return { line: line++, bytes: bytes ?? null };
  }

  return {
    *cut(chunk: Uint8Array): Generator<Line> {
      let from = 0;
      for (let end = chunk.indexOf(lineEnd); end !== -1; end = chunk.indexOf(lineEnd, from)) {
        append(chunk.subarray(from, end));
        from = end + 1;
        yield finish();
      }
      append(chunk.subarray(from));
    },
    *end(): Generator<Line> {
      if (length > 0) yield finish();
    },
  };
}

function readLine({ line, bytes }: Line): CatalogueItem | null {
  const unreadable = (reason: string): CatalogueItem => ({ kind: 'unreadable', line, field: '', reason, values: {} });
  if (bytes?.length === 0) return null;
  if (!bytes) return unreadable(`the line is longer than ${LONGEST_ROW_BYTES / 1024 / 1024} MB`);
  const text = decode(bytes);
  if (text === null) return unreadable('the line is not valid UTF-8');
  if (text.trim() === '') return null;
  let values: unknown;
  try {
    values = JSON.parse(text);
  } catch (error) {
    return unreadable(`the line is not JSON${whereJsonBreaks((error as Error).message)}`);
  }
  if (typeof values !== 'object' || values === null || Array.isArray(values)) {
    return unreadable('the line is not a JSON object');
  }
  return { kind: 'row', line, bytes: bytes.length, values: values as Record<string, unknown> };
}

function renamed(item: CatalogueItem | null, columns: ColumnNames): CatalogueItem | null {
  if (item?.kind !== 'row') return item;
  const held = new Set(columns.values());
  const entries = Object.entries(item.values).flatMap(([key, value]) => {
    const name = columns.get(columnKey(key));
    // A name that was assigned to another key does not belong to the key that has it by chance.
    if (name === null || (name === undefined && held.has(key))) return [];
    return [[name ?? key, value]];
  });
  return { ...item, values: Object.fromEntries(entries) };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/** The parser's own message quotes the line, so only what it says about the place is kept. */
function whereJsonBreaks(message: string): string {
  if (/^Unexpected end|^Unterminated/.test(message)) return ': it ends early';
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position) return ` at character ${Number(position) + 1}`;
  const token = /^Unexpected token '([^']*)'/.exec(message)?.[1];
  return token ? `: unexpected ${printable(token, 5)}` : '';
}

function* newKeys(values: object, line: number, unknown: Set<string>): Generator<CatalogueItem> {
  for (const key of Object.keys(values)) {
    if (known.has(key) || unknown.has(key) || unknown.size > MOST_UNKNOWN_KEYS) continue;
    unknown.add(key);
    const reason =
      unknown.size > MOST_UNKNOWN_KEYS ? 'further unknown keys are not stored' : `${printable(key, 40)} is not stored`;
    yield { kind: 'unknown', line, field: printable(key, 40), reason };
  }
}
