import { Check, FileCheck2, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { formatBytes } from '#contract/catalogue/product/attribute-text.ts';
import type { LibraryRelease } from '#contract/goods/library/library.ts';
import { t } from '#language/message.ts';
import { rich } from '#ui/rich.ts';
import { type Checked, useChecks } from '../transfer/check-files.ts';
import type { ReleaseOf } from '../transfer/downloads.ts';

/** Any browser can read a file that it has downloaded, and say whether it is what the shop has signed. */
export function CheckFiles({ of, release }: { of: ReleaseOf; release: LibraryRelease }) {
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const { checked, check, remove } = useChecks(of, release.has_manifest);
  const [fault, setFault] = useState<string>();

  async function choose(files: readonly File[]) {
    setFault(undefined);
    setFault(await check(files));
  }

  return (
    <div className={`grid min-w-0 gap-2 ${checked.length > 0 ? 'w-full' : ''}`}>
      <button
        type="button"
        className="btn btn-line btn-sm w-fit"
        aria-describedby={hintId}
        onClick={() => input.current?.click()}
      >
        <FileCheck2 size={15} strokeWidth={1.7} aria-hidden />
        {t('Check a downloaded file')}
      </button>
      <span id={hintId} className="sr-only">
        {t('It is read here and compared with its SHA-256. It is not sent anywhere.')}
      </span>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('Downloaded files to check')}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // The same file may be chosen again.
          event.target.value = '';
          void choose(files);
        }}
      />
      <p role="alert" className="text-sm text-danger empty:hidden">
        {fault}
      </p>
      {checked.length > 0 && (
        <ul aria-label={t('Checked files')} className="num grid gap-1.5 text-[0.8125rem]">
          {checked.map((one) => (
            <li key={one.id} className="flex items-center gap-2">
              <div className="min-w-0 flex-1" role="status">
                <bdi className="font-mono [overflow-wrap:anywhere]">{one.name}</bdi>{' '}
                <Said checked={one} version={release.version} />
              </div>
              <button
                type="button"
                className="icon-btn !h-8 !w-8"
                aria-label={`${one.verdict.as === 'reading' ? t('Stop checking') : t('Close what is said of')} ${one.name}`}
                onClick={() => remove(one.id)}
              >
                <X size={15} strokeWidth={1.7} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Said({ checked: { name, size, verdict }, version }: { checked: Checked; version: string }) {
  switch (verdict.as) {
    case 'reading':
      return (
        <span className="inline-flex items-center gap-2 text-ink-3">
          <progress
            className="h-[3px] w-24 overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-ink [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-ink"
            aria-label={t('Checking {name}', { name })}
            max={Math.max(1, size)}
            value={verdict.bytes}
          />
          <span aria-hidden>
            {t('{bytes} of {size}', { bytes: formatBytes(verdict.bytes), size: formatBytes(size) })}
          </span>
        </span>
      );
    case 'matches':
      return (
        <span className="text-success">
          <Check size={15} strokeWidth={1.8} aria-hidden className="inline" />{' '}
          {rich('matches the SHA-256 of {path} of version {version}', {
            path: <bdi className="font-mono">{verdict.path}</bdi>,
            version,
          })}
        </span>
      );
    case 'differs':
      return (
        <span className="text-danger">
          {rich('does not match {path} of version {version}: download it again', {
            path: <bdi className="font-mono">{verdict.path}</bdi>,
            version,
          })}
        </span>
      );
    case 'stranger':
      return <span className="text-warning">{t('is none of the files of version {version}', { version })}</span>;
    case 'failed':
      return <span className="text-danger">: {verdict.text}</span>;
  }
}
