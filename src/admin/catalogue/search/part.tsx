import { type ReactNode, type RefObject, useId } from 'react';
import { ActionButton } from '#ui/form/action-button.tsx';

/** Outcome of the last change, in a sentence, and how it is taken back where it can be. */
export type Notice = { told: string; undo?: () => Promise<string | undefined> };

export const noNotice: Notice = { told: '' };

type PartProps = {
  title: string;
  /** The heading, which gets the focus when what had it is gone. */
  heading: RefObject<HTMLHeadingElement | null>;
  lead: string;
  action?: ReactNode;
  notice: Notice;
  children: ReactNode;
};

/** A part of the screen: a list with the way to add to it. */
export function Part({ title, heading, lead, action, notice: { told, undo }, children }: PartProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 id={titleId} ref={heading} tabIndex={-1} className="text-lg outline-none">
            {title}
          </h2>
          <p className="mt-1 max-w-[70ch] text-sm text-ink-2">{lead}</p>
        </div>
        {action}
      </div>
      <div className={`flex flex-wrap items-center gap-x-4 gap-y-2 ${told && 'mb-3'}`}>
        <p role="status" className="text-sm text-success [overflow-wrap:anywhere] empty:hidden">
          {told}
        </p>
        {undo && (
          <ActionButton key={told} action={undo}>
            Undo<span className="sr-only">{`: ${told}`}</span>
          </ActionButton>
        )}
      </div>
      {children}
    </section>
  );
}

type PartTableProps = {
  title: string;
  /** Message in the place of a table without rows. */
  nothing: string;
  isEmpty: boolean;
  /** Heads of the columns before that of the actions. */
  heads: ReactNode;
  children: ReactNode;
};

/** The rows of a part, each ended by its actions. */
export function PartTable({ title, nothing, isEmpty, heads, children }: PartTableProps) {
  if (isEmpty) return <p className="border-y px-4 py-8 text-center text-ink-2">{nothing}</p>;
  return (
    <table className="table border-t">
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr>
          {heads}
          <th>
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

/** The shop's page of results for a query. */
export function TryIt({ query }: { query: string }) {
  return (
    <a
      href={`/products/keyword/${encodeURIComponent(query)}`}
      className="btn btn-line btn-sm"
      aria-label={`Try it: “${query}” in the shop`}
    >
      Try it
    </a>
  );
}
