import { Paperclip } from 'lucide-react';
import { useId } from 'react';
import { disputeFileTypes } from '#contract/ordering/dispute-terms.ts';
import { t } from '#language/message.ts';

/** Chooses pictures and PDFs to attach. */
export function DisputeFiles({ label, onChosen }: { label: string; onChosen: (files: File[]) => void }) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="flex items-center gap-2 text-sm font-[560]">
        <Paperclip size={16} strokeWidth={1.8} aria-hidden />
        {label}
      </label>
      <input
        id={id}
        type="file"
        multiple
        accept={disputeFileTypes}
        aria-describedby={`${id}-hint`}
        className="max-w-full text-sm"
        onChange={(event) => {
          onChosen([...(event.target.files ?? [])]);
        }}
      />
      <p id={`${id}-hint`} className="text-sm text-ink-3">
        {t('Pictures or PDFs of at most 10 MB each. Both sides and our staff can read them.')}
      </p>
    </div>
  );
}
