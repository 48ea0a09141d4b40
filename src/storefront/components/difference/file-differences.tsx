import { formatBytes } from '#contract/attribute-text.ts';
import type { Difference, FileDifference } from '#contract/difference.ts';
import { FieldRow } from './difference-fields.tsx';

const words: Record<FileDifference['kind'], { sign: string; text: string; tone: string }> = {
  added: { sign: '+', text: 'added', tone: 'text-success' },
  changed: { sign: '~', text: 'changed', tone: 'text-warning' },
  removed: { sign: '−', text: 'removed', tone: 'text-danger' },
  same: { sign: '', text: 'the same', tone: 'text-ink-3' },
};

/** The files that buyers would get, with size and hash, beside those of now. */
export function FileDifferences({ difference: { files, files_left_out: more } }: { difference: Difference }) {
  if (files.length === 0) return null;
  return (
    <FieldRow label="Files">
      <table className="w-full text-sm">
        <caption className="sr-only">Files that buyers would get</caption>
        <thead className="text-left text-ink-3">
          <tr>
            <th scope="col" className="py-1 font-normal">
              File
            </th>
            <th scope="col" className="py-1 text-right font-normal">
              Size
            </th>
            <th scope="col" className="py-1 pl-4 font-normal max-sm:hidden">
              SHA-256
            </th>
          </tr>
        </thead>
        <tbody>
          {files.map((file) => (
            <FileRow key={`${file.kind} ${file.path}`} file={file} />
          ))}
        </tbody>
      </table>
      {more > 0 && <p className="text-sm text-ink-3">{`and ${more.toLocaleString('en-US')} more`}</p>}
    </FieldRow>
  );
}

function FileRow({ file: { path, kind, size_bytes: size, sha256, before } }: { file: FileDifference }) {
  const { sign, text, tone } = words[kind];
  return (
    <tr className="border-t align-top">
      <th scope="row" className="py-1.5 pr-3 font-normal">
        <span aria-hidden className={`mr-1.5 inline-block w-3 ${tone}`}>
          {sign}
        </span>
        <span className="sr-only">{`${text}: `}</span>
        <bdi className={kind === 'removed' ? 'break-all line-through' : 'break-all'}>{path}</bdi>
      </th>
      <td className="num py-1.5 text-right whitespace-nowrap">
        {formatBytes(size)}
        {before && <span className="block text-ink-3">{`was ${formatBytes(before.size_bytes)}`}</span>}
      </td>
      <td className="py-1.5 pl-4 font-mono text-xs max-sm:hidden">
        <span title={sha256}>{short(sha256)}</span>
        {before && <span className="block text-ink-3" title={before.sha256}>{`was ${short(before.sha256)}`}</span>}
      </td>
    </tr>
  );
}

/** '5b1f9c02…a2c0'. */
function short(sha256: string): string {
  return `${sha256.slice(0, 8)}…${sha256.slice(-4)}`;
}
