import type { ReactNode } from 'react';

type ScreenProps = { title: string; lead?: ReactNode; actions?: ReactNode; children: ReactNode };

/** Head of every screen: its name, what it is about in a sentence, and its actions. */
export function Screen({ title, lead, actions, children }: ScreenProps) {
  return (
    <>
      <title>{`${title} | Back office`}</title>
      <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-2xl">{title}</h1>
          {lead && <div className="mt-1 text-sm text-ink-2">{lead}</div>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {children}
    </>
  );
}
