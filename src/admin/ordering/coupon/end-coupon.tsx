import type { RefObject } from 'react';
import type { StaffCoupon } from '#contract/ordering/coupon.schema.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { end } from './coupon.ts';

type EndCouponProps = {
  of: StaffCoupon;
  /** Also where it was refused: somebody else may have ended it. */
  onAnswer: () => Promise<void>;
  onClose: () => void;
  focusWhenDone: RefObject<HTMLElement | null>;
};

/** Asks before a coupon takes nothing off any more. */
export function EndCoupon({ of: { code, waiting }, onAnswer, onClose, focusWhenDone }: EndCouponProps) {
  return (
    <ConfirmDialog
      tone="harm"
      title={`End ${code}?`}
      confirmLabel="End coupon"
      onClose={onClose}
      focusWhenDone={focusWhenDone}
      onConfirm={async () => {
        const fault = await end(code);
        await onAnswer();
        return fault;
      }}
    >
      <p>From now on it takes nothing off. Whoever has it in their cart is told that it is not valid any more.</p>
      <p>
        {waiting === 0
          ? 'No order waits for its payment with it.'
          : `${waiting === 1 ? '1 order waits' : `${waiting} orders wait`} for payment with it: what it took off there stays.`}{' '}
        Orders that were paid stay as they are. You can open it again.
      </p>
    </ConfirmDialog>
  );
}
