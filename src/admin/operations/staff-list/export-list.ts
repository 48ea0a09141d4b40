import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import type { ListDescription } from '#contract/operations/staff-list/description.ts';
import { saveFile } from '#ui/loading/save-file.ts';
import { exportStaffList } from './read-list.ts';

const LINE_FEED = 10;

type Exporting = { format: 'csv' | 'jsonl'; signal: AbortSignal; onRows: (rows: number) => void };

/** Saves all that fits as a file. Resolves with what went wrong, in words, or with nothing; stopped, it saves nothing. */
export async function exportList(
  list: ListDescription,
  query: URLSearchParams,
  { format, signal, onRows }: Exporting,
): Promise<string | undefined> {
  try {
    const answer = await exportStaffList(createBrowserApi(), list.name, query, { format, signal });
    const parts: BlobPart[] = [];
    let rows = format === 'csv' ? -1 : 0;
    for await (const part of answer.body as unknown as AsyncIterable<Uint8Array<ArrayBuffer>>) {
      parts.push(part);
      for (const byte of part) if (byte === LINE_FEED) rows++;
      onRows(Math.max(0, rows));
    }
    saveFile(new Blob(parts, { type: answer.headers.get('content-type') ?? '' }), `${list.many}.${format}`);
    return undefined;
  } catch (error) {
    return signal.aborted ? undefined : `${failureText(error)} Nothing was saved.`;
  }
}
