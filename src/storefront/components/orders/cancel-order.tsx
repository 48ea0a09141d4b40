import { useState } from 'react';
import { showAlert } from '../../alert/alert.ts';
import { createBrowserApi } from '../../api-client/browser-api.ts';
import { failureText } from '../../api-client/failure-text.ts';
import { cancelOrder } from '../../api-client/order.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

/** Gives an order up that is not paid, after asking. A payment may have been faster: then it says so. */
export function CancelOrder({ orderId, onCancelled }: { orderId: string; onCancelled: () => Promise<void> }) {
  const [asking, setAsking] = useState(false);

  async function cancel() {
    try {
      const { order_status } = await cancelOrder(createBrowserApi(), orderId);
      if (order_status === 'cancelled' || order_status === 'expired')
        showAlert({ type: 'success', message: 'Your order is cancelled' });
      else showAlert({ type: 'error', message: 'Your order was paid before it could be cancelled' });
    } catch (error) {
      return failureText(error);
    }
    await onCancelled();
    return undefined;
  }

  return (
    <>
      <button type="button" className="btn btn-line" onClick={() => setAsking(true)}>
        Cancel order
      </button>
      {asking && (
        <ConfirmDialog
          title="Cancel this order?"
          confirmLabel="Cancel this order"
          closeLabel="Keep it"
          onConfirm={cancel}
          onClose={() => setAsking(false)}
        >
          <p>Its items are no longer held for you, and it can no longer be paid.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
