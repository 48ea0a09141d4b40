import { Check, Download as DownloadIcon } from 'lucide-react';
import { useState } from 'react';
import { formatBytes } from '#contract/attribute-text.ts';
import type { Download } from '#contract/download.ts';
import type { LibraryEntryDetail, LibraryFile, LibraryRelease } from '#contract/library.ts';
import { ActionButton } from '#ui/action-button.tsx';
import { localDate } from '#ui/local-date.ts';
import { ShowLoaded } from '#ui/show-loaded.tsx';
import { downloadAll, downloadOne } from '../../library/get-files.ts';
import { useBegun, useReleaseFiles } from '../../library/use-release.ts';
import { CopyIcon } from './copy-icon.tsx';
import { RowsSkeleton } from './rows-skeleton.tsx';

type FilesTableProps = { detail: LibraryEntryDetail; release: LibraryRelease; downloads: readonly Download[] };

/** The files of a version, each with its hash and whether one has it already. */
export function FilesTable({ detail, release, downloads }: FilesTableProps) {
  const { first, items, more } = useReleaseFiles(detail, release.release_id);
  const { begun, note } = useBegun();
  const [fault, setFault] = useState<string>();
  const of = { entitlementId: detail.entitlement_id, releaseId: release.release_id };

  async function download(path: string) {
    setFault(undefined);
    const found = await downloadOne(of, path);
    if (found === undefined) note(path);
    setFault(found);
  }

  return (
    <ShowLoaded from={first} skeleton={<RowsSkeleton rows={2} />} fault="The files could not be loaded.">
      {() => (
        <div className="grid gap-3">
          <table className="num w-full text-[0.8125rem] leading-5">
            <caption className="sr-only">Files of version {release.version}</caption>
            <thead className="text-left text-xs text-ink-3">
              <tr className="border-b">
                <th scope="col" className="h-9 pr-2.5 font-normal">
                  File
                </th>
                <th scope="col" className="hidden h-9 px-2.5 text-right font-normal @xl:table-cell">
                  Size
                </th>
                <th scope="col" className="hidden h-9 px-2.5 font-normal @3xl:table-cell">
                  SHA-256
                </th>
                <th scope="col" className="h-9 px-2.5 font-normal">
                  State
                </th>
                <th scope="col" className="h-9 w-10">
                  <span className="sr-only">Action</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map((file) => (
                <FileRow
                  key={file.path}
                  file={file}
                  state={stateOf(file, release, downloads, begun)}
                  onDownload={() => download(file.path)}
                />
              ))}
            </tbody>
          </table>
          <p role="alert" className="text-sm text-danger empty:hidden">
            {fault}
          </p>
          <div className="flex flex-wrap items-start gap-3">
            {more && <ActionButton action={more}>Show more files</ActionButton>}
            {release.file_count > 1 && (
              <ActionButton action={() => downloadAll(of, note)}>
                Download all {release.file_count.toLocaleString('en-US')} files
              </ActionButton>
            )}
          </div>
        </div>
      )}
    </ShowLoaded>
  );
}

type FileState = { word: string; isDone: boolean };

function stateOf(
  { path }: LibraryFile,
  { release_id: releaseId }: LibraryRelease,
  downloads: readonly Download[],
  begun: ReadonlySet<string>,
): FileState {
  if (begun.has(path)) return { word: 'Handed to the browser', isDone: false };
  const of = downloads.filter((one) => one.release_id === releaseId && one.path === path);
  const done = of.find(({ completed_at: at }) => at !== null);
  if (done?.completed_at) return { word: `Downloaded ${localDate(new Date(done.completed_at))}`, isDone: true };
  const [last] = of;
  return { word: last ? `${formatBytes(last.sent_bytes)} went out` : '', isDone: false };
}

type FileRowProps = { file: LibraryFile; state: FileState; onDownload: () => Promise<void> };

function FileRow({ file: { path, size_bytes: size, sha256 }, state, onDownload }: FileRowProps) {
  const short = `${sha256.slice(0, 4)}…${sha256.slice(-4)}`;
  return (
    <tr className="border-b">
      <th scope="row" className="py-1 pr-2.5 text-left font-mono font-normal [overflow-wrap:anywhere]">
        {path}
        <span className="block text-xs text-ink-3 @xl:hidden">{formatBytes(size)}</span>
      </th>
      <td className="hidden whitespace-nowrap px-2.5 py-1 text-right @xl:table-cell">{formatBytes(size)}</td>
      <td className="hidden whitespace-nowrap px-2.5 py-1 @3xl:table-cell">
        <span className="inline-flex items-center font-mono text-xs text-ink-3" title={sha256}>
          {short}
          <CopyIcon text={sha256} label={`Copy the SHA-256 of ${path}`} />
        </span>
      </td>
      <td className="px-2.5 py-1">
        <span className={`inline-flex items-center gap-1.5 ${state.isDone ? 'text-success' : 'text-ink-3'}`}>
          {state.isDone && <Check size={15} strokeWidth={1.8} aria-hidden className="flex-none" />}
          {state.word || <span className="sr-only">Not downloaded</span>}
        </span>
      </td>
      <td className="py-1 text-right">
        <button
          type="button"
          className="icon-btn !h-8 !w-8 pointer-coarse:!h-10 pointer-coarse:!w-10"
          aria-label={`Download ${path}${state.isDone ? ' again' : ''}`}
          onClick={onDownload}
        >
          <DownloadIcon size={16} strokeWidth={1.7} aria-hidden />
        </button>
      </td>
    </tr>
  );
}
