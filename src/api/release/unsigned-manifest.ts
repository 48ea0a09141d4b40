import { createHash } from 'node:crypto';
import type { SignRelease } from './complete-release.ts';

/** The files by their hashes, without a signature: for installations and tests that sign nothing. */
export const unsignedManifest: SignRelease = async ({ files }) => {
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const commitSha = createHash('sha1')
    .update(sorted.map(({ path, sha256 }) => `${sha256} ${path}\n`).join(''))
    .digest('hex');
  return { manifest: { files: sorted }, commitSha };
};
