import { formatBytes } from '#contract/catalogue/product/attribute-text.ts';
import { selectedOptionsText } from '#contract/catalogue/product/variant.ts';
import type { OfferedFile, OfferedRelease } from '#contract/goods/offered-release.schema.ts';
import { freeFilePath } from '#contract/goods/offered-release.ts';
import { t } from '#language/message.ts';
import { rich } from '#ui/rich.ts';

/** More fold. */
const SHOWN = 6;

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

type ReleaseFilesProps = { productId: string; release: OfferedRelease; isOnly: boolean };

/** The files of a release, with what lets a buyer check what came. */
export function ReleaseFiles({ productId, release, isOnly }: ReleaseFilesProps) {
  const { files, file_count: count, version } = release;
  const [first, rest] = [files.slice(0, SHOWN), files.slice(SHOWN)];
  const of = release.selected_options ? `, ${selectedOptionsText(release.selected_options)}` : '';
  const id = `files-${release.commit_sha.slice(0, 12)}`;
  return (
    <section aria-labelledby={id} className="mt-10 border-t pt-8 md:mt-14">
      <h2 id={id} className="text-xl">
        {rich('Files of version {version}', { version: <bdi>{version}</bdi> })}
        {!isOnly && <bdi>{of}</bdi>}
      </h2>
      <p className="num mt-1 text-sm text-ink-3">
        {t('{count} {value}, {size_bytes}, since ', {
          count: count.toLocaleString('en-US'),
          value: count === 1 ? 'file' : 'files',
          size_bytes: formatBytes(release.size_bytes),
        })}
        <time dateTime={release.published_at}>{day.format(new Date(release.published_at))}</time>
      </p>
      {release.notes && <p className="mt-3 max-w-prose whitespace-pre-line text-sm text-ink-2">{release.notes}</p>}
      <FileTable files={first} productId={productId} caption={t('Files of version {version}{of}', { version, of })} />
      {rest.length > 0 && (
        <details className="mt-2">
          <summary className="text-sm text-ink-2 underline underline-offset-4">
            {t('Show {length} more {value}', { length: rest.length, value: rest.length === 1 ? 'file' : 'files' })}
          </summary>
          <FileTable
            files={rest}
            productId={productId}
            caption={t('More files of version {version}{of}', { version, of })}
          />
        </details>
      )}
      {count > files.length && (
        <p className="num mt-2 text-sm text-ink-3">
          {t('{value} more files are named in the signed manifest that comes with them.', {
            value: (count - files.length).toLocaleString('en-US'),
          })}
        </p>
      )}
    </section>
  );
}

type FileTableProps = { files: OfferedFile[]; productId: string; caption: string };

function FileTable({ files, productId, caption }: FileTableProps) {
  return (
    <table className="release-files num mt-3">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t('File')}</th>
          <th scope="col">{t('Rows')}</th>
          <th scope="col">{t('Size')}</th>
          <th scope="col">{t('SHA-256')}</th>
        </tr>
      </thead>
      <tbody>
        {files.map((file) => (
          <tr key={file.path}>
            <th scope="row">
              <span className="flex flex-wrap items-center gap-x-3">
                <bdi className="font-mono">{file.path}</bdi>
                {file.is_free && (
                  <a
                    href={freeFilePath(productId, file.path)}
                    download
                    rel="nofollow"
                    className="text-link whitespace-nowrap pointer-coarse:my-2.5"
                  >
                    {rich('Download{span}, free', { span: <span className="sr-only"> {file.path}</span> })}
                  </a>
                )}
              </span>
            </th>
            <td>{file.facts?.kind === 'table' && file.facts.rows?.toLocaleString('en-US')}</td>
            <td>{formatBytes(file.size_bytes)}</td>
            <td>
              <code title={t('Click to mark the whole, then copy it')}>{file.sha256}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
