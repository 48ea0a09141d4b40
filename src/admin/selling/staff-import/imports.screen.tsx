import { Upload } from 'lucide-react';
import { type DragEvent, useId, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { formatBytes } from '#contract/catalogue/product/attribute-text.ts';
import type { StaffImports } from '#contract/selling/staff-import.schema.ts';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { Screen } from '../../frame/screen.tsx';
import { useMay } from '../../frame/who.ts';
import { useImports, useSending } from './import.ts';
import { countsText, stateLabels } from './import-labels.ts';

/** A catalogue file is sent here; those of the last week stand below. */
export function Component() {
  const may = useMay();
  return (
    <Screen
      title="Import"
      lead="Products of your own from a catalogue file. What it would change is shown before anything is."
    >
      {may('manageProducts') ? <Imports /> : <p className="text-ink-2">Your role does not include it.</p>}
    </Screen>
  );
}

function Imports() {
  const imports = useImports();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <ChooseFile />
      <section aria-labelledby="newest">
        <h2 id="newest" className="mb-3 text-lg">
          Of the last week
        </h2>
        <ShowLoaded from={imports} skeleton={<RowSkeleton rows={3} />} fault="The imports could not be loaded.">
          {({ items }) =>
            items.length === 0 ? (
              <p className="text-ink-2">No file was sent yet.</p>
            ) : (
              <ul className="border-t">
                {items.map((one) => (
                  <Row key={one.import_id} of={one} />
                ))}
              </ul>
            )
          }
        </ShowLoaded>
      </section>
    </div>
  );
}

function Row({ of }: { of: StaffImports['items'][number] }) {
  const [badge, word] = stateLabels[of.state];
  return (
    <li className="grid gap-x-6 gap-y-1 border-b py-2.5 text-sm lg:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_10rem]">
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <Link to={`/import/${encodeURIComponent(of.import_id)}`} className="text-link font-[560]">
          <bdi>{of.name}</bdi>
        </Link>{' '}
        <span className="text-ink-3">{formatBytes(of.size_bytes)}</span>
      </span>
      <span className="num flex flex-wrap gap-x-3">
        <StatusBadge state={badge}>{word}</StatusBadge> <span className="text-ink-2">{countsText(of)}</span>
      </span>
      <span className="text-xs text-ink-3 lg:text-right">
        <LocalTime instant={of.created_at} />
        {of.by && (
          <>
            , <bdi>{of.by}</bdi>
          </>
        )}
      </span>
    </li>
  );
}

function ChooseFile() {
  const id = useId();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const { percent, fault, send, stop } = useSending((found) =>
    navigate(`/import/${encodeURIComponent(found.import_id)}`),
  );

  function take(file: File | undefined) {
    if (!file || percent !== null) return;
    setName(file.name);
    send(file);
  }

  function onDrop(event: DragEvent) {
    event.preventDefault();
    take(event.dataTransfer.files[0]);
  }

  return (
    <div className="grid max-w-3xl gap-3">
      {percent === null ? (
        <label
          htmlFor={id}
          onDragOver={(event) => event.preventDefault()}
          onDrop={onDrop}
          className="grid min-h-40 cursor-pointer place-content-center justify-items-center gap-1.5 rounded-md border border-dashed border-line-strong p-4 text-center text-ink-2 focus-within:outline-2 focus-within:outline-focus hover:text-ink"
        >
          <Upload size={20} aria-hidden />
          <span>
            Drop a file, or <span className="text-link">choose one</span>
          </span>
          <span className="text-sm text-ink-3">CSV or JSON Lines, also packed with gzip, up to 1 GB</span>
          <input
            id={id}
            type="file"
            aria-label="Catalogue file"
            accept=".csv,.jsonl,.ndjson,.gz,text/csv,application/gzip"
            className="sr-only"
            onChange={(event) => {
              take(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
        </label>
      ) : (
        <div className="grid gap-3 rounded-md border p-4">
          <p role="status">
            Sending <bdi>{name}</bdi>
            {percent === 100 && ': it has gone out, and is looked into'}
          </p>
          <progress className="h-2 w-full" aria-label={`Sending ${name}`} max={100} value={percent}>
            {percent} %
          </progress>
          <button type="button" className="btn btn-line btn-sm justify-self-start" onClick={stop}>
            Stop sending
          </button>
        </div>
      )}
      <p role="alert" className="text-danger empty:hidden">
        {fault}
      </p>
      <p className="text-sm text-ink-3">
        The fields are those of <code>npm run catalogue:import</code>; columns of other names are matched in the next
        step. Nothing is changed before you confirm it.
      </p>
    </div>
  );
}
