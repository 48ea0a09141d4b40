import { type RefObject, useState } from 'react';
import { minutesText } from '#contract/goods/access/hours.ts';
import { formatAmount } from '#contract/money/amount/money.ts';
import type { DisputePage } from '#contract/ordering/dispute.ts';
import { type DisputeDecision, disputeReasonMaximum } from '#contract/ordering/dispute-terms.ts';
import { readCents, readMinutes } from '#contract/text/typed-number.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { Field } from '#ui/form/field.tsx';
import { decide } from './dispute.ts';

type DecideProps = {
  page: DisputePage;
  onDone: () => Promise<void>;
  onClose: () => void;
  focusWhenDone: RefObject<HTMLElement | null>;
};

/** Asks for whom a dispute is decided, and says of each choice what becomes of the money. */
export function DecideDispute({ page: { dispute, hours: time }, onDone, onClose, focusWhenDone }: DecideProps) {
  const [decision, setDecision] = useState<DisputeDecision | null>(null);
  const [amount, setAmount] = useState('');
  const [hours, setHours] = useState('');
  const [reason, setReason] = useState('');
  const [judged, setJudged] = useState(false);
  const cents = readCents(amount);
  const minutes = readMinutes(hours);
  const whole = formatAmount(dispute.amount ?? 0);
  const faults = {
    decision: decision === null ? 'Choose for whom' : undefined,
    amount: decision === 'part' && !cents ? 'Write an amount such as 12.50' : undefined,
    hours: decision === 'part' && minutes === null ? 'Write a number of hours such as 12 or 1.5' : undefined,
    reason: reason.trim() ? undefined : 'Say why: both sides read it',
  };

  async function confirm() {
    setJudged(true);
    if (decision === null || Object.values(faults).some(Boolean)) return '';
    const part = cents ? { amount: cents / 100, ...(minutes && { minutes }) } : {};
    const given = { decision, reason: reason.trim(), ...(decision === 'part' && part) };
    const refused = await decide(dispute.dispute_id, given);
    if (!refused) await onDone();
    return refused;
  }

  return (
    <ConfirmDialog
      tone="main"
      title="Decide this dispute"
      confirmLabel={decision ? labels(decision, amount) : 'Decide'}
      onConfirm={confirm}
      onClose={onClose}
      focusWhenDone={focusWhenDone}
    >
      <fieldset className="grid gap-3">
        <legend className="sr-only">For whom</legend>
        {choices(whole).map(([value, name, what]) => (
          <label key={value} className="flex items-start gap-3">
            <input
              type="radio"
              name="decision"
              className="mt-1 flex-none"
              checked={decision === value}
              onChange={() => setDecision(value)}
            />
            <span className="min-w-0">
              <span className="font-[560] text-ink">{name}</span>
              <span className="block text-sm">{what}</span>
            </span>
          </label>
        ))}
        {judged && faults.decision && (
          <p role="alert" className="text-sm text-danger">
            {faults.decision}
          </p>
        )}
      </fieldset>
      {decision === 'part' && (
        <Field
          label="Amount in dollars for the buyer"
          name="amount"
          value={amount}
          error={judged ? faults.amount : undefined}
          hint={`Less than what is left of ${whole}.`}
          onChange={setAmount}
        />
      )}
      {decision === 'part' && time && time.left > 0 && (
        <Field
          label="Hours of machine time that go with it"
          name="hours"
          value={hours}
          error={faults.hours}
          hint={`${minutesText(time.left)} are left. Empty: the buyer keeps them.`}
          onChange={setHours}
        />
      )}
      <Field
        label="Reason"
        name="reason"
        rows={4}
        value={reason}
        error={judged ? faults.reason : undefined}
        hint="Both sides read it, in these words. A decision cannot be undone."
        onChange={(text) => setReason(text.slice(0, disputeReasonMaximum))}
      />
    </ConfirmDialog>
  );
}

const choices = (whole: string): Array<[DisputeDecision, string, string]> => [
  ['buyer', 'For the buyer', `All that is left of ${whole} goes back to the buyer.`],
  ['part', 'In part', 'A part goes back to the buyer; the rest stays, or comes back, to the seller.'],
  ['seller', 'For the seller', 'Nothing goes back. What was put apart comes back to the seller.'],
];

function labels(decision: DisputeDecision, amount: string): string {
  if (decision === 'buyer') return 'Decide for the buyer';
  if (decision === 'seller') return 'Decide for the seller';
  const cents = readCents(amount);
  return cents ? `Give ${formatAmount(cents / 100)} back` : 'Give a part back';
}
