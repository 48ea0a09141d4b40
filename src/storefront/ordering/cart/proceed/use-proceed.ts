import { useEffect, useRef, useState } from 'react';
import { showAlert } from '#client/alert/alert.ts';
import { currentUser } from '#client/session/session.ts';
import type { QuoteState } from '../use-quote.ts';
import { payCart } from './pay-cart.ts';
import { redirectFailure } from './start-payment.ts';

/** A browser that is still here after so long did not get the payment page: it did not answer, or refused. */
const REDIRECT_TIMEOUT_MS = 20_000;

/**
 * Action of 'Proceed Checkout', once at a time; `fromWallet` cents of it are paid from the wallet. Where it did not lead to the
 * payment, the cart is quoted again.
 */
export function useProceed(
  quoteState: QuoteState,
  fromWallet: number,
): { busy: boolean; proceed: () => Promise<void> } {
  const [busy, setBusy] = useState(false);
  const leaving = useRef(false);
  const isShown = useRef(true);
  const timeout = useRef<ReturnType<typeof setTimeout>>(undefined);

  // A customer who comes back by the browser's button may find this page as it was left.
  useEffect(() => {
    isShown.current = true;
    function comeBack({ persisted }: PageTransitionEvent) {
      if (!persisted) return;
      leaving.current = false;
      setBusy(false);
    }
    const stopTimeout = () => clearTimeout(timeout.current);
    window.addEventListener('pageshow', comeBack);
    window.addEventListener('pagehide', stopTimeout);
    return () => {
      isShown.current = false;
      stopTimeout();
      window.removeEventListener('pageshow', comeBack);
      window.removeEventListener('pagehide', stopTimeout);
    };
  }, []);

  function fail(fault: string) {
    leaving.current = false;
    setBusy(false);
    showAlert({ type: 'error', message: fault });
  }

  async function proceed() {
    if (leaving.current) return;
    leaving.current = true;
    setBusy(true);
    // With the page, not when it is asked for: a browser may not fetch again what it could not fetch without a network.
    const fault = await payCart(quoteState, fromWallet);
    if (fault === null) {
      if (isShown.current) timeout.current = setTimeout(() => fail(redirectFailure), REDIRECT_TIMEOUT_MS);
      return;
    }
    // Signed out by the answer: the alert of that is shown on the way to the login.
    if (!currentUser.get()) return;
    fail(fault);
    quoteState.reload();
  }

  return { busy, proceed };
}
