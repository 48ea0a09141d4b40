import { X } from 'lucide-react';
import { t } from '#language/message.ts';
import { rich } from '#ui/rich.ts';
import { productPath } from '../paths.ts';
import { comparedMaximum, comparePath } from './compare-path.ts';
import type { Cell, Group, Row } from './comparison.ts';
import type { Choice, Column } from './read-comparison.ts';

type CompareTableProps = { columns: Column[]; groups: Group[]; others: Choice[]; onlyDifferences: boolean };

/** In rem, of the labels, which stay in sight while the columns scroll in a frame of their own, and of a column. */
const least = { labels: 6.5, column: 9.5 };
const most = { labels: 12.25, column: 20 };

const label = 'sticky left-0 z-1 bg-canvas text-left font-normal align-top max-md:text-xs';

export function CompareTable({ columns, groups, others, onlyDifferences }: CompareTableProps) {
  const ids = columns.map(({ id }) => id);
  const rows = groups.flatMap((group) => group.rows);
  const differing = rows.filter(({ differs }) => differs);
  // One product alone differs from nothing.
  const shown =
    onlyDifferences && columns.length > 1
      ? groups
          .map((group) => ({ ...group, rows: group.rows.filter(({ differs }) => differs) }))
          .filter((group) => group.rows.length > 0)
      : groups;
  return (
    <>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="text-ink-2">
          {columns.length > 1
            ? t('They differ in {length} of {length2} points. The address of this page is the comparison: share it.', {
                length: differing.length,
                length2: rows.length,
              })
            : t('Add another product to see where they differ.')}
        </p>
        {columns.length > 1 && (
          <nav aria-label={t('Rows')} className="flex gap-2">
            <RowsLink ids={ids} current={!onlyDifferences} label={t('All {length}', { length: rows.length })} />
            <RowsLink
              ids={ids}
              current={onlyDifferences}
              onlyDifferences
              label={t('Differences only {length}', { length: differing.length })}
            />
          </nav>
        )}
      </div>
      {others.length > 0 && <AddProduct ids={ids} others={others} onlyDifferences={onlyDifferences} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on a phone, also by keyboard */}
      <section className="relative mt-6 overflow-x-auto" aria-label={t('Comparison')} tabIndex={0}>
        <table
          className="num w-full table-fixed text-sm"
          style={{
            minWidth: `${least.labels + least.column * columns.length}rem`,
            maxWidth: `${most.labels + most.column * columns.length}rem`,
          }}
        >
          <thead>
            <tr>
              <td className={`${label} w-26 pb-2 !align-bottom text-ink-3 md:w-49`}>
                {columns.length === comparedMaximum && t('Four is the most. Remove one to add another.')}
              </td>
              {columns.map((column) => (
                <ColumnHead
                  key={column.id}
                  column={column}
                  without={comparePath(
                    ids.filter((id) => id !== column.id),
                    { onlyDifferences },
                  )}
                />
              ))}
            </tr>
          </thead>
          {shown.map((group) => (
            <GroupRows key={group.heading} group={group} columns={columns.length} />
          ))}
        </table>
      </section>
      {shown.length === 0 && <p className="mt-6 text-ink-2">{t('They do not differ in anything that they state.')}</p>}
    </>
  );
}

type RowsLinkProps = { ids: string[]; current: boolean; onlyDifferences?: boolean; label: string };

function RowsLink({ ids, current, onlyDifferences = false, label }: RowsLinkProps) {
  return (
    <a
      href={comparePath(ids, { onlyDifferences })}
      className="chip"
      aria-current={current ? 'true' : undefined}
      data-keep-scroll
    >
      {label}
    </a>
  );
}

type AddProductProps = { ids: string[]; others: Choice[]; onlyDifferences: boolean };

/** A plain form: it works without scripts. */
function AddProduct({ ids, others, onlyDifferences }: AddProductProps) {
  return (
    <form action="/compare" className="mt-5 flex flex-wrap items-end gap-3">
      {ids.map((id) => (
        <input key={id} type="hidden" name="id" value={id} />
      ))}
      <label className="grid min-w-0 max-w-full gap-1.5 text-sm font-[560]">
        {t('Add a product')}
        <select name="id" className="field max-w-full font-normal">
          {others.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {onlyDifferences && <input type="hidden" name="rows" value="differences" />}
      <button type="submit" className="btn btn-line">
        {t('Add')}
      </button>
    </form>
  );
}

type ColumnHeadProps = {
  column: Column;
  /** The comparison without it. */
  without: string;
};

function ColumnHead({ column: { id, name, picture, provider }, without }: ColumnHeadProps) {
  return (
    <th scope="col" className="pb-2 pl-3 text-left align-top text-base font-[580] md:pl-5">
      <div className="relative mb-3 overflow-hidden rounded-md bg-night">
        <img src={picture} alt="" width="400" height="250" className="aspect-16/10 w-full object-cover" />
        <a
          href={without}
          className="save-toggle"
          aria-label={t('Remove {name}', { name })}
          title={t('Remove')}
          data-keep-scroll
        >
          <X size={18} strokeWidth={1.8} aria-hidden />
        </a>
      </div>
      <a href={productPath(id)} dir="auto" className="underline underline-offset-4">
        {name}
      </a>
      {provider && (
        <small className="block text-xs font-normal text-ink-3">
          <bdi>{provider}</bdi>
        </small>
      )}
    </th>
  );
}

function GroupRows({ group: { heading, note, rows }, columns }: { group: Group; columns: number }) {
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={columns + 1} className="border-b border-ink pb-2 pt-7 text-left">
          <div className="sticky left-0 w-fit">
            <h2 className="text-base">{heading}</h2>
            {note && <p className="text-sm font-normal text-ink-2">{note}</p>}
          </div>
        </th>
      </tr>
      {rows.map((row) => (
        <CompareRow key={row.label} row={row} columns={columns} />
      ))}
    </tbody>
  );
}

/** Values that are the same for all stand once, in gray. */
function CompareRow({ row: { label: name, cells, differs }, columns }: { row: Row; columns: number }) {
  const same = !differs && columns > 1;
  return (
    <tr className="border-b">
      <th scope="row" className={`${label} py-2.5 text-ink-3`}>
        <bdi>{name}</bdi>
        {differs && <span className="sr-only"> {t('(differs)')}</span>}
      </th>
      {same ? (
        <td colSpan={columns} className="py-2.5 pl-3 align-top text-ink-3 md:pl-5">
          {rich('{text}, in {count, plural, =2 {both} =3 {all three} =4 {all four} other {all #}}', {
            text: <bdi>{cells[0]?.text}</bdi>,
            count: columns,
          })}
        </td>
      ) : (
        cells.map((cell, index) => (
          <td key={index} className="py-2.5 pl-3 align-top font-[520] wrap-anywhere md:pl-5">
            <Value cell={cell} />
          </td>
        ))
      )}
    </tr>
  );
}

function Value({ cell: { text, before, mark } }: { cell: Cell }) {
  if (text === null) return <span className="font-normal text-ink-3">{t('not stated')}</span>;
  return (
    <>
      <bdi>{text}</bdi>
      {before && (
        <s className="ml-2 text-xs text-ink-3">
          <span className="sr-only">{t('before')} </span>
          {before}
        </s>
      )}
      {mark && <small className="ml-1.5 whitespace-nowrap text-xs font-normal text-ink-3">{mark}</small>}
    </>
  );
}
