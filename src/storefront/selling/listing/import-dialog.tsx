import { LoaderCircle, Upload } from 'lucide-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import type { ListingImport } from '#contract/selling/listing/listing.ts';
import { t } from '#language/message.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { importFile } from './import-file.ts';

type ImportDialogProps = { sellerId: string; onDone: (text: string) => void; onClose: () => void };

/** Rows of the dry run that are shown; the counts are of all. */
const SHOWN = 100;

/** A file of own products: first what it would change, then the change. */
export function ImportDialog({ sellerId, onDone, onClose }: ImportDialogProps) {
  const id = useId();
  const [file, setFile] = useState<File | null>(null);
  const [dry, setDry] = useState<ListingImport | null>(null);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const runs = useRef(0);
  const wanted = dry ? dry.new + dry.changed : 0;

  /** File chosen last counts, whatever is still being read. */
  async function look(chosen: File | undefined) {
    if (!chosen) return;
    setFile(chosen);
    setDry(null);
    await run(chosen, true);
  }

  async function run(chosen: File, dryRun: boolean) {
    runs.current += 1;
    const thisRun = runs.current;
    setBusy(true);
    setFault(undefined);
    const answer = await importFile(sellerId, chosen, dryRun);
    if (thisRun !== runs.current) return;
    setBusy(false);
    if (!answer.ok) setFault(answer.fault);
    else if (dryRun) setDry(answer.result);
    else onDone(importedText(answer.result));
  }

  function onDrop(event: DragEvent) {
    event.preventDefault();
    void look(event.dataTransfer.files[0]);
  }

  return (
    <Dialog title={t('Import products')} busy={busy} onClose={onClose} wide>
      <p className="text-sm text-ink-2">
        {t(
          'A CSV or JSONL file with your own products, as Export writes it. Rows without an id are new products, which become drafts. You see what would change before anything does.',
        )}
      </p>
      <label
        htmlFor={id}
        onDragOver={(event) => event.preventDefault()}
        onDrop={onDrop}
        className="flex min-h-16 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-dashed border-line-strong px-4 py-3 text-sm focus-within:outline-2 focus-within:outline-focus"
      >
        <Upload size={18} aria-hidden className="text-ink-3" />
        <span>{file ? file.name : t('Drop a file here, or choose one')}</span>
        <input
          id={id}
          type="file"
          aria-label={t('File with products')}
          accept=".csv,.jsonl,.ndjson,text/csv"
          className="sr-only"
          onChange={(event) => {
            void look(event.target.files?.[0]);
            // The same file may be chosen again once it has been put right.
            event.target.value = '';
          }}
        />
      </label>
      <div aria-live="polite">
        {busy && (
          <p className="flex items-center gap-2 text-sm text-ink-2">
            <LoaderCircle size={16} aria-hidden className="spinner" /> {t('Reading the file …')}
          </p>
        )}
        {dry && !busy && <DryRun result={dry} />}
      </div>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {fault}
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <button type="button" className="btn btn-line btn-sm" onClick={() => !busy && onClose()}>
          {t('Cancel')}
        </button>
        {file && dry && (
          <button
            type="button"
            className="btn btn-primary btn-sm aria-disabled:opacity-55"
            aria-disabled={wanted === 0 || busy || undefined}
            onClick={() => wanted > 0 && !busy && run(file, false)}
          >
            {wanted === 1 ? t('Import 1 product') : t('Import {wanted} products', { wanted })}
          </button>
        )}
      </div>
    </Dialog>
  );
}

function importedText(result: ListingImport): string {
  const refused = result.refused > 0 ? t(' {refused} could not be imported.', { refused: result.refused }) : '';
  return t('Imported: {new} new, {changed} changed, {same} the same.{refused}', {
    new: result.new,
    changed: result.changed,
    same: result.same,
    refused,
  });
}

function DryRun({ result }: { result: ListingImport }) {
  const shown = result.results.slice(0, SHOWN);
  const more = result.results.length - shown.length + result.results_left_out;
  return (
    <div className="grid gap-3">
      <p className="num text-sm">
        {t('{rows} {value}: {new} new, {changed} changed, {same} the same, ', {
          rows: result.rows,
          value: result.rows === 1 ? 'row' : 'rows',
          new: result.new,
          changed: result.changed,
          same: result.same,
        })}
        <span className={result.refused > 0 ? 'text-danger' : ''}>
          {t('{refused} refused', { refused: result.refused })}
        </span>
        .
      </p>
      {result.unknown_columns.length > 0 && (
        <p className="text-sm text-warning">
          {t('Not known, and left out: {unknown_columns}.', { unknown_columns: result.unknown_columns.join(', ') })}
        </p>
      )}
      {shown.length > 0 && (
        <div className="max-h-72 overflow-y-auto">
          <table className="w-full text-sm [overflow-wrap:anywhere]">
            <caption className="sr-only">{t('What the file would change')}</caption>
            <thead className="text-left text-xs text-ink-3">
              <tr>
                <th scope="col" className="py-1.5 pr-3 font-normal">
                  {t('Line')}
                </th>
                <th scope="col" className="py-1.5 pr-3 font-normal">
                  {t('Product')}
                </th>
                <th scope="col" className="py-1.5 font-normal">
                  {t('What happens')}
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <tr key={row.line} className="border-t align-top">
                  <td className="num py-2 pr-3 text-ink-3">{row.line}</td>
                  <th scope="row" className="py-2 pr-3 text-left font-normal">
                    <bdi>{row.name || row.product_id || t('Without a name')}</bdi>
                  </th>
                  <td className="py-2">
                    <RowOutcome row={row} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {more > 0 && (
        <p className="text-xs text-ink-3">{t('And {more} more.', { more: more.toLocaleString('en-US') })}</p>
      )}
    </div>
  );
}

function RowOutcome({ row }: { row: ListingImport['results'][number] }) {
  const cells = [
    ...row.at_once.map((change) => ({ ...change, when: t('at once') })),
    ...row.staged.map((change) => ({ ...change, when: t('into the draft') })),
  ];
  return (
    <>
      <span className={row.outcome === 'refused' ? 'text-danger' : ''}>
        {{ new: t('New draft'), changed: t('Changed'), refused: t('Refused') }[row.outcome]}
      </span>
      {row.outcome === 'changed' &&
        cells.map(({ field, before, after, when }) => (
          <small key={when + field} className="block whitespace-pre-line text-xs text-ink-2">
            {`${field}, ${when}: `}
            <s className="text-ink-3">{before || 'empty'}</s> {after || 'empty'}
          </small>
        ))}
      {row.remarks.map(({ field, reason }) => (
        <small key={field + reason} className="block text-xs text-ink-2">
          {reason}
        </small>
      ))}
    </>
  );
}
