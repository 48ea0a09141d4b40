import { formatBytes } from '#contract/catalogue/product/attribute-text.ts';
import type { Difference, FileDifference } from '#contract/selling/listing/difference.ts';
import { type Message, msg, t } from '#language/message.ts';
import { FieldRow } from './difference-fields.tsx';

const words: Record<FileDifference['kind'], { sign: string; text: Message; tone: string }> = {
  added: { sign: '+', text: msg('added'), tone: 'text-success' },
  changed: { sign: '~', text: msg('changed'), tone: 'text-warning' },
  removed: { sign: '−', text: msg('removed'), tone: 'text-danger' },
  same: { sign: '', text: msg('the same'), tone: 'text-ink-3' },
};

/** The files that buyers would get, with size and hash, beside those of now. */
export function FileDifferences({ difference: { files, files_left_out: more } }: { difference: Difference }) {
  if (files.length === 0) return null;
  return (
    <FieldRow label={t('Files')}>
      <table className="w-full text-left text-sm">
        <caption className="sr-only">{t('Files that buyers would get')}</caption>
        <thead className="text-ink-3">
          <tr>
            <th scope="col" className="py-1 font-normal">
              {t('File')}
            </th>
            <th scope="col" className="py-1 text-right font-normal">
              {t('Size')}
            </th>
            <th scope="col" className="py-1 pl-4 font-normal max-sm:hidden">
              {t('SHA-256')}
            </th>
          </tr>
        </thead>
        <tbody>
          {files.map((file) => (
            <FileRow key={`${file.kind} ${file.path}`} file={file} />
          ))}
        </tbody>
        {more === 0 && <Total files={files} />}
      </table>
      {more > 0 && <p className="text-sm text-ink-3">{t('and {more} more', { more: more.toLocaleString('en-US') })}</p>}
    </FieldRow>
  );
}

/** Files that buyers would get in all. */
function Total({ files }: { files: readonly FileDifference[] }) {
  const got = files.filter(({ kind }) => kind !== 'removed');
  return (
    <tfoot className="num border-t border-ink">
      <tr>
        <th scope="row" className="py-1.5 font-[560]">
          {got.length === 1 ? '1 file' : t('{length} files', { length: got.length.toLocaleString('en-US') })}
        </th>
        <td className="whitespace-nowrap py-1.5 text-right font-[560]">
          {formatBytes(got.reduce((sum, { size_bytes: size }) => sum + size, 0))}
        </td>
        <td className="max-sm:hidden" />
      </tr>
    </tfoot>
  );
}

const seen: Record<FileDifference['sample'], Message> = {
  none: msg('buyers alone'),
  rows: msg('first rows for everybody'),
  file: msg('free for everybody'),
};

/** People who may see it, where they are not its buyers, or were not. */
function seenText({ kind, sample, before }: FileDifference): string {
  if (kind === 'removed') return '';
  if (before && before.sample !== sample)
    return t('{value}, was {value2}', { value: t(seen[sample]), value2: t(seen[before.sample]) });
  return sample === 'none' ? '' : t(seen[sample]);
}

function FileRow({ file }: { file: FileDifference }) {
  const { path, kind, size_bytes: size, sha256, before } = file;
  const { sign, text, tone } = words[kind];
  const isOther = before !== null && before.sha256 !== sha256;
  return (
    <tr className="border-t align-top">
      <th scope="row" className="py-1.5 pr-3 font-normal">
        <span aria-hidden className={`mr-1.5 inline-block w-3 ${tone}`}>
          {sign}
        </span>
        <span className="sr-only">{`${t(text)}: `}</span>
        <bdi className={kind === 'removed' ? 'break-all line-through' : 'break-all'}>{path}</bdi>
        {seenText(file) && <span className="ml-4.5 block text-xs text-warning">{seenText(file)}</span>}
      </th>
      <td className="num py-1.5 text-right whitespace-nowrap">
        {formatBytes(size)}
        {isOther && (
          <span className="block text-ink-3">
            {t('was {size_bytes}', { size_bytes: formatBytes(before.size_bytes) })}
          </span>
        )}
      </td>
      <td className="py-1.5 pl-4 font-mono text-xs max-sm:hidden">
        <span title={sha256}>{short(sha256)}</span>
        {isOther && (
          <span className="block text-ink-3" title={before.sha256}>
            {t('was {sha256}', { sha256: short(before.sha256) })}
          </span>
        )}
      </td>
    </tr>
  );
}

/** '5b1f9c02…a2c0'. */
function short(sha256: string): string {
  return `${sha256.slice(0, 8)}…${sha256.slice(-4)}`;
}
