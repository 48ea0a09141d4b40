// The files of a release as the clients of the Hugging Face Hub read them: rows of files and folders, in pages.
import { createHash } from 'node:crypto';

/** `sha256` in hexadecimal small letters, sizes in bytes. */
export type HubFile = { path: string; size: number; sha256: string };

/** Which release the rows are of. */
type HubCommit = { sha: string; version: string; date: Date };

type TreeRow = {
  type: 'file' | 'directory';
  path: string;
  size: number;
  oid: string;
  lfs?: { oid: string; size: number; pointerSize: number };
  lastCommit?: { id: string; title: string; date: string };
};

/** Every file has a hash by SHA-256, so that what lists say and what a download says (ETag) is the same. */
function fileRow(file: HubFile, commit: HubCommit | null): TreeRow {
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

/** Pointer to a large file in a Git repository: some lines that name it. */
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

type TreeAsked = {
  /** The folder, without a slash at its end; '' for the whole. */
  folder: string;
  recursive: boolean;
  expand: boolean;
  /** The path of the last row that was got before; null: from the start. */
  after: string | null;
  limit: number;
};

/**
 * Files as they are walked: a folder's content stands together, behind the folder. By code units that would not be so, because a
 * few signs come before the slash: 'a-b' would stand between 'a' and 'a/c'.
 */
export function inTreeOrder(files: readonly HubFile[]): HubFile[] {
  const keyed = files.map((file) => ({ file, key: treeKey(file.path) }));
  return keyed.sort((one, other) => (one.key < other.key ? -1 : 1)).map(({ file }) => file);
}

/** No path has this character. */
function treeKey(path: string): string {
  return path.replaceAll('/', '\0');
}

/**
 * Rows in tree order, folders among them, at most `limit`; `next` is what the page after it comes after. Null: there is no such
 * folder. `files` are in tree order: whatever their number, no more of them are looked at than the page has rows, and those that lead
 * to its beginning.
 */
export function listTree(
  files: readonly HubFile[],
  commit: HubCommit,
  { folder, recursive, expand, after, limit }: TreeAsked,
): { rows: TreeRow[]; next: string | null } | null {
  const start = folder === '' ? '' : `${folder}/`;
  const first = placeOf(files, start);
  if (folder !== '' && !files[first]?.path.startsWith(start)) return null;
  // In a list of one folder alone, what lies in the folder that was the last row is behind that row.
  let at =
    after === null ? first : Math.max(first, recursive ? placeBehind(files, after) : placeBehindAllOf(files, after));
  let last = after ?? folder;
  const rows: TreeRow[] = [];
  while (rows.length <= limit) {
    const file = files[at];
    if (!file?.path.startsWith(start)) break;
    const found = nextFolder(file.path, { start, last });
    rows.push(found === null ? fileRow(file, expand ? commit : null) : folderRow(found, commit, expand));
    last = found ?? file.path;
    if (found === null) at++;
    else if (!recursive) at = placeBehindAllOf(files, found);
  }
  const hasMore = rows.length > limit;
  const page = hasMore ? rows.slice(0, limit) : rows;
  return { rows: page, next: hasMore ? (page.at(-1)?.path ?? null) : null };
}

/** The outermost folder within `start` on the way to a file that has no row yet, when `last` was the row before; null: none is left. */
function nextFolder(path: string, { start, last }: { start: string; last: string }): string | null {
  let shared = 0;
  while (shared < last.length && path[shared] === last[shared]) shared++;
  const end = path.indexOf('/', Math.max(shared === last.length ? shared + 1 : shared, start.length));
  return end < 0 ? null : path.slice(0, end);
}

/** Where in tree order the first file stands that `isBehind` is true of. */
function firstPlace(files: readonly HubFile[], isBehind: (path: string) => boolean): number {
  let [from, to] = [0, files.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isBehind(files[middle]?.path ?? '')) to = middle;
    else from = middle + 1;
  }
  return from;
}

function placeOf(files: readonly HubFile[], path: string): number {
  const key = treeKey(path);
  return firstPlace(files, (other) => treeKey(other) >= key);
}

function placeBehind(files: readonly HubFile[], path: string): number {
  const key = treeKey(path);
  return firstPlace(files, (other) => treeKey(other) > key);
}

function placeBehindAllOf(files: readonly HubFile[], folder: string): number {
  const key = treeKey(folder);
  return firstPlace(files, (other) => treeKey(other) > key && !other.startsWith(`${folder}/`));
}

/** The rows of these paths, files and folders, as far as there are any. `files` are in tree order. */
export function rowsOf(
  files: readonly HubFile[],
  commit: HubCommit,
  { paths, expand }: { paths: readonly string[]; expand: boolean },
): TreeRow[] {
  return [...new Set(paths)].flatMap((asked) => {
    const path = /^.*[^/]/s.exec(asked)?.[0] ?? '';
    const file = files[placeOf(files, path)];
    if (file?.path === path) return [fileRow(file, expand ? commit : null)];
    const within = files[placeOf(files, `${path}/`)];
    return path !== '' && within?.path.startsWith(`${path}/`) ? [folderRow(path, commit, expand)] : [];
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
