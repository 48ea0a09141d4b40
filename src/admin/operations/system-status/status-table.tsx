import type { ReactNode } from 'react';

/** Cells of columns that stand below the first one where there is no room for them. */
export const wide = '@max-2xl:hidden';

/**
 * A table of what a line is about, how it stands, and more. In a narrow place the first two columns and the last one stay, and lines tell the rest with
 * `Narrow` below what they are about.
 */
export function StateTable({ name, columns, children }: { name: string; columns: string[]; children: ReactNode }) {
  return (
    <div className="@container">
      <table className="table border-t">
        <caption className="sr-only">{name}</caption>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={column} scope="col" className={index > 1 && index < columns.length - 1 ? wide : ''}>
                {column || <span className="sr-only">Guide</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

export function Narrow({ children }: { children: ReactNode }) {
  return <span className="mt-1 block font-normal text-ink-2 [overflow-wrap:anywhere] @2xl:hidden">{children}</span>;
}
