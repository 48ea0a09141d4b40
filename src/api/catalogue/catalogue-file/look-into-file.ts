// Column names of a file, before anybody says what they hold.
import { cutText } from '#contract/text/cut-text.ts';
import { toStorableText } from '../../text/search-text.rules.ts';
import { type CatalogueFile, columnKey, contentOf, fileFault } from './catalogue-file.ts';
import { hasByteOrderMark, recogniseFormat } from './catalogue-format.rules.ts';
import { joined, readHead } from './catalogue-items.ts';
import { createCsvRecords } from './csv-records.ts';

/** A column of a table, or a key of its objects, with the first values that it has. */
type FoundColumn = { name: string; samples: string[] };

type LookedInto =
  | { ok: true; format: 'csv' | 'jsonl'; columns: FoundColumn[] }
  /** Why it is no catalogue, in the words of an import. */
  | { ok: false; reason: string };

const ROWS = 20;
const SAMPLES = 3;
const LONGEST_SAMPLE = 80;
const MOST_COLUMNS = 200;
/** A header that is longer is none. */
const MOST_BYTES = 512 * 1024;

/** Reads the beginning of it alone. */
export async function lookIntoFile(file: CatalogueFile): Promise<LookedInto> {
  const content = contentOf(file);
  try {
    const head = await readHead(content);
    const recognised = recogniseFormat(head);
    if (!recognised.ok) return recognised;
    const { kind, lineEnd } = recognised.format;
    const beginning = await beginningOf(joined(hasByteOrderMark(head) ? head.subarray(3) : head, content));
    const rows = kind === 'csv' ? await recordsOf(beginning, lineEnd) : objectsOf(beginning);
    const names = [...new Set(rows.flatMap((row) => [...row.keys()]))].slice(0, MOST_COLUMNS);
    return {
      ok: true,
      format: kind,
      columns: names.map((name) => ({
        name,
        samples: [...new Set(rows.map((row) => toStorableText(row.get(name) ?? '')))]
          .filter((text) => text !== '')
          .slice(0, SAMPLES)
          .map((text) => (text.length > LONGEST_SAMPLE ? `${cutText(text, LONGEST_SAMPLE - 1)}…` : text)),
      })),
    };
  } catch (error) {
    const reason = fileFault(error);
    if (!reason) throw error;
    return { ok: false, reason };
  } finally {
    await content.return(undefined);
  }
}

async function beginningOf(content: AsyncGenerator<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of content) {
    pieces.push(piece);
    length += piece.length;
    if (length >= MOST_BYTES) break;
  }
  return Buffer.concat(pieces);
}

async function recordsOf(beginning: Buffer, lineEnd: 10 | 13): Promise<Array<Map<string, string>>> {
  const records: string[][] = [];
  const reader = createCsvRecords(lineEnd, {
    onRecord: (cells) => {
      if (records.length <= ROWS && !(cells.length === 1 && cells[0]?.trim() === '')) records.push(cells.map(decoded));
    },
    // Faults of rows are reported when the file is checked.
    onFault: () => {},
  });
  await reader.feed(beginning);
  // A last line without a break is whole where the file ends with it.
  if (beginning.length < MOST_BYTES) await reader.end();
  const [header = [], ...rows] = records;
  const names = header.map(columnKey);
  if (rows.length === 0) return [new Map(names.map((name) => [name, '']))];
  return rows.map((cells) => new Map(names.map((name, at) => [name, cells[at] ?? ''])));
}

/** A cell comes as one character for each byte. */
function decoded(cell: string): string {
  return Buffer.from(cell, 'latin1').toString('utf8');
}

function objectsOf(beginning: Buffer): Array<Map<string, string>> {
  return beginning
    .toString('utf8')
    .split(/\r\n|\n|\r/)
    .slice(0, ROWS)
    .flatMap((line) => {
      try {
        const values: unknown = JSON.parse(line);
        if (typeof values !== 'object' || values === null || Array.isArray(values)) return [];
        return [new Map(Object.entries(values).map(([key, value]) => [columnKey(key), textOf(value)]))];
      } catch {
        return [];
      }
    });
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
