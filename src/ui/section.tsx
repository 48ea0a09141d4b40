import { type ReactNode, type RefObject, useId } from 'react';
import { t } from '#language/message.ts';

type SectionProps = {
  title: string;
  /** Purpose of this part, in a sentence. */
  lead: ReactNode;
  /** The heading, which gets the focus when what had it is removed. */
  heading?: RefObject<HTMLHeadingElement | null>;
  children: ReactNode;
};

/** A part of a settings screen: what it is at the left, what can be done at the right. */
export function Section({ title, lead, heading, children }: SectionProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className="grid gap-x-10 gap-y-5 border-t py-8 lg:grid-cols-[240px_minmax(0,1fr)]"
    >
      <div>
        <h2 id={titleId} ref={heading} tabIndex={-1} className="text-lg outline-none">
          {title}
        </h2>
        <div className="mt-1 text-sm text-ink-3">{lead}</div>
      </div>
      <div className="grid min-w-0 content-start gap-5">{children}</div>
    </section>
  );
}

/** One line of a list in a section: what it is, more about it, and what can be done with it. */
export function SectionRow({ name, about, children }: { name: ReactNode; about?: ReactNode; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-[540]">{name}</p>
        {about && <p className="text-sm text-ink-3">{about}</p>}
      </div>
      {children && <div className="flex flex-wrap gap-2">{children}</div>}
    </div>
  );
}

/** State of something that is on or off, as a word and a color. */
export function OnOff({ on }: { on: boolean }) {
  return (
    <span className={`badge ${on ? 'bg-success-soft text-success' : 'border text-ink-3'}`}>
      {on ? t('On') : t('Off')}
    </span>
  );
}

/** Rows of a list while they are being loaded. */
export function RowSkeleton({ rows = 1 }: { rows?: number }) {
  return (
    <div className="grid gap-4">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="skeleton h-11" />
      ))}
    </div>
  );
}
