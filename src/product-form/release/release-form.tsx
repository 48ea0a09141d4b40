import { type ReactNode, useEffect, useRef, useState } from 'react';
import { releaseNotesMaximum, versionLabelMaximum } from '#contract/goods/release.ts';
import { t } from '#language/message.ts';
import { ActionButton } from '#ui/form/action-button.tsx';
import { DraftText } from '../draft-inputs.tsx';

type ReleaseFormProps = {
  /** Purpose of the form. */
  label: string;
  initial: { version: string; notes: string };
  /** Versions that other releases have. */
  taken: readonly string[];
  submit: ReactNode;
  onSubmit: (version: string, notes: string) => Promise<string | undefined>;
  onClose: () => void;
};

/** Version of a release, and what is new in it. */
export function ReleaseForm({ label, initial, taken, submit, onSubmit, onClose }: ReleaseFormProps) {
  const [version, setVersion] = useState(initial.version);
  const [notes, setNotes] = useState(initial.notes);
  const card = useRef<HTMLElement>(null);
  const error = taken.includes(version.trim()) ? t('There is a release of this version.') : undefined;

  useEffect(() => card.current?.querySelector('input')?.focus(), []);

  return (
    <section ref={card} aria-label={label} className="card grid gap-4 p-4">
      <DraftText
        label={t('Version')}
        field="release"
        value={version}
        maxLength={versionLabelMaximum}
        error={error}
        onChange={setVersion}
      />
      <DraftText
        label={t('What is new')}
        field="release"
        rows={3}
        value={notes}
        maxLength={releaseNotesMaximum}
        onChange={setNotes}
        hint={t('Buyers of earlier releases read it.')}
      />
      <div className="flex flex-wrap gap-3">
        <ActionButton
          className="btn btn-primary btn-sm"
          action={async () => error ?? (await onSubmit(version.trim(), notes.trim()))}
        >
          {submit}
        </ActionButton>
        <button type="button" className="btn btn-ghost btn-sm" onClick={onClose}>
          {t('Cancel')}
        </button>
      </div>
    </section>
  );
}
