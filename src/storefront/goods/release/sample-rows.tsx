import type { Sample } from '#contract/goods/file-format.ts';
import type { OfferedFile } from '#contract/goods/offered-release.schema.ts';

type SampleRowsProps = { file: OfferedFile; sample: Sample; id: string };

/** The first rows of a file, as the shop has read them. */
export function SampleRows({ file, sample, id }: SampleRowsProps) {
  const { columns, rows } = sample;
  const isRight = columns.map(({ type }) => type === 'integer' || type === 'number');
  return (
    <section aria-labelledby={id} className="mt-10 border-t pt-8 md:mt-14">
      <h2 id={id} className="text-xl">
        First rows of <bdi>{file.path}</bdi>
      </h2>
      <p className="num mt-1 text-sm text-ink-3">{extentText(file, sample)}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys too */}
      <section className="sample-frame mt-3" aria-label={`First rows of ${file.path}, which scroll`} tabIndex={0}>
        <table className="sample-rows">
          <caption className="sr-only">{`First rows of ${file.path}`}</caption>
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
  const all = table?.rows === null || table?.rows === undefined ? '' : ` of ${table.rows.toLocaleString('en-US')}`;
  const wide =
    table && table.column_count > columns.length
      ? ` and ${columns.length} of ${table.column_count.toLocaleString('en-US')} columns`
      : '';
  return `${rows.length}${all} rows${wide}, read from the file by the shop. Long texts are cut here, not in the file.`;
}
