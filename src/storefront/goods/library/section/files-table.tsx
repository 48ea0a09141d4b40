import { useState } from 'react';
import { formatBytes } from '#contract/catalogue/product/attribute-text.ts';
import type { Download } from '#contract/goods/download.ts';
import type { LibraryEntryDetail, LibraryRelease } from '#contract/goods/library/library.ts';
import { t } from '#language/message.ts';
import { ActionButton } from '#ui/form/action-button.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { rich } from '#ui/rich.ts';
import { RowsSkeleton } from '../rows-skeleton.tsx';
import { canChooseFolder, folderName } from '../transfer/choose-folder.ts';
import { sumOf } from '../transfer/downloads.ts';
import { downloadAll, downloadOne } from '../transfer/get-files.ts';
import { leftText } from '../transfer/transfer-rate.ts';
import { type Getting, useGetting } from '../transfer/use-downloads.ts';
import { CheckFiles } from './check-files.tsx';
import { FileRow } from './file-row.tsx';
import { useBegun, useReleaseFiles } from './use-release.ts';

type FilesTableProps = { detail: LibraryEntryDetail; release: LibraryRelease; downloads: readonly Download[] };

/** Browsers are not made to be handed more files than this one after another. */
const HANDED_OVER_AT_ONCE = 50;

/** The files of a version, each with its hash, whether one has it already, and how far it is on its way. */
export function FilesTable({ detail, release, downloads }: FilesTableProps) {
  const { first, items, more } = useReleaseFiles(detail, release.release_id);
  const { begun, note } = useBegun();
  const of = { entitlementId: detail.entitlement_id, releaseId: release.release_id };
  const getting = useGetting(of, folderName(detail.hub?.repo.split('/').at(-1) ?? '', release.version));
  const [isByPage, setByPage] = useState(canChooseFolder);
  const [fault, setFault] = useState<string>();

  async function download(path: string) {
    setFault(undefined);
    const found = isByPage ? await getting.get(path) : 'elsewhere';
    if (found !== 'elsewhere') return setFault(found?.fault);
    const refused = await downloadOne(of, path);
    if (refused === undefined) note(path);
    setFault(refused);
  }

  async function downloadEach(): Promise<string | undefined> {
    const found = isByPage ? await getting.get(null) : 'elsewhere';
    return found === 'elsewhere' ? downloadAll(of, note) : found?.fault;
  }

  const { file_count: count } = release;
  return (
    <ShowLoaded from={first} skeleton={<RowsSkeleton rows={2} />} fault={t('The files could not be loaded.')}>
      {() => (
        <div className="grid gap-3">
          <table className="num w-full text-[0.8125rem] leading-5">
            <caption className="sr-only">{t('Files of version {version}', { version: release.version })}</caption>
            <thead className="text-left text-xs text-ink-3">
              <tr className="border-b">
                <th scope="col" className="h-9 pr-2.5 font-normal">
                  {t('File')}
                </th>
                <th scope="col" className="hidden h-9 px-2.5 text-right font-normal @xl:table-cell">
                  {t('Size')}
                </th>
                <th scope="col" className="hidden h-9 px-2.5 font-normal @3xl:table-cell">
                  {t('SHA-256')}
                </th>
                <th scope="col" className="h-9 px-2.5 font-normal">
                  {t('State')}
                </th>
                <th scope="col" className="h-9 w-10">
                  <span className="sr-only">{t('Action')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map((file) => (
                <FileRow
                  key={file.path}
                  file={file}
                  got={getting.got.get(file.path)}
                  had={downloads.filter((one) => one.release_id === release.release_id && one.path === file.path)}
                  isHandedOver={begun.has(file.path)}
                  getting={getting}
                  onDownload={() => download(file.path)}
                />
              ))}
            </tbody>
          </table>
          <p role="alert" className="text-sm text-danger empty:hidden">
            {fault}
          </p>
          <Sum getting={getting} />
          <div className="flex flex-wrap items-start gap-3">
            {more && <ActionButton action={more}>{t('Show more files')}</ActionButton>}
            {count > 1 && (isByPage || count <= HANDED_OVER_AT_ONCE) && (
              <ActionButton action={downloadEach}>
                {t('Download all {count} files', { count: count.toLocaleString('en-US') })}
              </ActionButton>
            )}
            <CheckFiles of={of} release={release} />
          </div>
          {canChooseFolder() && <Way isByPage={isByPage} getting={getting} onChoose={setByPage} />}
        </div>
      )}
    </ShowLoaded>
  );
}

/** Progress of several files at once: how far, how fast, and one button for all. */
function Sum({ getting: { got, pause, resume } }: { getting: Getting }) {
  const files = [...got.values()];
  const { bytes, size, rate, running, held } = sumOf(files);
  if (files.length < 2 || (running.length === 0 && held.length === 0)) return null;
  const left = leftText(size - bytes, rate);
  return (
    <div className="num flex flex-wrap items-center gap-x-3 gap-y-1 text-[0.8125rem]">
      <span>
        {rich('{bytes} of {size}', {
          bytes: <b className="font-[560]">{formatBytes(bytes)}</b>,
          size: formatBytes(size),
        })}
        {rate !== null && <span className="text-ink-3"> · {formatBytes(Math.round(rate))}/s</span>}
        {left && <span className="text-ink-3"> · {left}</span>}
      </span>
      {running.length > 0 ? (
        <button
          type="button"
          className="btn btn-ghost btn-sm"
          onClick={() => void running.map(({ path }) => pause(path))}
        >
          {t('Pause all')}
        </button>
      ) : (
        <button
          type="button"
          className="btn btn-ghost btn-sm"
          onClick={() => void held.map(({ path }) => resume(path))}
        >
          {t('Resume all')}
        </button>
      )}
    </div>
  );
}

type WayProps = { isByPage: boolean; getting: Getting; onChoose: (isByPage: boolean) => void };

/** Choice of who writes the files: this page, which checks them, or the browser as any other download. */
function Way({ isByPage, getting: { folder, choose }, onChoose }: WayProps) {
  const [fault, setFault] = useState<string>();
  return (
    <div className="text-[0.8125rem] text-ink-3">
      <p>
        {!isByPage
          ? t('Your browser downloads them as any other file. ')
          : folder
            ? t('They go into the folder ')
            : t('They go into a folder that you choose, go on where they stopped, and are checked there. ')}
        {isByPage && folder && (
          <>
            {rich('{name}, and are checked there.', { name: <bdi className="font-mono">{folder.name}</bdi> })}{' '}
            <button type="button" className="text-link" onClick={async () => setFault(await choose())}>
              {t('Choose another')}
            </button>{' '}
            ·{' '}
          </>
        )}
        <button type="button" className="text-link" onClick={() => onChoose(!isByPage)}>
          {isByPage ? t('Use the browser’s own download') : t('Put them into a folder, and check them')}
        </button>
      </p>
      <p role="alert" className="text-danger empty:hidden">
        {fault}
      </p>
    </div>
  );
}
