import { useState } from 'react';
import { t } from '#language/message.ts';
import { ReleaseForm } from './release-form.tsx';

type NewReleaseProps = {
  /** Versions that there are. */
  taken: readonly string[];
  onAdd: (version: string, notes: string) => Promise<string | undefined>;
  onClose: () => void;
};

/** Version and notes of a new release; its files follow. */
export function NewRelease({ taken, onAdd, onClose }: NewReleaseProps) {
  const [initial] = useState(() => ({ version: nextVersion(taken), notes: '' }));
  return (
    <ReleaseForm
      label={t('New release')}
      initial={initial}
      taken={taken}
      submit={t('Add files')}
      onSubmit={onAdd}
      onClose={onClose}
    />
  );
}

/** '1.2.0' -> '1.3.0'; what is no such number begins anew. */
function nextVersion([newest]: readonly string[]): string {
  const [, major, minor] = /^(\d{1,6})\.(\d{1,6})/.exec(newest ?? '') ?? [];
  return major === undefined ? '1.0.0' : `${major}.${Number(minor) + 1}.0`;
}
