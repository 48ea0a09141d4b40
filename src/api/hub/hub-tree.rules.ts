// The files of a release as the clients of the Hugging Face Hub read them: rows of files and folders, in pages.
import { createHash } from 'node:crypto';

/** `sha256` in hexadecimal small letters, sizes in bytes. */
export type HubFile = { path: string; size: number; sha256: string };

/** Which release the rows are of. */
export type HubCommit = { sha: string; version: string; date: Date };

export type TreeRow = {
  type: 'file' | 'directory';
  path: string;
  size: number;
  oid: string;
  lfs?: { oid: string; size: number; pointerSize: number };
  lastCommit?: { id: string; title: string; date: string };
};

/** Every file has a hash by SHA-256, so that what lists say and what a download says (ETag) is the same. */
export function fileRow(file: HubFile, commit: HubCommit | null): TreeRow {
  const { path, size, sha256 } = file;
  const pointer = pointerOf(file);
  return {
    type: 'file',
    path,
    size,
    oid: blobId(pointer),
    lfs: { oid: sha256, size, pointerSize: pointer.length },
    ...lastCommit(commit),
  };
}

/** The same in what is told of a repository as a whole. */
export function siblingOf(file: HubFile, withBlobs: boolean) {
  if (!withBlobs) return { rfilename: file.path };
  const { oid, lfs } = fileRow(file, null);
  return {
    rfilename: file.path,
    size: file.size,
    blobId: oid,
    lfs: { sha256: file.sha256, size: file.size, pointerSize: lfs?.pointerSize },
  };
}

/** What a large file is in a Git repository: some lines that name it. */
function pointerOf({ size, sha256 }: HubFile): Buffer {
  return Buffer.from(`version https://git-lfs.github.com/spec/v1\noid sha256:${sha256}\nsize ${size}\n`);
}

function blobId(content: Buffer): string {
  return createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');
}

function folderRow(path: string, commit: HubCommit, expand: boolean): TreeRow {
  const oid = createHash('sha1').update(`${commit.sha} ${path}`).digest('hex');
  return { type: 'directory', path, size: 0, oid, ...lastCommit(expand ? commit : null) };
}

function lastCommit(commit: HubCommit | null) {
  return commit ? { lastCommit: lastCommitOf(commit) } : {};
}

export function lastCommitOf({ sha, version, date }: HubCommit) {
  return { id: sha, title: `Version ${version}`, date: date.toISOString() };
}

export type TreeAsked = {
  /** The folder, without a slash at its end; '' for the whole. */
  folder: string;
  recursive: boolean;
  expand: boolean;
  /** The path of the last row that was got before; null: from the start. */
  after: string | null;
  limit: number;
};

/**
 * Rows by path, folders among them, at most `limit`; `next` is what the page after it comes after. Null: there is no such folder.
 */
export function listTree(
  files: readonly HubFile[],
  commit: HubCommit,
  { folder, recursive, expand, after, limit }: TreeAsked,
): { rows: TreeRow[]; next: string | null } | null {
  const start = folder === '' ? '' : `${folder}/`;
  const within = files.filter(({ path }) => path.startsWith(start));
  if (within.length === 0 && folder !== '') return null;
  const rows = new Map<string, HubFile | null>();
  for (const file of within) {
    const steps = file.path.slice(start.length).split('/');
    const deepest = recursive ? steps.length - 1 : Math.min(1, steps.length - 1);
    for (let depth = 1; depth <= deepest; depth++) rows.set(start + steps.slice(0, depth).join('/'), null);
    if (recursive || steps.length === 1) rows.set(file.path, file);
  }
  const left = [...rows.keys()].filter((path) => after === null || path > after).sort();
  const page = left.slice(0, limit);
  return {
    rows: page.map((path) => {
      const file = rows.get(path);
      return file ? fileRow(file, expand ? commit : null) : folderRow(path, commit, expand);
    }),
    next: left.length > limit ? (page.at(-1) ?? null) : null,
  };
}

/** The rows of these paths, files and folders, as far as there are any. */
export function rowsOf(
  files: readonly HubFile[],
  commit: HubCommit,
  { paths, expand }: { paths: readonly string[]; expand: boolean },
): TreeRow[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return [...new Set(paths)].flatMap((asked) => {
    const path = /^.*[^/]/s.exec(asked)?.[0] ?? '';
    const file = byPath.get(path);
    if (file) return [fileRow(file, expand ? commit : null)];
    return path !== '' && files.some((one) => one.path.startsWith(`${path}/`)) ? [folderRow(path, commit, expand)] : [];
  });
}

/** Where a page goes on, as it stands in an address. */
export function writeCursor(path: string): string {
  return Buffer.from(path).toString('base64url');
}

/** Null for what is none. */
export function readCursor(text: string): string | null {
  const path = Buffer.from(text, 'base64url').toString();
  return path !== '' && writeCursor(path) === text ? path : null;
}
