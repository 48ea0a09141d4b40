import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createBrowserApi } from '../api-client/browser-api.ts';
import { itemCount } from '../cart/cart.ts';
import { categoryPath } from '../components/category-links.ts';
import { PageHead } from '../components/page-head.tsx';
import { useShop } from '../store-context.ts';

/** The payment-complete page. As specified it always leaves loading; a failed verification is only logged. */
export function Component() {
  const [loading, setLoading] = useState(true);

  useEffect(() => {
    itemCount.set(0);
    const api = createBrowserApi();
    api
      .get<{ message: string }>('/success/')
      // biome-ignore lint/suspicious/noConsole: the specification logs a failed verification and tells nobody else
      .catch((error: Error) => console.log(`Payment verification failed: ${error.message}`))
      .finally(() => setLoading(false));
  }, []);

  return (
    <main id="main" className="wrap grid flex-1 items-center gap-12 py-12 md:grid-cols-[minmax(0,1fr)_380px]">
      <PageHead title="Payment Complete" description="Thank you for your order." noIndex />
      {loading ? (
        <>
          <div role="status" className="needs-script">
            <h1 className="text-section">Verifying payment...</h1>
            <div className="skeleton mt-6 h-6 w-64" />
          </div>
          {/* Without scripts nothing verifies and nothing loads: the page thanks at once. */}
          <noscript>
            <Thanks />
          </noscript>
        </>
      ) : (
        <Thanks />
      )}
      <Printer />
    </main>
  );
}

function Thanks() {
  return (
    <div>
      <span className="inline-grid size-12 place-items-center rounded-full bg-success-soft text-success">
        <Check size={24} aria-hidden />
      </span>
      <h1 className="mt-5 text-section">Payment Complete</h1>
      <p className="mt-4 max-w-[44ch] text-lg text-ink-2">
        Thank you for completing the payment! You will shortly receive an email confirmation.
      </p>
      <a className="btn btn-primary mt-7" href={categoryPath('all')}>
        Continue Shopping
      </a>
    </div>
  );
}

function Printer() {
  const { store } = useShop();
  return (
    <div aria-hidden="true">
      <div className="relative z-10 rounded-xl border border-white/10 bg-[#17181c] p-4 pb-3">
        <p className="eyebrow mb-3 px-1 text-white/70">Printing</p>
        <div className="slot" />
      </div>
      <div className="relative z-20 -mt-4 px-7 [clip-path:inset(0_-60px_-80px_-60px)]">
        <div className="paper" data-testid="paper">
          <div className="paper-sheet px-6 pb-10 pt-8 font-mono text-[.8125rem] leading-6">
            <p className="text-center text-base font-[700]">{store.name.toUpperCase()}</p>
            <p className="text-center text-xs">{store.tagline}</p>
            <hr className="my-4 border-dashed !border-[#17181c]/40" />
            <p className="text-center">Thank you</p>
            <div className="mt-5 h-12 bg-[repeating-linear-gradient(90deg,#17181c_0_2px,transparent_2px_5px,#17181c_5px_6px,transparent_6px_10px,#17181c_10px_13px,transparent_13px_15px)]" />
          </div>
        </div>
      </div>
    </div>
  );
}
