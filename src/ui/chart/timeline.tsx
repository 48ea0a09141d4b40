import type { ComponentType, ReactNode } from 'react';
import { t } from '#language/message.ts';

/** Something that has happened, or is to happen. */
export type TimeItem = {
  id: string;
  /** UTC, ISO 8601. */
  at: string;
  planned?: boolean;
  icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>;
  /** Money is drawn darker than the rest. */
  strong?: boolean;
  title: ReactNode;
  detail?: ReactNode;
  /** Text that somebody wrote; it stays text. */
  quote?: string | null;
  /** Hidden from buyers and shops. */
  inside?: boolean;
};

const days = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const hours = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

/**
 * Events by day in the reader's own zone, in the order given. The word says what it is; the picture beside it repeats that.
 */
export function Timeline({ label, items }: { label: string; items: readonly TimeItem[] }) {
  const groups: Array<{ day: string; items: TimeItem[] }> = [];
  for (const item of items) {
    const day = days.format(new Date(item.at));
    const last = groups.at(-1);
    if (last?.day === day) last.items.push(item);
    else groups.push({ day, items: [item] });
  }
  return (
    <ol aria-label={label} className="grid grid-cols-[minmax(0,1fr)]">
      {groups.map((group) => (
        <li key={`${group.day} ${group.items[0]?.id}`} className="border-t py-3">
          <h3 className="mb-2 text-xs font-[560] tracking-normal text-ink-3">{group.day}</h3>
          <ol>
            {group.items.map((item) => (
              <Happened key={item.id} item={item} />
            ))}
          </ol>
        </li>
      ))}
    </ol>
  );
}

function Happened({ item }: { item: TimeItem }) {
  const { icon: Icon } = item;
  const date = new Date(item.at);
  const look = item.planned
    ? 'border border-dashed border-line-strong text-ink-3'
    : item.strong
      ? 'bg-primary text-on-primary'
      : 'bg-sunken text-ink-2';
  return (
    <li className="grid grid-cols-[3.75rem_1.5rem_minmax(0,1fr)] gap-x-3 py-1.5 text-sm">
      <time dateTime={date.toISOString()} className="num pt-0.5 text-xs text-ink-3">
        {hours.format(date)}
      </time>
      <span className={`grid size-6 place-items-center rounded-full ${look}`}>
        <Icon size={13} aria-hidden />
      </span>
      <div className="min-w-0">
        <p className={item.planned ? 'text-ink-2' : ''}>
          {item.planned && <span className="text-ink-3">{t('Planned:')} </span>}
          {item.title}
        </p>
        {item.detail && <p className="text-xs text-ink-3 [overflow-wrap:anywhere]">{item.detail}</p>}
        {item.quote && (
          <blockquote
            dir="auto"
            className={`mt-1.5 max-w-[72ch] whitespace-pre-wrap rounded-lg px-3 py-2 ${item.inside ? 'bg-accent-soft' : 'bg-sunken'}`}
          >
            {item.quote}
          </blockquote>
        )}
      </div>
    </li>
  );
}
