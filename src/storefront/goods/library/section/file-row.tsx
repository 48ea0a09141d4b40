import { Check, Download as DownloadIcon, Pause, Play, RotateCw, X } from 'lucide-react';
import { formatBytes } from '#contract/catalogue/product/attribute-text.ts';
import type { Download } from '#contract/goods/download.ts';
import type { LibraryFile } from '#contract/goods/library/library.ts';
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
          <CopyIcon text={sha256} label={`Copy the SHA-256 of ${path}`} />
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
  if (isHandedOver) return <span className="text-ink-3">Handed to the browser</span>;
  const done = had.find(({ completed_at: at }) => at !== null);
  if (done?.completed_at) return <Done>Downloaded {localDate(new Date(done.completed_at))}</Done>;
  const [last] = had;
  if (last) return <span className="text-ink-3">{formatBytes(last.sent_bytes)} went out</span>;
  return <span className="sr-only">Not downloaded</span>;
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
      return <Done>Downloaded, matches its SHA-256</Done>;
    case 'different':
      return <span className="text-danger">Does not match its SHA-256: download it again</span>;
    case 'other':
      return (
        <span className="text-warning">Another file of this name is in the folder, with {formatBytes(bytes)}</span>
      );
    case 'queued':
      return <span className="text-ink-3">Waits for its turn</span>;
    default:
      return (
        <span className="grid min-w-28 max-w-72 gap-0.5 text-xs leading-4">
          <span className="flex flex-wrap justify-between gap-x-3">
            <span className={isStopped(file) ? 'text-warning' : ''}>{farText(file)}</span>
            <span className="text-ink-3">{asideText(file, rate)}</span>
          </span>
          <progress
            className={`h-[3px] w-full overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-ink [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-ink ${isStopped(file) || state === 'paused' ? 'opacity-55' : ''}`}
            aria-label={`Downloading ${path}`}
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
  if (state === 'stopped') return `Stopped at ${formatBytes(bytes)}`;
  if (state === 'refused') return bytes > 0 ? `Stopped at ${formatBytes(bytes)}` : 'Not downloaded';
  if (state === 'paused') return `Paused at ${formatBytes(bytes)}`;
  return `${formatBytes(bytes)} of ${formatBytes(size)}`;
}

function asideText({ state, size, bytes }: FileGot, rate: number | null): string {
  if (state === 'stopped') return 'connection lost';
  if (state === 'reading') return 'reading what is there';
  if (state === 'waiting') return 'the shop says to wait';
  if (state !== 'receiving' || rate === null) return '';
  return [`${formatBytes(Math.round(rate))}/s`, leftText(size - bytes, rate)].filter(Boolean).join(', ');
}

/** For who does not see the bar: what has ended, and why. */
function spoken({ path, state, bytes, fault }: FileGot): string {
  if (state === 'done') return `${path} is downloaded and matches its SHA-256`;
  if (state === 'different') return `${path} does not match its SHA-256`;
  if (state === 'stopped') return `${path} stopped at ${formatBytes(bytes)}, connection lost`;
  return state === 'refused' ? `${path}: ${fault}` : '';
}

type ActionProps = { path: string; isAgain: boolean } & Pick<FileRowProps, 'got' | 'getting' | 'onDownload'>;

/** The one thing to do with a file. It stays the same button, so that it keeps the focus. */
function Action({ path, got, isAgain, getting: { pause, resume, cancel }, onDownload }: ActionProps) {
  const { label, icon: Icon, act } = actionOf();
  const isWord = got?.state === 'stopped' || got?.state === 'paused' || got?.state === 'refused';
  return (
    <span className="inline-flex items-center">
      {isWord && (
        <button type="button" className={small} aria-label={`Forget ${path}`} onClick={() => cancel(path)}>
          <X size={16} strokeWidth={1.7} aria-hidden />
        </button>
      )}
      <button
        type="button"
        className={isWord ? 'btn btn-line btn-sm' : small}
        aria-label={`${label} ${path}${label === 'Download' && (isAgain || got) ? ' again' : ''}`}
        onClick={act}
      >
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
        return { label: 'Pause', icon: Pause, act: () => pause(path) };
      case 'queued':
        return { label: 'Do not download', icon: X, act: () => cancel(path) };
      case 'paused':
        return { label: 'Resume', icon: Play, act: () => resume(path) };
      case 'stopped':
      case 'refused':
        return { label: 'Resume', icon: RotateCw, act: () => resume(path) };
      case 'other':
        return { label: 'Replace', icon: RotateCw, act: () => resume(path, { anew: true }) };
      case 'different':
        return { label: 'Download', icon: RotateCw, act: () => resume(path, { anew: true }) };
      default:
        return { label: 'Download', icon: DownloadIcon, act: onDownload };
    }
  }
}

const small = 'icon-btn !h-8 !w-8 pointer-coarse:!h-10 pointer-coarse:!w-10';
