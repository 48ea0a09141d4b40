// Imports of catalogue files. What is done resolves with what went wrong, in words, or with nothing.
import { useEffect, useRef, useState } from 'react';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { fetchWithProgress } from '#client/api/fetch-with-progress.ts';
import { useApi } from '#client/query/use-api.ts';
import { type Pages, useApiPages } from '#client/query/use-api-pages.ts';
import type { StaffImport, StaffImportRow, StaffImports } from '#contract/selling/staff-import.schema.ts';
import {
  type ImportOutcomeWord,
  type ImportPhase,
  staffImportMaximumBytes,
} from '#contract/selling/staff-import-labels.ts';
import { saveFile } from '#ui/loading/save-file.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';
import { attempt } from '../../frame/attempt.ts';

const EVERY_MS = 1_000;

export const useImports = (): Loaded<StaffImports> => useApi('/admin/import');

/** Asked again as long as it is under way, and looked at. */
export function useImport(importId: string): Loaded<StaffImport> {
  return useApi('/admin/import/{importId}', {
    params: { path: { importId } },
    every: (found) => (found?.state === 'checking' || found?.state === 'importing') && EVERY_MS,
  });
}

/** `since`: state of the import, which changes when its rows do. */
export function useImportRows(
  importId: string,
  { phase, outcome }: { phase: ImportPhase; outcome: ImportOutcomeWord | null },
  since: string,
): Pages<StaffImportRow> {
  return useApiPages('/admin/import/{importId}/row', {
    params: { path: { importId }, query: { phase, outcome: outcome || undefined } },
    since,
  });
}

type Sending = {
  /** Null: nothing is on its way. */
  percent: number | null;
  fault: string;
  send: (file: File) => void;
  stop: () => void;
};

/** Sends a file, and says how much of it has gone out. */
export function useSending(onSent: (found: StaffImport) => void): Sending {
  const [percent, setPercent] = useState<number | null>(null);
  const [fault, setFault] = useState('');
  const stopping = useRef<AbortController>(null);
  const isGoing = percent !== null;

  useEffect(() => {
    if (!isGoing) return;
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', onBeforeUnload);
    return () => window.removeEventListener('beforeunload', onBeforeUnload);
  }, [isGoing]);

  async function send(file: File) {
    setFault('');
    if (file.size > staffImportMaximumBytes) return setFault('A file can have 1 GB. Import it in parts.');
    const stop = new AbortController();
    stopping.current = stop;
    setPercent(0);
    try {
      const api = createBrowserApi((request) =>
        fetchWithProgress(request, (share) => setPercent(Math.floor(share * 100))),
      );
      onSent(
        await api.post('/admin/import', { params: { query: { name: file.name } }, body: file, signal: stop.signal }),
      );
    } catch (error) {
      if (!stop.signal.aborted) setFault(failureText(error));
    } finally {
      setPercent(null);
    }
  }

  return { percent, fault, send: (file) => void send(file), stop: () => stopping.current?.abort() };
}

type Done = (found: StaffImport) => void;

export const check = (
  importId: string,
  given: { columns: Record<string, string | null>; replace: boolean },
  onDone: Done,
) =>
  attempt(async (api) =>
    onDone(await api.put('/admin/import/{importId}/columns', { params: { path: { importId } }, body: given })),
  );
export const move = (importId: string, step: 'confirm' | 'stop', onDone: Done) =>
  attempt(async (api) =>
    onDone(await api.post(`/admin/import/{importId}/${step}`, { params: { path: { importId } } })),
  );

/** Saves what was said of rows as a file. */
export const saveReport = (importId: string, phase: ImportPhase) =>
  attempt(async (api) =>
    saveFile(
      await api.getFile('/admin/import/{importId}/row', {
        params: { path: { importId }, query: { phase, format: 'csv' } },
      }),
      'import.csv',
    ),
  );
