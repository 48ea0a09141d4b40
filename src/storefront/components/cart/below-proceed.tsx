import type { QuoteState } from '../../cart/use-quote.ts';
import { categoryPath } from '../../catalogue/paths.ts';
import { useShop } from '../../shop/shop-context.ts';
import { AcceptedTerms } from '../checkout/accepted-terms.tsx';
import { SandboxNote } from './sandbox-note.tsx';

/** Below 'Proceed Checkout': what ordering accepts, whether money moves, and the other ways from here. */
export function BelowProceed({ of: { quote, stale }, empty }: { of: QuoteState; empty: boolean }) {
  const { settings } = useShop();
  return (
    <>
      {!empty && <AcceptedTerms quote={quote ?? stale} />}
      <SandboxNote />
      {settings.billingForm === 'order' && !empty && (
        <a href="/checkout" className="btn btn-line">
          Pay by bank transfer or check
        </a>
      )}
      {!empty && (
        <a href={categoryPath('all')} className="btn btn-ghost">
          Continue Shopping
        </a>
      )}
    </>
  );
}
