import { useState } from 'react';
import { createBrowserApi } from '#client/api-client/browser-api.ts';
import { failureText } from '#client/api-client/failure-text.ts';
import { getRelease, type OwnRelease, putReleaseFile } from '#client/api-client/releases.ts';
import type { Release, ReleaseSummary } from '#contract/release.schema.ts';
import { ActionButton } from '#ui/action-button.tsx';

type KeptFilesProps = {
  own: OwnRelease;
  earlier: readonly ReleaseSummary[];
  draft: Release;
  onKept: () => Promise<void>;
};

/** Files of the release before that have not changed need not be sent again. */
export function KeptFiles({ own, earlier, draft, onKept }: KeptFilesProps) {
  const [kept, setKept] = useState(0);
  const [before] = earlier;
  if (!before) return null;

  async function keep(): Promise<string | undefined> {
    const api = createBrowserApi();
    try {
      const { files } = await getRelease(api, { ...own, releaseId: before?.release_id ?? '' });
      const there = new Set(draft.files.map(({ path }) => path));
      const missing = files.filter(({ path }) => !there.has(path));
      for (const { path, sample, object_id } of missing) {
        await putReleaseFile(api, own, { path, sample, object_id });
        setKept((count) => count + 1);
      }
    } catch (error) {
      return failureText(error);
    } finally {
      await onKept();
    }
    return undefined;
  }

  return (
    <div className="flex flex-wrap items-center gap-3">
      <ActionButton action={keep}>{`Keep the other files of ${before.version}`}</ActionButton>
      <span role="status" className="num text-sm text-ink-3">
        {kept > 0 && `${kept} kept`}
      </span>
    </div>
  );
}
