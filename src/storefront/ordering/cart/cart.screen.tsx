import { useStore } from '@nanostores/react';
import { ShoppingBag } from 'lucide-react';
import { useRef } from 'react';
import { t } from '#language/message.ts';
import { categoryPath } from '../../catalogue/paths.ts';
import { PageHead } from '../../page/page-head.tsx';
import { appliedCoupon, cartLines, cartLoading, triedCoupon } from './cart.ts';
import { CartSummary } from './cart-summary.tsx';
import { CartTable } from './cart-table.tsx';
import { CardProviderScript } from './proceed/card-provider-script.tsx';
import { useCancelledPayment } from './proceed/use-cancelled-payment.ts';
import { useQuote } from './use-quote.ts';

export function Component() {
  const lines = useStore(cartLines);
  const loading = useStore(cartLoading);
  const refilling = useCancelledPayment();
  const applied = useStore(appliedCoupon);
  const quoteState = useQuote(lines, useStore(triedCoupon) ?? applied);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <main id="main" className="page wrap flex-1">
      <PageHead title={t('Cart')} description={t('What you are about to order.')} noIndex />
      <CardProviderScript />
      <h1 ref={heading} tabIndex={-1} className="page-title outline-none">
        {t('Cart')}
      </h1>
      <div className="mt-6 grid gap-10 md:mt-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-14">
        {loading || refilling ? (
          <Outline />
        ) : lines.length === 0 ? (
          <Empty />
        ) : (
          <CartTable lines={lines} quoteState={quoteState} onEmptied={() => heading.current?.focus()} />
        )}
        <CartSummary lines={lines} quoteState={quoteState} />
      </div>
    </main>
  );
}

function Empty() {
  return (
    <div className="grid content-center justify-items-center gap-3 border-y px-4 py-16 text-center">
      <ShoppingBag size={44} strokeWidth={1.2} aria-hidden className="text-ink-3" />
      <h2 className="mt-2 text-xl">{t('Your Cart is Empty')}</h2>
      <p className="max-w-[44ch] text-ink-2">{t('What you add from a product or a list waits here.')}</p>
      <a className="btn btn-primary mt-4" href={categoryPath('all')}>
        {t('Continue Shopping')}
      </a>
    </div>
  );
}

function Outline() {
  return (
    <div role="status" className="grid content-start gap-5 border-t pt-5">
      <span className="sr-only">{t('Loading')}</span>
      <div className="skeleton h-24" />
      <div className="skeleton h-24" />
    </div>
  );
}
