import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type Alert, showAlert } from '#client/alert/alert.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import { currentUser } from '#client/session/session.ts';
import { t } from '#language/message.ts';
import { cartLoading } from '../cart.ts';

const notRestored = (): Alert => ({
  type: 'error',
  message: t('Your cart could not be filled again. What you ordered stands in My Orders.'),
});

/**
 * A customer who cancels at the payment provider comes back to `/cart?cancelled=<order>`: the order is given up and
 * the cart holds its items again. True until that is done; then the address is the cart's own, so that a reload does
 * nothing again.
 */
export function useCancelledPayment(): boolean {
  const navigate = useNavigate();
  const loading = useStore(cartLoading);
  const orderId = new URLSearchParams(useLocation().search).get('cancelled');
  const handled = useRef<string | null>(null);

  useEffect(() => {
    if (!orderId || loading || handled.current === orderId) return;
    handled.current = orderId;
    import('./restore-cart.ts')
      .then(({ restoreCart }) => restoreCart(createBrowserApi(), orderId))
      .catch(notRestored)
      .then((alert) => {
        // Customers who were signed out by the answer are led to the login, and come back here.
        if (!currentUser.get()) return;
        showAlert(alert, { persist: true });
        navigate('/cart', { replace: true });
      });
  }, [orderId, loading, navigate]);

  return orderId !== null;
}
