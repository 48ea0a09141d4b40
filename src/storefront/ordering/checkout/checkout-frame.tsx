import type { ReactNode } from 'react';
import type { Quote } from '#contract/ordering/checkout.ts';
import { t } from '#language/message.ts';
import { rich } from '#ui/rich.ts';
import { SandboxNote } from '../cart/proceed/sandbox-note.tsx';
import { AcceptedTerms } from './accepted-terms.tsx';

type CheckoutFrameProps = { billing: ReactNode; order: ReactNode; quote?: Quote | null };

/** The two columns of /checkout: the billing details, and the order beside them with what is to be done. */
export function CheckoutFrame({ billing, order, quote = null }: CheckoutFrameProps) {
  return (
    <div className="grid gap-10 xl:grid-cols-[minmax(0,1fr)_31rem] xl:gap-16">
      <div>
        <h1 className="page-title mb-6 md:mb-8">{t('Billing details')}</h1>
        {billing}
      </div>
      <section
        aria-labelledby="your-order"
        className="card grid content-start gap-6 self-start p-5 md:p-6 xl:sticky xl:top-24"
      >
        <h2 id="your-order" className="text-lg">
          {t('Your order')}
        </h2>
        {order}
        <AcceptedTerms lines={quote?.lines} />
        <p className="-mt-3 text-center text-sm text-ink-3">
          {rich('Paying by card starts from <a>your cart</a>.', {
            a: (words) => (
              <a href="/cart" className="text-link">
                {words}
              </a>
            ),
          })}
        </p>
        <SandboxNote />
      </section>
    </div>
  );
}
