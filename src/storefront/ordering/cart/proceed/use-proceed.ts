import { useRef, useState } from 'react';
import { showAlert } from '#client/alert/alert.ts';
import { currentUser } from '#client/session/session.ts';
import { t } from '#language/message.ts';
import { useLeaving } from '../../checkout/use-leaving.ts';
import type { QuoteState } from '../use-quote.ts';
import { payCart } from './pay-cart.ts';
import { redirectFailure } from './start-payment.ts';

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
  const departed = useLeaving((why) => (why === 'came back' ? stay() : fail(t(redirectFailure))));

  function stay() {
    leaving.current = false;
    setBusy(false);
  }

  function fail(fault: string) {
    stay();
    showAlert({ type: 'error', message: fault });
  }

  async function proceed() {
    if (leaving.current) return;
    leaving.current = true;
    setBusy(true);
    // With the page, not when it is asked for: a browser may not fetch again what it could not fetch without a network.
    const fault = await payCart(quoteState, fromWallet);
    if (fault === null) return departed();
    // Signed out by the answer: the alert of that is shown on the way to the login.
    if (!currentUser.get()) return;
    fail(fault);
    quoteState.reload();
  }

  return { busy, proceed };
}
