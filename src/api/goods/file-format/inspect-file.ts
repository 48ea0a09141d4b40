import { type ByteSource, readPart, Unreadable } from './byte-source.ts';
import { inspectCsv, looksLikeCsv } from './csv/csv.ts';
import { inspectGguf, looksLikeGguf } from './gguf.ts';
import type { Inspection } from './inspection.ts';
import { inspectJsonl, looksLikeJsonl } from './jsonl.ts';
import { inspectParquet, looksLikeParquet } from './parquet/parquet.ts';
import { inspectSafetensors, looksLikeSafetensors } from './safetensors.ts';
import { readTextHead, type TextHead } from './text-head.ts';

const nothing = (reason: string | null): Inspection => ({ facts: null, sample: null, reason, isDone: true });

/**
 * Facts of a file, by its content and by its name, and its first rows. Reads a few megabytes at most and at once, but for counting
 * the rows of a text of up to 64 MB. A file that is broken, hostile or of another kind has no facts; it throws only what `source` throws.
 */
export async function inspectFile(source: ByteSource): Promise<Inspection> {
  let failed: { error: unknown } | null = null;
  // Errors of the storage are no fault of the file's.
  const guarded: ByteSource = {
    ...source,
    read: (first, last) =>
      source.read(first, last).catch((error) => {
        failed = { error };
        throw error;
      }),
    async *stream() {
      try {
        yield* source.stream();
      } catch (error) {
        failed = { error };
        throw error;
      }
    },
  };
  try {
    return await inspect(guarded);
  } catch (error) {
    if (failed) throw (failed as { error: unknown }).error;
    return nothing(
      error instanceof Unreadable ? error.message : 'It is broken, or made in a way that is not known here.',
    );
  }
}

async function inspect(source: ByteSource): Promise<Inspection> {
  const begin = await readPart(source, 0, 16);
  if (begin.length === 0) return nothing('It is empty.');
  const [, ending = '', packed] = /\.([a-z0-9]{1,12})(\.gz)?$/.exec(source.path.toLowerCase()) ?? [];
  if (looksLikeGguf(begin)) return inspectGguf(source);
  if (await looksLikeParquet(source, begin)) return inspectParquet(source);
  if (ending === 'parquet') return nothing('It is no Parquet file, or is cut off.');
  if (ending === 'gguf') return nothing('It is no GGUF file.');
  if (ending === 'safetensors' || (await looksLikeSafetensors(source))) return inspectSafetensors(source);
  const gzip = begin[0] === 0x1f && begin[1] === 0x8b;
  if (gzip !== Boolean(packed) && isTable(ending)) return nothing('Its name says another kind of file than it is.');
  return inspectText(source, ending, gzip);
}

const isTable = (ending: string) => ['csv', 'tsv', 'jsonl', 'ndjson'].includes(ending);

async function inspectText(source: ByteSource, ending: string, gzip: boolean): Promise<Inspection> {
  if (isTable(ending)) {
    const head = await readTextHead(source, gzip);
    return ending === 'jsonl' || ending === 'ndjson'
      ? inspectJsonl(source, head)
      : inspectCsv(source, head, ending === 'tsv');
  }
  // Prose has commas: only names that say nothing are looked into.
  if (!['', 'txt', 'data', 'dat'].includes(ending)) return nothing(null);
  const head = await readTextHead(source, gzip).catch((): TextHead | null => null);
  if (head && looksLikeJsonl(head)) return inspectJsonl(source, head);
  return head && looksLikeCsv(head) ? inspectCsv(source, head, false) : nothing(null);
}
