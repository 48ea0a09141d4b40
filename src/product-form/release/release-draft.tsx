import { Trash2, Upload } from 'lucide-react';
import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { useAskAnew } from '#client/query/use-api.ts';
import { formatBytes } from '#contract/catalogue/product/attribute-text.ts';
import type { Release, ReleaseFile, ReleaseSummary } from '#contract/goods/release.schema.ts';
import type { FileSample, FileState } from '#contract/goods/release.ts';
import { type Message, msg, t } from '#language/message.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { ActionButton } from '#ui/form/action-button.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { FilesSent } from './files-sent.tsx';
import { KeptFiles } from './kept-files.tsx';
import { ReleaseForm } from './release-form.tsx';
import { complete, type OwnRelease, saveDraft, saveFile, takeFileOut, throwAway, useRelease } from './releases.ts';
import { useUploads } from './use-uploads.ts';

type ReleaseDraftProps = {
  own: OwnRelease;
  /** Complete ones, whose files can be taken over. */
  earlier: readonly ReleaseSummary[];
  /** Versions that other releases of the product have. */
  taken: readonly string[];
  /** It was made just now: its heading gets the focus. */
  isNew: boolean;
  /** Its version or notes are others now. */
  onChanged: () => Promise<void>;
  onCompleted: () => Promise<void>;
  onGone: () => Promise<void>;
};

/** How often is asked whether files have been checked. */
const CHECKED_AGAIN_MS = 1_500;

