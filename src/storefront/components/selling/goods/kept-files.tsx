import { useRef, useState } from 'react';
import { createBrowserApi } from '#client/api-client/browser-api.ts';
import { failureText } from '#client/api-client/failure-text.ts';
import { getRelease, type OwnRelease, putReleaseFile } from '#client/api-client/releases.ts';
import type { Release, ReleaseFile, ReleaseSummary } from '#contract/release.schema.ts';
import { ActionButton } from '#ui/action-button.tsx';
import { useLoaded } from '#ui/use-loaded.ts';

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
  const found = useLoaded(() => getRelease(createBrowserApi(), { ...own, releaseId: before.release_id }));
  const [kept, setKept] = useState(0);
  const said = useRef<HTMLParagraphElement>(null);
  const there = new Set([...draft.files.map(({ path }) => path), ...sending]);
  const missing = (found.value?.files ?? []).filter(({ path }) => !there.has(path));
  if (missing.length === 0 && kept === 0) return null;

  async function keep(files: readonly ReleaseFile[]): Promise<string | undefined> {
    let done = 0;
    try {
      for (const { path, sample, object_id } of files) {
        await putReleaseFile(createBrowserApi(), own, { path, sample, object_id });
        done += 1;
        setKept(done);
      }
      // The button leaves with what it was for.
      said.current?.focus();
    } catch (error) {
      return failureText(error);
    } finally {
      await onKept();
    }
    return undefined;
  }

  return (
    <div className="flex flex-wrap items-center gap-3">
      {missing.length > 0 && (
        <ActionButton action={() => keep(missing)}>{`Keep the other files of ${before.version}`}</ActionButton>
      )}
      <p ref={said} tabIndex={-1} role="status" className="num text-sm text-ink-3 outline-none">
        {kept > 0 && `${kept} kept of ${before.version}.`}
      </p>
    </div>
  );
}
