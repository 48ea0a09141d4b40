import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';

type TabItem = { id: string; label: ReactNode; content: ReactNode };

type TabsProps = {
  label: string;
  items: TabItem[];
  /** Which of the items is shown. */
  current: number;
  onChange: (index: number) => void;
};

/**
 * Tabs after the ARIA pattern: arrows, Home and End move between them. Every panel is in the page, and without scripts
 * every panel is shown and the tabs are not (app.css), so that nothing waits for a click that cannot come.
 */
export function Tabs({ label, items, current, onChange }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const base = useId();

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
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="needs-script flex gap-7 border-b"
        onKeyDown={onKeyDown}
      >
        {items.map((item, index) => (
          <button
            key={item.id}
            type="button"
            role="tab"
            id={`${base}-${item.id}-tab`}
            aria-controls={`${base}-${item.id}`}
            aria-selected={index === current}
            tabIndex={index === current ? 0 : -1}
            className="tab"
            onClick={() => onChange(index)}
          >
            {item.label}
          </button>
        ))}
      </div>
      {items.map((item, index) => (
        <div
          key={item.id}
          role="tabpanel"
          id={`${base}-${item.id}`}
          aria-labelledby={`${base}-${item.id}-tab`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without a control of its own is scrolled by keyboard
          tabIndex={0}
          data-current={index === current || undefined}
          className="tab-panel py-8"
        >
          {item.content}
        </div>
      ))}
    </>
  );
}
