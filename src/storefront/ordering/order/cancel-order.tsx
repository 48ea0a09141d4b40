import { type RefObject, useRef, useState } from 'react';
import { t } from '#language/message.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { cancelUnpaidOrder } from './orders.ts';

type CancelOrderProps = {
  orderId: string;
  /** Gets the focus, for the button goes with the order's being pending. */
  heading: RefObject<HTMLElement | null>;
  onCancelled: () => Promise<void>;
};

/** Cancels an order that is not paid, after asking. */
export function CancelOrder({ orderId, heading, onCancelled }: CancelOrderProps) {
  const [asking, setAsking] = useState(false);
  const cancelled = useRef(false);

  async function cancel() {
    const fault = await cancelUnpaidOrder(orderId);
    cancelled.current = fault === undefined;
    return fault;
  }

  function close() {
    setAsking(false);
    if (cancelled.current) void onCancelled();
  }

  return (
    <>
      <button type="button" className="btn btn-line" onClick={() => setAsking(true)}>
        {t('Cancel order')}
      </button>
      {asking && (
        <ConfirmDialog
          tone="harm"
          title={t('Cancel this order?')}
          confirmLabel={t('Cancel this order')}
          closeLabel={t('Keep it')}
          onConfirm={cancel}
          onClose={close}
          focusWhenDone={heading}
        >
          <p>{t('Its items are no longer held for you, and it can no longer be paid.')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
