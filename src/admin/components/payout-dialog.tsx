import { useState } from 'react';
import { formatAmount } from '#contract/money.ts';
import type { StaffPayout } from '#contract/payout.schema.ts';
import { payoutReasonMaximum, payoutReasonMinimum } from '#contract/payout.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Field } from '#ui/field.tsx';
import { move, type PayoutStep, type PayoutStepWithReason } from '../back-office/payouts.ts';

export type AskedStep = { payout: StaffPayout; step: PayoutStep | PayoutStepWithReason };

const titles = {
  paid: 'Has it arrived?',
  failed: 'Has it failed?',
  hold: 'Hold it?',
  release: 'Release it?',
} as const;
const labels = { paid: 'Mark as paid', failed: 'Mark as failed', hold: 'Hold', release: 'Release' } as const;

/** Asks before something becomes of a payout. */
export function PayoutDialog({
  asked,
  onDone,
  onClose,
}: {
  asked: AskedStep;
  onDone: () => void;
  onClose: () => void;
}) {
  const { payout, step } = asked;
  const [reason, setReason] = useState('');
  const [judged, setJudged] = useState(false);
  const needsReason = step === 'failed' || step === 'hold';
  const isShort = needsReason && reason.trim().length < payoutReasonMinimum;

  async function confirm() {
    setJudged(true);
    if (isShort) return '';
    const fault = await move(payout.payout_id, step, needsReason ? reason.trim() : undefined);
    if (fault === undefined) onDone();
    return fault;
  }

  return (
    <ConfirmDialog
      tone={step === 'failed' ? 'harm' : 'main'}
      title={`${payout.payout_id}: ${titles[step]}`}
      confirmLabel={labels[step]}
      onConfirm={confirm}
      onClose={onClose}
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
  return `${amount} of ${shop} can be paid then. It was held: ${payout.hold}`;
}
