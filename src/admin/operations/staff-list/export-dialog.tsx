import { useEffect, useRef, useState } from 'react';
import type { ListCount, ListDescription } from '#contract/operations/staff-list/description.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { countLabels } from './count-labels.ts';
import { exportList } from './export-list.ts';
import { withZone } from './use-list.ts';

type ExportDialogProps = {
  list: ListDescription;
  /** Filters and order of the list, as its address says them. */
  query: URLSearchParams;
  columns: string[];
  count: ListCount | null;
  onClose: () => void;
};

/** All rows that fit as a file, not only those of the page, with progress, and to be stopped. */
export function ExportDialog({ list, query, columns, count, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<'csv' | 'jsonl'>('csv');
  const [isAll, setIsAll] = useState(false);
  const [rows, setRows] = useState<number | null>(null);
  const [isDone, setIsDone] = useState(false);
  const [fault, setFault] = useState<string>();
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const isRunning = rows !== null && !isDone && fault === undefined;

  async function begin() {
    const running = new AbortController();
    stop.current = running;
    setFault(undefined);
    setIsDone(false);
    setRows(0);
    const params = withZone(query.toString());
    params.set('columns', (isAll ? Object.keys(list.columns) : columns).join(','));
    const found = await exportList(list, params, { format, signal: running.signal, onRows: setRows });
    if (running.signal.aborted) return setRows(null);
    setFault(found);
    setIsDone(found === undefined);
  }

  return (
    <Dialog title={`Export ${list.many}`} onClose={onClose}>
      <p className="text-ink-2">
        {count ? `${countLabels(list, count)}, in the order of the list.` : 'All that fit, in the order of the list.'}
      </p>
      <fieldset className="flex flex-wrap gap-x-6" disabled={isRunning}>
        <legend className="mb-1 text-sm">File</legend>
        {(['csv', 'jsonl'] as const).map((one) => (
          <label key={one} className="flex min-h-10 items-center gap-2.5 text-sm">
            <input type="radio" name="format" checked={format === one} onChange={() => setFormat(one)} />
            {one === 'csv' ? 'CSV, for spreadsheets' : 'JSON lines, for programs'}
          </label>
        ))}
      </fieldset>
      <fieldset className="flex flex-wrap gap-x-6" disabled={isRunning}>
        <legend className="mb-1 text-sm">Columns</legend>
        {[false, true].map((all) => (
          <label key={String(all)} className="flex min-h-10 items-center gap-2.5 text-sm">
            <input type="radio" name="columns" checked={isAll === all} onChange={() => setIsAll(all)} />
            {all ? `All ${Object.keys(list.columns).length}` : `The ${columns.length} that are shown`}
          </label>
        ))}
      </fieldset>
      <p role="status" className="num text-sm text-ink-2 empty:hidden">
        {rows !== null &&
          `${rows.toLocaleString('en-US')} ${rows === 1 ? list.one : list.many}${isDone ? ' saved.' : ' so far …'}`}
      </p>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {fault}
      </p>
      <div className="flex justify-end gap-3">
        {isRunning ? (
          <button type="button" className="btn btn-line" onClick={() => stop.current?.abort()}>
            Stop
          </button>
        ) : (
          <>
            <button type="button" className="btn btn-line" onClick={onClose}>
              {isDone ? 'Done' : 'Cancel'}
            </button>
            <button type="button" className="btn btn-primary" onClick={() => void begin()}>
              {fault ? 'Try again' : 'Export'}
            </button>
          </>
        )}
      </div>
    </Dialog>
  );
}
