// Actions of a customer on the export of their own data. Each resolves with what went wrong, or with nothing.
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { useApi } from '#client/query/use-api.ts';
import type { DataExport } from '#contract/people/data-export.ts';
import { saveFile } from '#ui/loading/save-file.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';

const PAUSE_MS = 5_000;

/** Asks again now and then while one is being made. */
export function useDataExport(): Loaded<DataExport> {
  return useApi('/data-export', { every: (made) => made !== undefined && isUnderWay(made) && PAUSE_MS });
}

export const isUnderWay = ({ state }: DataExport) => state === 'waiting' || state === 'running';

export function request(): Promise<string | undefined> {
  return faultOf(() => createBrowserApi().post('/data-export'));
}

export function download(): Promise<string | undefined> {
  return faultOf(async () => saveFile(await createBrowserApi().getFile('/data-export/file'), 'my-data.json'));
}

async function faultOf(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return failureText(error);
  }
}
