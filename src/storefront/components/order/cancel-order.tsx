import { type RefObject, useRef, useState } from 'react';
import { showAlert } from '#client/alert/alert.ts';
import { createBrowserApi } from '#client/api-client/browser-api.ts';
import { failureText } from '#client/api-client/failure-text.ts';
import { cancelOrder } from '#client/api-client/order.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';

type CancelOrderProps = {
  orderId: string;
  /** Gets the focus, for the button goes with the order's being pending. */
  heading: RefObject<HTMLElement | null>;
  onCancelled: () => Promise<void>;
};

/** Gives an order up that is not paid, after asking. A payment may have been faster: then it says so. */
export function CancelOrder({ orderId, heading, onCancelled }: CancelOrderProps) {
  const [asking, setAsking] = useState(false);
  const cancelled = useRef(false);

  async function cancel() {
    try {
      const { order_status } = await cancelOrder(createBrowserApi(), orderId);
      if (order_status === 'cancelled' || order_status === 'expired')
        showAlert({ type: 'success', message: 'Your order is cancelled' });
      else showAlert({ type: 'error', message: 'Your order was paid before it could be cancelled' });
    } catch (error) {
      return failureText(error);
    }
    cancelled.current = true;
    return undefined;
  }

  function close() {
    setAsking(false);
    if (cancelled.current) void onCancelled();
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
          onClose={close}
          focusWhenDone={heading}
        >
          <p>Its items are no longer held for you, and it can no longer be paid.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
