import { Link } from 'react-router';
import { RowSkeleton } from '#ui/section.tsx';
import { ListTable, type ListTableProps } from './list-table.tsx';
import type { ListState } from './use-list.ts';

type ListBodyProps = Omit<ListTableProps, 'rows'> & {
  state: ListState;
  empty: string;
  /** True if something narrows the list, so that there may be rows elsewhere. */
  isNarrowed: boolean;
  allPath: string;
};

/** The rows; or that they are on their way, that there are none, or why they are not here. */
export function ListBody({ state, empty, isNarrowed, allPath, ...table }: ListBodyProps) {
  const { rows, fault, isLoading, again } = state;
  const { list } = table;
  if (fault !== null && !isLoading)
    return (
      <div className="grid justify-items-start gap-3 border-y py-8">
        <p role="alert" className="text-danger">
          {fault}
        </p>
        <button type="button" className="btn btn-line btn-sm" onClick={again}>
          Try again
        </button>
      </div>
    );
  if (rows === null)
    return (
      <div role="status">
        <span className="sr-only">Loading</span>
        <RowSkeleton rows={8} />
      </div>
    );
  return (
    <div aria-busy={isLoading} className={isLoading ? 'opacity-60 transition-opacity delay-200' : ''}>
      {rows.length > 0 ? (
        <ListTable {...table} rows={rows} />
      ) : (
        <div className="grid justify-items-center gap-3 border-y px-4 py-12 text-center text-ink-2">
          <p>{isNarrowed ? `No ${list.one} fits.` : empty}</p>
          {isNarrowed && (
            <Link to={allPath} className="btn btn-line btn-sm">
              Show all {list.many}
            </Link>
          )}
        </div>
      )}
    </div>
  );
}
