import type { ReactNode } from 'react';

/**
 * Where a thing stands: `on` in order, `wait` for somebody else, `due` for whoever looks at it, `draft` not begun, `bad` failed or harmed, `off`
 * ended, `back` money went back, `hot` running. Red is harm's alone.
 */
export type BadgeState = 'on' | 'wait' | 'due' | 'draft' | 'bad' | 'off' | 'back' | 'hot';

const colors: Record<BadgeState, string> = {
  on: 'text-success',
  wait: 'text-warning',
  due: 'text-warning',
  draft: 'text-ink-3',
  bad: 'text-danger',
  off: 'text-ink-3',
  back: 'text-warning',
  hot: 'text-accent',
};

const shapes: Record<BadgeState, ReactNode> = {
  on: <circle cx="6" cy="6" r="4" fill="currentColor" />,
  wait: (
    <>
      <circle cx="6" cy="6" r="3.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M6 2a4 4 0 0 0 0 8z" fill="currentColor" />
    </>
  ),
  due: <path d="M6 1.5 11 10.5H1z" fill="currentColor" />,
  draft: <circle cx="6" cy="6" r="3.25" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  bad: <path d="M6 .5 11.5 6 6 11.5.5 6z" fill="currentColor" />,
  off: <rect x="2" y="2" width="8" height="8" rx="1" fill="currentColor" />,
  back: <path d="M5 2 1.5 6 5 10M2 6h9" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  hot: (
    <>
      <circle cx="6" cy="6" r="6" fill="currentColor" opacity="0.25" />
      <circle cx="6" cy="6" r="3" fill="currentColor" />
    </>
  ),
};

/** The word says it, and so does the shape; the color repeats it. */
export function StatusBadge({ state, children }: { state: BadgeState; children: ReactNode }) {
  return (
    <span className={`inline-flex items-center gap-1.5 whitespace-nowrap ${state === 'bad' ? 'text-danger' : ''}`}>
      <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true" className={`flex-none ${colors[state]}`}>
        {shapes[state]}
      </svg>
      {children}
    </span>
  );
}
