import { useState } from 'react';
import { releaseNotesMaximum, versionLabelMaximum } from '#contract/release.ts';
import { ActionButton } from '#ui/action-button.tsx';
import { DraftText } from '../draft-inputs.tsx';

type NewReleaseProps = {
  /** Versions that there are. */
  taken: readonly string[];
  onAdd: (version: string, notes: string) => Promise<string | undefined>;
  onClose: () => void;
};

/** What a new release is called; its files follow. */
export function NewRelease({ taken, onAdd, onClose }: NewReleaseProps) {
  const [version, setVersion] = useState(() => nextVersion(taken));
  const [notes, setNotes] = useState('');
  const error = taken.includes(version.trim()) ? 'There is a release of this version.' : undefined;
  return (
    <div className="card grid gap-4 p-4">
      <DraftText
        label="Version"
        field="release"
        value={version}
        maxLength={versionLabelMaximum}
        error={error}
        onChange={setVersion}
      />
      <DraftText
        label="What is new"
        field="release"
        rows={3}
        value={notes}
        maxLength={releaseNotesMaximum}
        onChange={setNotes}
        hint="Buyers of earlier releases read it."
      />
      <div className="flex flex-wrap gap-3">
        <ActionButton
          className="btn btn-primary btn-sm"
          action={async () => error ?? (await onAdd(version.trim(), notes.trim()))}
        >
          Add files
        </ActionButton>
        <button type="button" className="btn btn-ghost btn-sm" onClick={onClose}>
          Cancel
        </button>
      </div>
    </div>
  );
}

/** '1.2.0' -> '1.3.0'; what is no such number begins anew. */
function nextVersion([newest]: readonly string[]): string {
  const [, major, minor] = /^(\d{1,6})\.(\d{1,6})/.exec(newest ?? '') ?? [];
  return major === undefined ? '1.0.0' : `${major}.${Number(minor) + 1}.0`;
}
