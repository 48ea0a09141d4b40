// Comparison of the files in a folder with those that were signed.
import { isUnder, shownPath } from './manifest-path.rules.ts';
import type { OpenedManifest } from './open-manifest.rules.ts';

/** Entry found at a path; a file that is not in the manifest need not be read, and has no hash. */
export type FoundFile =
  | { path: string; kind: 'file'; size_bytes: number; sha256: string | null }
  | { path: string; kind: 'link' }
  | { path: string; kind: 'other' };

/** The public tool leaves these out whatever a manifest says. */
const neverSigned = ['.git', '.gitattributes', '.github', '.gitignore'];

/** True if what lies at the path is none of the manifest's business. */
export function isIgnored(path: string, { ignored }: Pick<OpenedManifest, 'ignored'>): boolean {
  return isUnder(path, neverSigned) || isUnder(path, ignored);
}

/** Each difference in a sentence, in the order of the manifest and then of what was found. */
export function compareFiles(
  manifest: OpenedManifest,
  found: readonly FoundFile[],
  { allowsExtra = false }: { allowsExtra?: boolean } = {},
): string[] {
  const byPath = new Map(found.map((file) => [file.path, file]));
  const signed = new Set(manifest.files.map(({ path }) => path));
  const extra = found.filter(({ path }) => !signed.has(path) && !isIgnored(path, manifest));
  return [
    ...manifest.files.flatMap((file) => differenceOf(file, byPath.get(file.path)) ?? []),
    ...(allowsExtra ? [] : extra.map(({ path }) => `${shownPath(path)} is not in the manifest.`)),
  ];
}

function differenceOf(file: OpenedManifest['files'][number], found: FoundFile | undefined): string | null {
  const name = shownPath(file.path);
  if (!found) return `${name} is missing.`;
  if (found.kind === 'link') return `${name} is a link. Verify a folder that has the files themselves.`;
  if (found.kind !== 'file') return `${name} is no file.`;
  const isSize = file.size_bytes === null || file.size_bytes === found.size_bytes;
  if (found.sha256 === file.sha256 && isSize) return null;
  const sizes = isSize ? '' : ` It has ${found.size_bytes} bytes, signed were ${file.size_bytes}.`;
  return `${name} was changed.${sizes} SHA-256 ${found.sha256 ?? 'unknown'}, signed was ${file.sha256}.`;
}
