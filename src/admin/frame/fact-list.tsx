import type { ReactNode } from 'react';

export type Fact = [name: string, value: ReactNode];

/** Facts, name beside value. Unknown ones are left out. */
export function FactList({ facts }: { facts: Fact[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-2 text-sm md:grid-cols-[10rem_minmax(0,1fr)]">
      {facts.map(([name, value]) =>
        value ? (
          <div key={name} className="contents">
            <dt className="text-ink-3">{name}</dt>
            <dd className="mb-2 min-w-0 whitespace-pre-line md:mb-0">{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
