import { type RefObject, useState } from 'react';
import { closeReasonMaximum, closeReasonMinimum } from '#contract/money/reconciliation.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { Field } from '#ui/form/field.tsx';
import { type ReconciliationRow, reconciling } from './reconciliation.ts';

/** `what` names the row as the list does: '−$0.77, Adjustment'. */
export type AskedClosing = { row: ReconciliationRow; what: string; step: 'close' | 'reopen' };

type DialogProps = {
  asked: AskedClosing;
  focusWhenDone: RefObject<HTMLElement | null>;
  onDone: () => Promise<void>;
  onClose: () => void;
};

/** Asks before a row leaves the list, or is put on it again. */
export function ReconciliationDialog({ asked, focusWhenDone, onDone, onClose }: DialogProps) {
  const { row, what, step } = asked;
  const [reason, setReason] = useState('');
  const [judged, setJudged] = useState(false);
  const isClosing = step === 'close';
  const isShort = isClosing && reason.trim().length < closeReasonMinimum;

  async function confirm() {
    setJudged(true);
    if (isShort) return '';
    const fault = isClosing ? await reconciling.close(row, reason.trim()) : await reconciling.reopen(row);
    if (fault === undefined) await onDone();
    return fault;
  }

  return (
    <ConfirmDialog
      tone="main"
      title={isClosing ? 'Close it?' : 'Put it on the list again?'}
      confirmLabel={isClosing ? 'Close it' : 'Put it on the list'}
      focusWhenDone={focusWhenDone}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p className="[overflow-wrap:anywhere]">{what}</p>
      <p>
        {isClosing
          ? 'No money moves. It leaves the list, and stands in the audit log with your reason.'
          : 'Its reason is kept in the audit log. The next run looks for what explains it.'}
      </p>
      {isClosing && (
        <Field
          label="Reason"
          name="reason"
          rows={2}
          value={reason}
          onChange={(text) => setReason(text.slice(0, closeReasonMaximum))}
          error={judged && isShort ? `Say why, in at least ${closeReasonMinimum} characters` : undefined}
        />
      )}
    </ConfirmDialog>
  );
}
