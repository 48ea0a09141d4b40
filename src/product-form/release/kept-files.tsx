import { useRef, useState } from 'react';
import type { Release, ReleaseFile, ReleaseSummary } from '#contract/goods/release.schema.ts';
import { t } from '#language/message.ts';
import { ActionButton } from '#ui/form/action-button.tsx';
import { type OwnRelease, saveFile, useRelease } from './releases.ts';

type KeptFilesProps = {
  own: OwnRelease;
  /** The release before. */
  before: ReleaseSummary;
  draft: Release;
  /** Paths that are being sent: they are not taken over. */
  sending: readonly string[];
  onKept: () => Promise<void>;
};

/** Files of the release before that have not changed need not be sent again. */
export function KeptFiles({ own, before, draft, sending, onKept }: KeptFilesProps) {
  const found = useRelease({ ...own, releaseId: before.release_id });
  const [kept, setKept] = useState(0);
  const said = useRef<HTMLParagraphElement>(null);
  const there = new Set([...draft.files.map(({ path }) => path), ...sending]);
  const missing = (found.value?.files ?? []).filter(({ path }) => !there.has(path));
  if (missing.length === 0 && kept === 0) return null;

  async function saveAll(files: readonly ReleaseFile[]): Promise<string | undefined> {
    let fault: string | undefined;
    for (const [at, { path, sample, object_id }] of files.entries()) {
      fault = await saveFile(own, { path, sample, object_id });
      if (fault) break;
      setKept(at + 1);
    }
    // The button leaves with what it was for.
    if (!fault) said.current?.focus();
    await onKept();
    return fault;
  }

  return (
    <div className="flex flex-wrap items-center gap-3">
      {missing.length > 0 && (
        <ActionButton action={() => saveAll(missing)}>
          {t('Keep the other files of {version}', { version: before.version })}
        </ActionButton>
      )}
      <p ref={said} tabIndex={-1} role="status" className="num text-sm text-ink-3 outline-none">
        {kept > 0 && t('{kept} kept of {version}.', { kept, version: before.version })}
      </p>
    </div>
  );
}
