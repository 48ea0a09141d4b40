import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { AnyRow, ListColumn, ListDescription } from '#contract/operations/staff-list/description.ts';
import { isNumber, ListCell } from './list-cell.tsx';

export type RowLinks = {
  /** Where a row leads to: a screen of the back office, or a page of the shop's. */
  to?: (row: AnyRow) => string;
};

export type ListTableProps = RowLinks & {
  list: ListDescription;
  rows: AnyRow[];
  columns: string[];
  sort: string;
  sortPath: (sort: string) => string;
  /** Content of cells instead of their value. */
  cells?: Readonly<Record<string, (row: AnyRow) => ReactNode>> | undefined;
  /** Content before the first cell, such as a picture. */
  before?: ((row: AnyRow) => ReactNode) | undefined;
  chosen: ReadonlySet<string> | null;
  canChoose: (row: AnyRow) => boolean;
  onChoose: (rows: AnyRow[], isChosen: boolean) => void;
};

/**
 * The rows with their columns. Where those have no room, on a phone and beside the rail of a small tablet, a row is two lines: its name, and the
 * last column; what belongs below them says the description.
 */
export function ListTable(props: ListTableProps) {
  const { list, rows, columns, sort, sortPath, before, chosen, canChoose, onChoose } = props;
  const last = columns.at(-1);
  const choosable = rows.filter(canChoose);
  return (
    <div className="@container">
      <table className="table border-t">
        <caption className="sr-only">{list.title}</caption>
        <thead className="[&_th]:!align-bottom">
          <tr>
            {chosen && (
              <th className="w-8">
                <input
                  type="checkbox"
                  aria-label={`Choose all ${choosable.length} on this page`}
                  checked={choosable.length > 0 && choosable.every(({ id }) => chosen.has(id))}
                  disabled={choosable.length === 0}
                  onChange={({ target }) => onChoose(choosable, target.checked)}
                />
              </th>
            )}
            {columns.map((name, index) => (
              <Head
                key={name}
                column={list.columns[name] as ListColumn}
                className={`${index > 0 && name !== last ? '@max-3xl:hidden' : ''} ${name === last && index > 0 ? endOf(list.columns[name] as ListColumn) : ''}`}
                direction={sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : undefined}
                to={sortPath(sort === `-${name}` ? name : sort === name ? `-${name}` : firstSort(list, name))}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={row.id}
              data-id={row.id}
              className={`relative hover:bg-sunken has-focus-visible:bg-sunken ${chosen?.has(row.id) ? 'bg-sunken' : ''} ${before ? '[&>*]:!align-middle' : ''}`}
            >
              {chosen && (
                <td className="relative z-10">
                  {canChoose(row) && (
                    <input
                      type="checkbox"
                      aria-label={`Choose ${row[columns[0] ?? 'id'] ?? row.id}`}
                      checked={chosen.has(row.id)}
                      onChange={({ target }) => onChoose([row], target.checked)}
                    />
                  )}
                </td>
              )}
              {columns.map((name, index) => (
                <Cell
                  key={name}
                  {...props}
                  name={name}
                  row={row}
                  place={index === 0 ? 'first' : name === last ? 'last' : 'between'}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Moments and amounts begin with the newest and the largest. */
function firstSort(list: ListDescription, name: string): string {
  const kind = list.columns[name]?.kind;
  return kind === 'instant' || kind === 'money' || kind === 'price' ? `-${name}` : name;
}

type HeadProps = {
  column: ListColumn;
  className: string;
  direction: 'ascending' | 'descending' | undefined;
  to: string;
};

function Head({ column, className, direction, to }: HeadProps) {
  const look = `${className} ${isNumber(column) ? '!text-right' : ''}`;
  if (!column.sorts)
    return (
      <th scope="col" className={look}>
        {column.label}
      </th>
    );
  const Arrow = direction === 'descending' ? ArrowDown : ArrowUp;
  return (
    <th scope="col" className={look} aria-sort={direction}>
      <Link
        to={to}
        replace
        className={`-my-1 inline-flex items-center gap-1 py-1 hover:text-ink ${direction ? 'text-ink' : ''}`}
      >
        {column.label}
        {direction && <Arrow size={13} strokeWidth={1.8} aria-hidden />}
      </Link>
    </th>
  );
}

/** The last column ends where the page does; text begins where its column does, as long as there is one. */
const endOf = ({ kind }: ListColumn) => (kind === 'text' ? '@max-3xl:!text-right' : 'num !text-right');

/** An unbroken word must not make the page wider than the window. */
const lookOfKind: Partial<Record<ListColumn['kind'], string>> = {
  instant: 'text-ink-2 @3xl:whitespace-nowrap',
  text: '[overflow-wrap:anywhere] @3xl:min-w-32',
};

type CellProps = ListTableProps & { name: string; row: AnyRow; place: 'first' | 'between' | 'last' };

function Cell({ list, columns, row, name, place, cells, before, to }: CellProps) {
  const column = list.columns[name] as ListColumn;
  const content = (of: string) =>
    cells?.[of]?.(row) ?? <ListCell column={list.columns[of] as ListColumn} value={row[of]} />;
  const isLast = place === 'last';
  const look = `${place === 'between' ? '@max-3xl:hidden' : ''} ${isNumber(column) ? 'num !text-right' : isLast ? endOf(column) : ''} ${lookOfKind[column.kind] ?? ''}`;
  const below = columns.filter((of) => of !== name && list.columns[of]?.narrow === place);
  const more = below.length > 0 && (
    <span className={`mt-0.5 block text-xs text-ink-3 @3xl:hidden ${isLast ? 'text-right' : ''}`}>
      {below.map((of) => (
        <span key={of} className="block [overflow-wrap:anywhere]">
          {content(of)}
        </span>
      ))}
    </span>
  );
  if (place !== 'first')
    return (
      <td className={look}>
        {content(name)}
        {more}
      </td>
    );
  const link = 'font-[560] [overflow-wrap:anywhere] after:absolute after:inset-0 after:content-[""]';
  const path = to?.(row);
  const named = (
    <>
      {path !== undefined ? (
        <Link to={path} className={link} data-row>
          {content(name)}
        </Link>
      ) : (
        <span className="font-[560] [overflow-wrap:anywhere]">{content(name)}</span>
      )}
      {more}
    </>
  );
  return (
    <th scope="row" className="!text-[length:inherit] !font-normal !text-ink">
      {before ? (
        <span className="flex items-center gap-3">
          {before(row)}
          <span className="min-w-0">{named}</span>
        </span>
      ) : (
        named
      )}
    </th>
  );
}
