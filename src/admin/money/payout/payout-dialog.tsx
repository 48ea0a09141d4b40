import { type RefObject, useState } from 'react';
import { formatAmount } from '#contract/money/amount/money.ts';
import type { StaffPayout } from '#contract/money/payout.schema.ts';
import { type PayoutStep, payoutReasonMaximum, payoutReasonMinimum } from '#contract/money/payout.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { Field } from '#ui/form/field.tsx';
import { move } from './payouts.ts';

export type AskedStep = { payout: StaffPayout; step: PayoutStep };

const titles: Record<PayoutStep, string> = {
  paid: 'Has it arrived?',
  failed: 'Has it failed?',
  hold: 'Hold it?',
  release: 'Release it?',
  'take-out': 'Take it out of the file?',
  retry: 'Retry it?',
};

/** As buttons name them. */
export const stepNames: Record<PayoutStep, string> = {
  paid: 'Mark as paid',
  failed: 'Mark as failed',
  hold: 'Hold',
  release: 'Release',
  'take-out': 'Take out of file',
  retry: 'Retry',
};

type DialogProps = {
  asked: AskedStep;
  onClose: () => void;
  focusWhenDone?: RefObject<HTMLElement | null>;
};

/** Asks before something becomes of a payout. */
export function PayoutDialog({ asked, ...rest }: DialogProps) {
  const { payout, step } = asked;
  const [reason, setReason] = useState('');
  const [judged, setJudged] = useState(false);
  const needsReason = step === 'failed' || step === 'hold';
  const isShort = needsReason && reason.trim().length < payoutReasonMinimum;

  async function confirm() {
    setJudged(true);
    if (isShort) return '';
    return move(payout.payout_id, step, needsReason ? reason.trim() : undefined);
  }

  return (
    <ConfirmDialog
      tone={step === 'failed' ? 'harm' : 'main'}
      title={`${payout.payout_id}: ${titles[step]}`}
      confirmLabel={stepNames[step]}
      onConfirm={confirm}
      {...rest}
    >
      <p>{textOf(asked)}</p>
      {needsReason && (
        <Field
          label="Reason"
          name="reason"
          value={reason}
          onChange={(text) => setReason(text.slice(0, payoutReasonMaximum))}
          error={judged && isShort ? `Say why, in at least ${payoutReasonMinimum} characters` : undefined}
          hint="The shop reads it."
        />
      )}
    </ConfirmDialog>
  );
}

function textOf({ payout, step }: AskedStep): string {
  const amount = formatAmount(payout.amount);
  const shop = payout.seller_name ?? payout.seller_id;
  if (step === 'paid') return `${amount} of ${shop} is in the account ending in ${payout.last4}.`;
  if (step === 'failed')
    return payout.state === 'paid'
      ? `${amount} had arrived and was sent back. It goes back to the balance of ${shop}.`
      : `${amount} goes back to the balance of ${shop}, whose owners are told by mail.`;
  if (step === 'hold') return `${amount} of ${shop} is in no bank file until somebody releases it.`;
  if (step === 'take-out')
    return `${amount} of ${shop} is pending again. The other payouts of ${payout.batch_id} are in a new file then: the bank must not have this one.`;
  if (step === 'retry')
    return payout.stuck_since
      ? `Stripe is asked now to give ${amount} back. It is in the balance of ${shop} then.`
      : `A new payout of ${amount} goes to where ${shop} has its money sent now.`;
  return `${amount} of ${shop} can be paid then. It was held: ${payout.hold}`;
}
