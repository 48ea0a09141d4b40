import { Check, Download as DownloadIcon, Pause, Play, RotateCw, X } from 'lucide-react';
import { formatBytes } from '#contract/catalogue/product/attribute-text.ts';
import type { Download } from '#contract/goods/download.ts';
import type { LibraryFile } from '#contract/goods/library/library.ts';
import { t } from '#language/message.ts';
import { localDate } from '#ui/local-date.ts';
import { CopyIcon } from '../copy-icon.tsx';
import type { FileGot } from '../transfer/downloads.ts';
import { leftText } from '../transfer/transfer-rate.ts';
import type { Getting } from '../transfer/use-downloads.ts';

type FileRowProps = {
  file: LibraryFile;
  /** As this page gets it. */
  got: FileGot | undefined;
  /** Earlier downloads of it, newest first. */
  had: readonly Download[];
  isHandedOver: boolean;
  getting: Getting;
  onDownload: () => Promise<void>;
};

/** A file: how long, which hash, how far. */
export function FileRow({ file: { path, size_bytes: size, sha256 }, got, had, isHandedOver, ...rest }: FileRowProps) {
  return (
    <tr className="border-b">
      <th scope="row" className="py-1 pr-2.5 text-left font-mono font-normal [overflow-wrap:anywhere]">
        {path}
        <span className="block text-xs text-ink-3 @xl:hidden">{formatBytes(size)}</span>
      </th>
      <td className="hidden whitespace-nowrap px-2.5 py-1 text-right @xl:table-cell">{formatBytes(size)}</td>
      <td className="hidden whitespace-nowrap px-2.5 py-1 @3xl:table-cell">
        <span className="inline-flex items-center font-mono text-xs text-ink-3" title={sha256}>
          {`${sha256.slice(0, 4)}…${sha256.slice(-4)}`}
          <CopyIcon text={sha256} label={t('Copy the SHA-256 of {path}', { path })} />
        </span>
      </td>
      <td className="px-2.5 py-1">
        {got ? <Got file={got} /> : <Before had={had} isHandedOver={isHandedOver} />}
        <span role="status" className="sr-only">
          {got && spoken(got)}
        </span>
      </td>
      <td className="py-1 text-right">
        <Action path={path} got={got} isAgain={had.some(({ completed_at: at }) => at !== null)} {...rest} />
      </td>
    </tr>
  );
}

function Before({ had, isHandedOver }: Pick<FileRowProps, 'had' | 'isHandedOver'>) {
  if (isHandedOver) return <span className="text-ink-3">{t('Handed to the browser')}</span>;
  const done = had.find(({ completed_at: at }) => at !== null);
  if (done?.completed_at)
    return <Done>{t('Downloaded {value}', { value: localDate(new Date(done.completed_at)) })}</Done>;
  const [last] = had;
  if (last)
    return (
      <span className="text-ink-3">{t('{sent_bytes} went out', { sent_bytes: formatBytes(last.sent_bytes) })}</span>
    );
  return <span className="sr-only">{t('Not downloaded')}</span>;
}

function Done({ children }: { children: React.ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5 text-success">
      <Check size={15} strokeWidth={1.8} aria-hidden className="flex-none" />
      <span>{children}</span>
    </span>
  );
}

/** 'Stopped at 6.9 GB, connection lost', with its bar. */
function Got({ file }: { file: FileGot }) {
  const { path, size, bytes, state, fault, rate } = file;
  switch (state) {
    case 'done':
      return <Done>{t('Downloaded, matches its SHA-256')}</Done>;
    case 'different':
      return <span className="text-danger">{t('Does not match its SHA-256: download it again')}</span>;
    case 'other':
      return (
        <span className="text-warning">
          {t('Another file of this name is in the folder, with {bytes}', { bytes: formatBytes(bytes) })}
        </span>
      );
    case 'queued':
      return <span className="text-ink-3">{t('Waits for its turn')}</span>;
    default:
      return (
        <span className="grid min-w-28 max-w-72 gap-0.5 text-xs leading-4">
          <span className="flex flex-wrap justify-between gap-x-3">
            <span className={isStopped(file) ? 'text-warning' : ''}>{farText(file)}</span>
            <span className="text-ink-3">{asideText(file, rate)}</span>
          </span>
          <progress
            className={`h-[3px] w-full overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-ink [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-ink ${isStopped(file) || state === 'paused' ? 'opacity-55' : ''}`}
            aria-label={t('Downloading {path}', { path })}
            max={Math.max(1, size)}
            value={bytes}
          />
          {fault && <span className="text-danger">{fault}</span>}
        </span>
      );
  }
}

