// Where files go that this page writes itself. Chromium's browsers can; the others have a download of their own.
import type { ReleaseOf } from './downloads.ts';

type Picker = (options: { id: string; mode: 'readwrite'; startIn: 'downloads' }) => Promise<FileSystemDirectoryHandle>;

export type Folder = { handle: FileSystemDirectoryHandle; name: string };

const chosen = new Map<string, Folder>();
const keyOf = ({ entitlementId, releaseId }: ReleaseOf) => `${entitlementId} ${releaseId}`;

function picker(): Picker | null {
  return (globalThis as { showDirectoryPicker?: Picker }).showDirectoryPicker ?? null;
}

/** Not without TLS, nor in every browser. */
export function canChooseFolder(): boolean {
  return picker() !== null;
}

export function folderOf(of: ReleaseOf): Folder | null {
  return chosen.get(keyOf(of)) ?? null;
}

/**
 * Asks where to put the files of a release: there they have a folder of their own, so that none takes the place of something else, and what was
 * begun is found again. Null where nothing was chosen. Throws where the browser does not let it.
 */
export async function chooseFolder(of: ReleaseOf, name: string): Promise<Folder | null> {
  try {
    const parent = await picker()?.({ id: 'library', mode: 'readwrite', startIn: 'downloads' });
    if (!parent) return null;
    const handle = await parent.getDirectoryHandle(name, { create: true });
    const folder = { handle, name: `${parent.name}/${name}` };
    chosen.set(keyOf(of), folder);
    return folder;
  } catch (error) {
    if ((error as Error).name === 'AbortError') return null;
    throw error;
  }
}

/** The place of a file of a release in its folder; the folders on the way to it are made. */
export async function placeIn(folder: FileSystemDirectoryHandle, path: string): Promise<FileSystemFileHandle> {
  const steps = path.split('/');
  const last = steps.pop() ?? path;
  let here = folder;
  for (const step of steps) here = await here.getDirectoryHandle(step, { create: true });
  return here.getFileHandle(last, { create: true });
}

/** A name that every computer takes, such as 'calls-2.1.0'. */
export function folderName(product: string, version: string): string {
  const plain = `${product}-${version}`.replace(/[^\w.+-]+/g, '-');
  return /[^.-](?:.*[^.-])?/.exec(plain)?.[0].slice(0, 100) ?? 'files';
}