/** A release that is being put together: its files, what is on its way, and what is missing. */
export function ReleaseDraft({ own, earlier, taken, isNew, onChanged, onCompleted, onGone }: ReleaseDraftProps) {
  const release = useRelease(own);
  const askAnew = useAskAnew();
  // Two may end at once: the newest question counts.
  const uploads = useUploads(own.sellerId, own.releaseId, () => void askAnew());
  const [leaving, setLeaving] = useState(false);
  const [changing, setChanging] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const [closed, setClosed] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const isChecking = release.value?.files.some(({ state }) => state === 'checking') ?? false;
  const isThere = release.value !== null;
  const [before] = earlier;

  useEffect(() => {
    if (isThere && isNew) heading.current?.focus();
  }, [isThere, isNew]);

  // The form that had the focus has left.
  useEffect(() => {
    if (closed > 0) edit.current?.focus();
  }, [closed]);

  const { reload } = release;
  useEffect(() => {
    if (!isChecking) return;
    const timer = setInterval(() => void reload(), CHECKED_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isChecking, reload]);

  const sending = uploads.files().map(({ path }) => path);

  function close() {
    setChanging(false);
    setClosed((times) => times + 1);
  }

  async function act(work: Promise<string | undefined>): Promise<string | undefined> {
    const fault = await work;
    if (!fault) await release.reload();
    return fault;
  }

  return (
    <ShowLoaded from={release} skeleton={<RowSkeleton rows={2} />} fault={t('The release could not be loaded.')}>
      {(found) => (
        <section aria-label={t('Release {version}', { version: found.version })} className="card grid gap-4 p-4">
          <div className="grid justify-items-start gap-1">
            <h4 ref={heading} tabIndex={-1} className="font-[560] outline-none">
              {t('Release {version}, not complete yet', { version: found.version })}
            </h4>
            {found.notes && (
              <p className="whitespace-pre-line text-sm text-ink-3 [overflow-wrap:anywhere]">
                <bdi>{found.notes}</bdi>
              </p>
            )}
            {!changing && (
              <button ref={edit} type="button" className="btn btn-ghost btn-sm" onClick={() => setChanging(true)}>
                {t('Change the version and the notes')}
              </button>
            )}
          </div>
          {changing && (
            <ReleaseForm
              label={t('Version and notes')}
              initial={found}
              taken={taken}
              submit={t('Save')}
              onSubmit={async (version, notes) => {
                const fault = await act(saveDraft(own, { version, notes }));
                if (fault) return fault;
                await onChanged();
                close();
                return undefined;
              }}
              onClose={close}
            />
          )}
          <DropFiles onFiles={uploads.send} />
          <FilesSent uploads={uploads} onGone={() => heading.current?.focus()} />
          <DraftFiles release={found} own={own} act={act} sending={sending} onGone={() => heading.current?.focus()} />
          {before && <KeptFiles own={own} before={before} draft={found} sending={sending} onKept={release.reload} />}
          {lacks(found, sending).length > 0 && (
            <ul aria-label={t('What the release lacks')} className="grid gap-1 text-sm text-ink-2">
              {lacks(found, sending).map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          )}
          <div className="flex flex-wrap gap-3">
            <ActionButton
              className="btn btn-primary btn-sm"
              action={async () => {
                const fault = await act(complete(own));
                if (!fault) await onCompleted();
                return fault;
              }}
            >
              {t('Complete the release')}
            </ActionButton>
            <button type="button" className="btn btn-ghost btn-sm" onClick={() => setLeaving(true)}>
              {t('Throw it away')}
            </button>
          </div>
          <p className="text-xs text-ink-3">
            {t(
              'Complete, it is signed and does not change any more. Buyers get it when the product is {value} with it.',
              { value: own.sellerId === null ? 'saved' : 'approved' },
            )}
          </p>
          {leaving && (
            <ConfirmDialog
              tone="harm"
              title={t('Throw release {version} away?', { version: found.version })}
              confirmLabel={t('Throw it away')}
              onClose={() => setLeaving(false)}
              onConfirm={async () => {
                const fault = await throwAway(own);
                if (!fault) await onGone();
                return fault;
              }}
            >
              <p>{t('Its files are removed. Releases that are complete stay as they are.')}</p>
            </ConfirmDialog>
          )}
        </section>
      )}
    </ShowLoaded>
  );
}

/** Missing parts of a draft; a file on its way has its bar. */
function lacks({ missing }: Release, sending: readonly string[]): string[] {
  return missing.filter((sentence) => !sending.some((path) => sentence.startsWith(`${path} `)));
}

/** True if the shop looks for rows in a file of this name: `inspect-file.ts` of the API. */
const mayHaveRows = (path: string) => /(^|\/)[^./]+$|\.(csv|tsv|jsonl|ndjson|parquet|txt|data|dat)(\.gz)?$/i.test(path);

/** By hand or by mouse: files, or a folder whose paths are kept. */
function DropFiles({ onFiles }: { onFiles: (files: Array<{ path: string; file: File }>) => void }) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const send = (files: Iterable<File>) => onFiles([...files].map((file) => ({ path: pathOf(file), file })));

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    send(event.dataTransfer.files);
  }

  return (
    <fieldset
      aria-label={t('Add files')}
      className={`grid justify-items-center gap-3 rounded-md border border-dashed p-5 text-center text-sm ${isOver ? 'bg-well' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p className="text-ink-2">{t('Drop files here. They go on where they stopped, after a lost connection too.')}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <label htmlFor={id} className="btn btn-line btn-sm cursor-pointer focus-within:outline-2">
          <Upload size={15} strokeWidth={1.8} aria-hidden />
          {t('Choose files')}
          <input
            id={id}
            type="file"
            multiple
            className="sr-only"
            onChange={(event) => {
              send(event.target.files ?? []);
              event.target.value = '';
            }}
          />
        </label>
        <label htmlFor={`${id}-folder`} className="btn btn-ghost btn-sm cursor-pointer focus-within:outline-2">
          {t('Choose a folder')}
          <input
            id={`${id}-folder`}
            type="file"
            // @ts-expect-error -- no standard, and in every browser
            webkitdirectory=""
            className="sr-only"
            onChange={(event) => {
              send(event.target.files ?? []);
              event.target.value = '';
            }}
          />
        </label>
      </div>
    </fieldset>
  );
}

/** Path in a folder that was chosen, without the folder's own name. */
function pathOf(file: File): string {
  return file.webkitRelativePath.split('/').slice(1).join('/') || file.name;
}

const states: Record<FileState, Message | undefined> = {
  uploading: msg('Not whole yet: choose the file again, and it goes on'),
  checking: msg('Is being checked'),
  ready: undefined,
  refused: msg('Refused by the scanner'),
};

const samples: ReadonlyArray<{ value: FileSample; label: Message }> = [
  { value: 'none', label: msg('Buyers alone') },
  { value: 'rows', label: msg('First rows for everybody') },
  { value: 'file', label: msg('Free for everybody') },
];

type DraftFilesProps = {
  release: Release;
  own: OwnRelease;
  act: (work: Promise<string | undefined>) => Promise<string | undefined>;
  sending: readonly string[];
  /** A file was taken out, and its button with it. */
  onGone: () => void;
};

function DraftFiles({ release, own, act, sending, onGone }: DraftFilesProps) {
  const [fault, setFault] = useState<string>();
  const shown = release.files.filter(({ path }) => !sending.includes(path));
  if (shown.length === 0) return null;
  return (
    <div className="grid gap-2">
      <ul aria-label={t('Files of the release')} className="grid border-b text-sm">
        {shown.map((file) => (
          <li key={file.path} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t py-2">
            <p className="min-w-0 flex-1 basis-48">
              <bdi className="break-all">{file.path}</bdi>{' '}
              <span className="num text-ink-3">{formatBytes(file.size_bytes)}</span>
              {stateOf(file) && (
                <span className={`block text-xs ${file.state === 'refused' ? 'text-danger' : 'text-warning'}`}>
                  {stateOf(file)}
                </span>
              )}
            </p>
            <select
              aria-label={t('Who may see {path}', { path: file.path })}
              className="field w-auto"
              value={file.sample}
              onChange={(event) =>
                void act(saveFile(own, { path: file.path, sample: event.target.value as FileSample })).then(setFault)
              }
            >
              {samples
                .filter(({ value }) => value !== 'rows' || file.sample === 'rows' || mayHaveRows(file.path))
                .map(({ value, label }) => (
                  <option key={value} value={value}>
                    {t(label)}
                  </option>
                ))}
            </select>
            <ActionButton
              className="btn btn-ghost btn-sm"
              action={async () => {
                const refused = await act(takeFileOut(own, file.path));
                if (refused === undefined) onGone();
                return refused;
              }}
            >
              <Trash2 size={15} aria-hidden />
              <span className="sr-only">{t('Take {path} out', { path: file.path })}</span>
            </ActionButton>
          </li>
        ))}
      </ul>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {fault}
      </p>
    </div>
  );
}

function stateOf({ state, reason }: ReleaseFile): string {
  return state === 'refused' && reason ? t('Refused by the scanner: {reason}', { reason }) : (t(states[state]) ?? '');
}
