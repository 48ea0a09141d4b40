import { t } from '#language/message.ts';
import { SubmitButton } from './submit-button.tsx';

type FormButtonsProps = {
  busy: boolean;
  /** Error that belongs to no single field. */
  fault: string | undefined;
  submit: string;
  onCancel: () => void;
};

/** The end of a form that was opened in its place: send it, or close it again. */
export function FormButtons({ busy, fault, submit, onCancel }: FormButtonsProps) {
  return (
    <div className="grid gap-3">
      <p role="alert" className="text-sm text-danger empty:hidden">
        {fault}
      </p>
      <div className="flex flex-wrap gap-3">
        <SubmitButton busy={busy} className="btn btn-primary">
          {submit}
        </SubmitButton>
        <button type="button" className="btn btn-ghost" onClick={onCancel}>
          {t('Cancel')}
        </button>
      </div>
    </div>
  );
}
