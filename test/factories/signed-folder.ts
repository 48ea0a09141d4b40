// The files of a folder as a release has them.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { manifestFile, type SignedFile } from '#contract/goods/manifest.ts';

/** All but the manifest, each with its size and hash. */
export async function filesIn(folder: string): Promise<SignedFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const described = await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      return { path: relative(folder, file), size_bytes: bytes.length, sha256 };
    }),
  );
  return described.filter(({ path }) => path !== manifestFile);
}
