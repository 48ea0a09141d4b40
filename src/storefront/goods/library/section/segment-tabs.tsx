import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';

type Segment = { id: string; label: string; content: ReactNode };

type SegmentTabsProps = {
  label: string;
  items: Segment[];
  current: number;
  onChange: (index: number) => void;
  /** Stands in their line. */
  beside: ReactNode;
};

/** A few ways to do one thing, side by side; tabs after the ARIA pattern. Only the panel that is shown is in the page. */
export function SegmentTabs({ label, items, current, onChange, beside }: SegmentTabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const base = useId();
  const shown = items[current];

  function onKeyDown(event: KeyboardEvent) {
    const last = items.length - 1;
    const target = {
      ArrowRight: current === last ? 0 : current + 1,
      ArrowLeft: current === 0 ? last : current - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    onChange(target);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[target]?.focus();
  }

  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div
          ref={list}
          role="tablist"
          aria-label={label}
          className="inline-flex gap-0.5 rounded-lg bg-[light-dark(var(--sunken),var(--raised))] p-0.5"
          onKeyDown={onKeyDown}
        >
          {items.map((item, index) => (
            <button
              key={item.id}
              type="button"
              role="tab"
              id={`${base}-${item.id}-tab`}
              aria-controls={`${base}-panel`}
              aria-selected={index === current}
              tabIndex={index === current ? 0 : -1}
              className="min-h-8 rounded-[7px] px-3 text-[0.8125rem] text-ink-2 hover:text-ink aria-selected:bg-[light-dark(#fff,#2e323a)] aria-selected:font-[560] aria-selected:text-ink aria-selected:shadow-1 pointer-coarse:min-h-10"
              onClick={() => onChange(index)}
            >
              {item.label}
            </button>
          ))}
        </div>
        {beside}
      </div>
      {shown && (
        <div role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${shown.id}-tab`} className="min-w-0">
          {shown.content}
        </div>
      )}
    </div>
  );
}
