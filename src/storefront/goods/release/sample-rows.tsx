import type { Sample } from '#contract/goods/file-format.ts';
import type { OfferedFile } from '#contract/goods/offered-release.schema.ts';
import { t } from '#language/message.ts';
import { rich } from '#ui/rich.ts';

type SampleRowsProps = { file: OfferedFile; sample: Sample; id: string };

/** The first rows of a file, as the shop has read them. */
export function SampleRows({ file, sample, id }: SampleRowsProps) {
  const { columns, rows } = sample;
  const isRight = columns.map(({ type }) => type === 'integer' || type === 'number');
  return (
    <section aria-labelledby={id} className="mt-10 border-t pt-8 md:mt-14">
      <h2 id={id} className="text-xl">
        {rich('First rows of {path}', { path: <bdi>{file.path}</bdi> })}
      </h2>
      <p className="num mt-1 text-sm text-ink-3">{extentText(file, sample)}</p>
      <section
        className="sample-frame mt-3"
        aria-label={t('First rows of {path}, which scroll', { path: file.path })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys too
        tabIndex={0}
      >
        <table className="sample-rows">
          <caption className="sr-only">{t('First rows of {path}', { path: file.path })}</caption>
          <thead>
            <tr>
              {columns.map(({ name, type }, index) => (
                <th key={index} scope="col" className={isRight[index] ? 'figure' : undefined}>
                  <bdi className="font-mono">{name}</bdi>
                  <small>{type === 'unknown' ? '' : type}</small>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index}>
                {row.map((cell, column) => (
                  <td key={column} className={isRight[column] ? 'figure num' : undefined}>
                    <bdi>{cell}</bdi>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

function extentText({ facts }: OfferedFile, { rows, columns }: Sample): string {
  const table = facts?.kind === 'table' ? facts : null;
  const all =
    table?.rows === null || table?.rows === undefined
      ? ''
      : t(' of {rows}', { rows: table.rows.toLocaleString('en-US') });
  const wide =
    table && table.column_count > columns.length
      ? t(' and {length} of {column_count} columns', {
          length: columns.length,
          column_count: table.column_count.toLocaleString('en-US'),
        })
      : '';
  return t('{length}{all} rows{wide}, read from the file by the shop. Long texts are cut here, not in the file.', {
    length: rows.length,
    all,
    wide,
  });
}
