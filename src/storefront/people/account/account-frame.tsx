import { type ReactNode, useEffect, useRef } from 'react';
import { t } from '#language/message.ts';
import { PageHead } from '../../page/page-head.tsx';

type AccountFrameProps = {
  heading: string;
  description: string;
  /** Says what this step is about; read out when the step changes. */
  lead: ReactNode;
  children: ReactNode;
};

/**
 * The screens for signing in: a narrow column beside a still picture. With each new step, which is a new heading, the
 * first field has the focus.
 */
export function AccountFrame({ heading, description, lead, children }: AccountFrameProps) {
  const steps = useRef<HTMLDivElement>(null);
  const shown = useRef(heading);

  useEffect(() => {
    if (shown.current === heading) return;
    shown.current = heading;
    steps.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus();
  }, [heading]);

  return (
    <main id="main" className="grid flex-1 lg:grid-cols-2">
      <PageHead title={heading} description={description} noIndex />
      {/* From the top, so that nothing moves when an error appears. */}
      <div className="grid content-start justify-items-center px-4 pb-16 pt-10 md:pt-[max(4rem,12vh)]">
        <div className="w-full max-w-[380px]">
          <h1 className="page-title">{heading}</h1>
          <div role="status" className="mt-3 grid gap-1 text-ink-2">
            {lead}
          </div>
          <div ref={steps} className="needs-script mt-8 grid gap-7">
            {children}
          </div>
          <p className="without-script mt-8 text-ink-2">
            {t(
              'Accounts need scripts, so that a password never leaves this page, and so does what belongs to one: the cart, orders, the library, reviews and selling. Finding, comparing and reading about products works without them.',
            )}
          </p>
        </div>
      </div>
      <div aria-hidden="true" className="hidden p-3 pl-0 lg:block">
        <div
          className="h-full rounded-xl bg-night bg-cover bg-[position:70%_center]"
          style={{ backgroundImage: 'url(/video/welcome.avif)' }}
        />
      </div>
    </main>
  );
}

/** A link inside the text of an account screen. */
export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className="text-link">
      {children}
    </a>
  );
}
