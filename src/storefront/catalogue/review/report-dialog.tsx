import { type RefObject, useState } from 'react';
import type { ShownReview } from '#contract/catalogue/review.ts';
import { type ReviewReportReason, reviewReportLabels, reviewReportReasons } from '#contract/catalogue/review-report.ts';
import { reportReasonMaximum } from '#contract/people/message-limits.ts';
import { t } from '#language/message.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { Field } from '#ui/form/field.tsx';
import { rich } from '#ui/rich.ts';
import { reportReview } from './report-review.ts';

type ReportDialogProps = {
  review: ShownReview;
  onDone: () => void;
  onClose: () => void;
  focusWhenDone: RefObject<HTMLElement | null>;
};

/** Asks what is wrong with a review. */
export function ReportDialog({ review, onDone, onClose, focusWhenDone }: ReportDialogProps) {
  const [reason, setReason] = useState<ReviewReportReason | null>(null);
  const [text, setText] = useState('');
  const [judged, setJudged] = useState(false);
  const faults = {
    reason: reason ? undefined : t('Choose what is wrong'),
    text: textFault(reason, text.trim()),
  };

  async function send(): Promise<string | undefined> {
    setJudged(true);
    if (!reason || faults.text) return '';
    const fault = await reportReview(review.review_id, { reason, text: text.trim() });
    if (fault === undefined) onDone();
    return fault;
  }

  return (
    <ConfirmDialog
      tone="main"
      title={t('Report this review')}
      confirmLabel={t('Send report')}
      onConfirm={send}
      onClose={onClose}
      focusWhenDone={focusWhenDone}
    >
      <p>
        {rich('Our staff read it. {username} is not told who has reported it.', {
          username: <bdi>{review.user.username}</bdi>,
        })}
      </p>
      <fieldset className="grid gap-1">
        <legend className="mb-1 text-sm font-[560] text-ink">{t('What is wrong?')}</legend>
        {reviewReportReasons.map((value) => (
          <label key={value} className="flex min-h-9 items-center gap-3">
            <input
              type="radio"
              name="reason"
              value={value}
              checked={reason === value}
              aria-invalid={judged && faults.reason ? true : undefined}
              onChange={() => setReason(value)}
            />
            {reviewReportLabels[value]}
          </label>
        ))}
        <p role="alert" className="text-sm text-danger empty:hidden">
          {judged && faults.reason}
        </p>
      </fieldset>
      <Field
        label={reason === 'other' ? t('What it is') : t('More about it (optional)')}
        name="text"
        rows={3}
        required={reason === 'other'}
        value={text}
        error={judged ? faults.text : undefined}
        onChange={setText}
      />
    </ConfirmDialog>
  );
}

function textFault(reason: ReviewReportReason | null, text: string): string | undefined {
  if (reason === 'other' && text === '') return t('Say what is wrong');
  return text.length > reportReasonMaximum
    ? t('Write at most {reportReasonMaximum} characters.', { reportReasonMaximum })
    : undefined;
}
