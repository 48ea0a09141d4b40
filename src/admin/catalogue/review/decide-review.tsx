import { type RefObject, useState } from 'react';
import type { StaffReview } from '#contract/catalogue/review-report.schema.ts';
import { hideReasonMaximum, hideReasonMinimum, type ReviewDecision } from '#contract/catalogue/review-report.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { Field } from '#ui/form/field.tsx';
import { decide } from './review.ts';

type DecideProps = {
  of: StaffReview;
  decision: ReviewDecision;
  /** Also where it was refused: somebody else may have decided. */
  onAnswer: () => Promise<void>;
  onClose: () => void;
  focusWhenDone: RefObject<HTMLElement | null>;
};

const titles: Record<ReviewDecision, string> = {
  hide: 'Hide this review?',
  show: 'Show this review again?',
  dismiss: 'Leave this review as it is?',
};
export const decisionLabels: Record<ReviewDecision, string> = {
  hide: 'Hide review',
  show: 'Show review again',
  dismiss: 'Leave as it is',
};

/** Asks before something becomes of a review, and for the reason that its author gets. */
export function DecideReview({ of, decision, onAnswer, onClose, focusWhenDone }: DecideProps) {
  const [reason, setReason] = useState('');
  const [judged, setJudged] = useState(false);
  // Version that was read when the question was asked: no other text is decided on, however often it is tried.
  const [seen] = useState(of.review.updated_at);
  const fault = reasonFault(decision, reason.trim());

  async function confirm(): Promise<string | undefined> {
    setJudged(true);
    if (fault) return '';
    const given = { reason: reason.trim(), seen };
    const refused = await decide(of.review.review_id, decision, given);
    await onAnswer();
    return refused;
  }

  return (
    <ConfirmDialog
      tone={decision === 'hide' ? 'harm' : 'main'}
      title={titles[decision]}
      confirmLabel={decisionLabels[decision]}
      onConfirm={confirm}
      onClose={onClose}
      focusWhenDone={focusWhenDone}
    >
      <p>{whatHappens(of, decision)}</p>
      <Field
        label={decision === 'dismiss' ? 'Note (optional)' : 'Reason'}
        name="reason"
        rows={4}
        value={reason}
        required={decision !== 'dismiss'}
        error={judged ? fault : undefined}
        hint={decision === 'dismiss' ? 'For the staff alone.' : 'The author gets it by mail, in these words.'}
        onChange={setReason}
      />
    </ConfirmDialog>
  );
}

function whatHappens({ waiting, author, review }: StaffReview, decision: ReviewDecision): string {
  const reports = waiting?.reports ?? 0;
  const notice = reports > 0 ? ' Who has reported it is told what became of it.' : '';
  if (decision === 'hide')
    return `At once nobody but ${author.name} sees it, and its stars do not count.${notice} You can show it again.`;
  if (decision === 'show') return `At once everybody can read it again, and its stars count.${notice}`;
  return `It stays ${review.show ? 'on the page of the product' : 'hidden'}, and waits no more.${notice} Its author is not told.`;
}

function reasonFault(decision: ReviewDecision, reason: string): string | undefined {
  if (decision !== 'dismiss' && reason.length < hideReasonMinimum)
    return `Say why in at least ${hideReasonMinimum} characters: the author reads it.`;
  return reason.length > hideReasonMaximum ? `Write at most ${hideReasonMaximum} characters.` : undefined;
}
