import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#language/message.ts';
import type { Change } from '../form/range-labels.ts';
import { rich } from '../rich.ts';

/** Name and values now and before, as text; how much that has changed. */
type Figure = { name: string; now: ReactNode; before: ReactNode; change: Change | null };

/** A row of numbers beside their past: two abreast on a phone, six on a wide screen. */
export function FigureList({ figures }: { figures: Figure[] }) {
  return (
    <dl className="num grid grid-cols-2 border-y sm:grid-cols-3 xl:grid-cols-6">
      {figures.map(({ name, now, before, change }) => (
        <div key={name} className="grid content-start gap-0.5 py-4 pr-3">
          <dt className="text-sm text-ink-3">{name}</dt>
          <dd className="text-xl font-[560]">{now}</dd>
          <dd className="flex flex-wrap gap-x-1.5 text-xs text-ink-3">
            {change && (
              <span className="inline-flex items-center gap-0.5 text-ink">
                {change.sign === 'up' && <ArrowUp size={12} role="img" aria-label={t('More:')} />}
                {change.sign === 'down' && <ArrowDown size={12} role="img" aria-label={t('Less:')} />}
                {change.text}
              </span>
            )}
            {rich('{before} before', { before })}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The same while it is being loaded, in its size. */
export function FigureListSkeleton({ count }: { count: number }) {
  return (
    <div className="grid grid-cols-2 gap-x-6 border-y sm:grid-cols-3 xl:grid-cols-6">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="grid gap-2 py-4">
          <div className="skeleton h-4 w-20" />
          <div className="skeleton h-6 w-24" />
          <div className="skeleton h-3 w-28" />
        </div>
      ))}
    </div>
  );
}
