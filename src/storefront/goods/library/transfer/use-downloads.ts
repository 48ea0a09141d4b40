// Downloads of a release on this page, and the actions on them.

import { useState, useSyncExternalStore } from 'react';
import { failureText } from '#client/api/failure-text.ts';
import { t } from '#language/message.ts';
import { chooseFolder, type Folder, folderOf, placeIn } from './choose-folder.ts';
import { type FileGot, isRunning, type ReleaseOf, sumOf } from './downloads.ts';
import { askForAddresses, downloads, listAllFiles } from './get-downloads.ts';

export type Getting = {
  /** Files of this release that were asked for, by path. */
  got: ReadonlyMap<string, FileGot>;
  /** The folder that was chosen. */
  folder: Folder | null;
  /**
   * One file, or all. Resolves with what went wrong, with 'elsewhere' where the page cannot read what the shop leads to, or with nothing.
   */
  get: (path: string | null) => Promise<'elsewhere' | { fault: string } | undefined>;
  pause: (path: string) => void;
  resume: (path: string, how?: { anew: boolean }) => void;
  cancel: (path: string) => void;
  /** Asks for another folder; what is there is gone on with. */
  choose: () => Promise<string | undefined>;
};

export function useGetting(of: ReleaseOf, folderName: string): Getting {
  const all = useSyncExternalStore(downloads.listen, downloads.files, downloads.files);
  const [folder, setFolder] = useState(() => folderOf(of));
  const own = all.filter((file) => file.entitlementId === of.entitlementId && file.releaseId === of.releaseId);

  async function choose(): Promise<Folder | null> {
    const found = await chooseFolder(of, folderName);
    if (!found) return null;
    setFolder(found);
    // States of these files are about the folder before.
    for (const { path, state } of own)
      if (state === 'done' || state === 'different' || state === 'other') downloads.cancel({ ...of, path });
    return found;
  }

  return {
    got: new Map(own.map((file) => [file.path, file])),
    folder,
    async get(path) {
      try {
        const { isReadable, files } = await askForAddresses(of, path ?? undefined);
        if (!isReadable) return 'elsewhere';
        const chosen = folder ?? (await choose());
        if (!chosen) return undefined;
        // Where another one is chosen meanwhile, they go there.
        const placeOf = (name: string) => () => placeIn((folderOf(of) ?? chosen).handle, name);
        const isDone = (name: string) => own.some((file) => file.path === name && file.state === 'done');
        // Files that were compared already are not read again with all.
        const wanted = (files ?? (await listAllFiles(of))).filter((file) => path !== null || !isDone(file.path));
        downloads.get(wanted.map((file) => ({ ...file, place: placeOf(file.path) })));
        return undefined;
      } catch (error) {
        return { fault: folderFault(error) ?? failureText(error) };
      }
    },
    pause: (path) => downloads.pause({ ...of, path }),
    resume: (path, how) => downloads.resume({ ...of, path }, how),
    cancel: (path) => downloads.cancel({ ...of, path }),
    async choose() {
      try {
        await choose();
        return undefined;
      } catch (error) {
        return folderFault(error) ?? failureText(error);
      }
    },
  };
}

/** How far all is that was asked for of one thing; null: nothing is on its way. */
export function useProgressOf(entitlementId: string): { percent: number; isRunning: boolean } | null {
  const all = useSyncExternalStore(downloads.listen, downloads.files, () => none);
  const own = all.filter((file) => file.entitlementId === entitlementId);
  const isUnfinished = own.some(({ state }) => state !== 'done');
  if (!isUnfinished) return null;
  const { size, bytes } = sumOf(own);
  return { percent: size === 0 ? 0 : Math.min(99, Math.floor((bytes / size) * 100)), isRunning: own.some(isRunning) };
}

const none: readonly FileGot[] = [];

function folderFault(error: unknown): string | null {
  if (!(error instanceof DOMException)) return null;
  if (error.name === 'NotAllowedError') return t('The browser was not allowed to write there. Choose another folder.');
  // The click is too long ago for the browser.
  if (error.name === 'SecurityError') return t('The browser did not open its folders. Press the button again.');
  return t('The folder could not be opened: {message}', { message: error.message });
}