const isStopped = ({ state }: FileGot) => state === 'stopped' || state === 'refused';

function farText({ state, bytes, size }: FileGot): string {
  if (state === 'stopped') return t('Stopped at {bytes}', { bytes: formatBytes(bytes) });
  if (state === 'refused')
    return bytes > 0 ? t('Stopped at {bytes}', { bytes: formatBytes(bytes) }) : t('Not downloaded');
  if (state === 'paused') return t('Paused at {bytes}', { bytes: formatBytes(bytes) });
  return t('{bytes} of {size}', { bytes: formatBytes(bytes), size: formatBytes(size) });
}

function asideText({ state, size, bytes }: FileGot, rate: number | null): string {
  if (state === 'stopped') return t('connection lost');
  if (state === 'reading') return t('reading what is there');
  if (state === 'waiting') return t('the shop says to wait');
  if (state !== 'receiving' || rate === null) return '';
  return [`${formatBytes(Math.round(rate))}/s`, leftText(size - bytes, rate)].filter(Boolean).join(', ');
}

/** For who does not see the bar: what has ended, and why. */
function spoken({ path, state, bytes, fault }: FileGot): string {
  if (state === 'done') return t('{path} is downloaded and matches its SHA-256', { path });
  if (state === 'different') return t('{path} does not match its SHA-256', { path });
  if (state === 'stopped') return t('{path} stopped at {bytes}, connection lost', { path, bytes: formatBytes(bytes) });
  return state === 'refused' ? `${path}: ${fault}` : '';
}

type ActionProps = { path: string; isAgain: boolean } & Pick<FileRowProps, 'got' | 'getting' | 'onDownload'>;

/** The one thing to do with a file. It stays the same button, so that it keeps the focus. */
function Action({ path, got, isAgain, getting: { pause, resume, cancel }, onDownload }: ActionProps) {
  const { label, spoken, icon: Icon, act } = actionOf();
  const isWord = got?.state === 'stopped' || got?.state === 'paused' || got?.state === 'refused';
  return (
    <span className="inline-flex items-center">
      {isWord && (
        <button type="button" className={small} aria-label={t('Forget {path}', { path })} onClick={() => cancel(path)}>
          <X size={16} strokeWidth={1.7} aria-hidden />
        </button>
      )}
      <button type="button" className={isWord ? 'btn btn-line btn-sm' : small} aria-label={spoken} onClick={act}>
        <Icon size={isWord ? 14 : 16} strokeWidth={1.7} aria-hidden />
        {isWord && <span className="max-@xl:sr-only">{label}</span>}
      </button>
    </span>
  );

  function actionOf() {
    switch (got?.state) {
      case 'reading':
      case 'receiving':
      case 'waiting':
        return { label: t('Pause'), spoken: t('Pause {path}', { path }), icon: Pause, act: () => pause(path) };
      case 'queued':
        return {
          label: t('Do not download'),
          spoken: t('Do not download {path}', { path }),
          icon: X,
          act: () => cancel(path),
        };
      case 'paused':
        return { label: t('Resume'), spoken: t('Resume {path}', { path }), icon: Play, act: () => resume(path) };
      case 'stopped':
      case 'refused':
        return { label: t('Resume'), spoken: t('Resume {path}', { path }), icon: RotateCw, act: () => resume(path) };
      case 'other':
        return {
          label: t('Replace'),
          spoken: t('Replace {path}', { path }),
          icon: RotateCw,
          act: () => resume(path, { anew: true }),
        };
      case 'different':
        return {
          label: t('Download'),
          spoken: t('Download {path} again', { path }),
          icon: RotateCw,
          act: () => resume(path, { anew: true }),
        };
      default:
        return {
          label: t('Download'),
          spoken: isAgain || got ? t('Download {path} again', { path }) : t('Download {path}', { path }),
          icon: DownloadIcon,
          act: onDownload,
        };
    }
  }
}

const small = 'icon-btn !h-8 !w-8 pointer-coarse:!h-10 pointer-coarse:!w-10';
