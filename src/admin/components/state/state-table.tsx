import type { ReactNode } from 'react';

/** A table that is as wide as what is in it; a small window scrolls it sideways, by keys too. */
export function StateTable({ name, columns, children }: { name: string; columns: string[]; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    <section className="relative overflow-x-auto" aria-label={name} tabIndex={0}>
      <table className="table min-w-[40rem] border-t">
        <caption className="sr-only">{name}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column || <span className="sr-only">Guide</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
