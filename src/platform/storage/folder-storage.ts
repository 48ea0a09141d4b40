import { randomUUID } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openFolderGrowingFiles } from './folder-growing-files.ts';
import { readPieces } from './read-pieces.ts';
import { checkKey, checkRange, measured, type Storage, startMeasure } from './storage.ts';
import { syncFolder } from './sync-folder.ts';

/** No key begins with a dot. */
const UNFINISHED = '.unfinished';
/** Nobody writes without a pause for so long: what was begun earlier was left by a process that has ended. */
const WRITING_MS = 24 * 60 * 60_000;

/**
 * Files of a folder, which processes may share: they are written under another name first, and have theirs when they are on the disk. The
 * folder is made with the first of them.
 */
export function openFolderStorage(folder: string): Storage {
  const pathOf = (key: string) => {
    checkKey(key);
    return join(folder, key);
  };
  let tidied: Promise<void> | null = null;

  return {
    async put(key, content) {
      const path = pathOf(key);
      tidied ??= tidy(join(folder, UNFINISHED));
      await tidied;
      const part = join(folder, UNFINISHED, randomUUID());
      const seen = startMeasure();
      try {
        const file = await open(part, 'wx', 0o600);
        try {
          // In the order in which they come: a write that fails ends the reading of `content`.
          for await (const chunk of measured(content, seen)) await file.writeFile(chunk);
          await file.sync();
        } finally {
          await file.close();
        }
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await rename(part, path);
        await syncFolder(dirname(path));
      } catch (error) {
        await rm(part, { force: true }).catch(() => {});
        throw error;
      }
      return { key, size: seen.size, sha256: seen.hash.digest('hex') };
    },

    async get(key, range) {
      if (range) checkRange(range);
      const file = await open(pathOf(key), 'r').catch(unlessMissing);
      if (!file) return null;
      try {
        const { size } = await file.stat();
        return { body: readPieces(file, range ?? { first: 0, last: size - 1 }), size };
      } catch (error) {
        await file.close();
        throw error;
      }
    },

    async head(key) {
      const found = await stat(pathOf(key)).catch(unlessMissing);
      return found?.isFile() ? { key, size: found.size, changedAt: found.mtime } : null;
    },

    delete: (key) => rm(pathOf(key), { force: true }),

    list: (prefix) => listFrom(folder, prefix),

    growing: openFolderGrowingFiles(folder),

    pathOf,
  };
}

async function* listFrom(folder: string, prefix: string) {
  const steps = prefix.split('/').slice(0, -1);
  // A prefix that is no beginning of a key has nothing behind it.
  if (steps.length > 0) checkKey(steps.join('/'));
  yield* walk(folder, steps, prefix);
}

async function* walk(folder: string, steps: string[], prefix: string): AsyncGenerator<FoundFile> {
  const here = join(folder, ...steps);
  const entries = await readdir(here, { withFileTypes: true }).catch(unlessMissing);
  for (const entry of (entries ?? []).sort(byName)) {
    const key = [...steps, entry.name].join('/');
    if (entry.name.startsWith('.') || !(key.startsWith(prefix) || prefix.startsWith(`${key}/`))) continue;
    if (entry.isDirectory()) yield* walk(folder, [...steps, entry.name], prefix);
    else if (entry.isFile() && key.startsWith(prefix)) {
      const found = await stat(join(here, entry.name)).catch(unlessMissing);
      if (found) yield { key, size: found.size, changedAt: found.mtime };
    }
  }
}

type FoundFile = { key: string; size: number; changedAt: Date };

const byName = (a: Dirent, b: Dirent) => (a.name < b.name ? -1 : 1);

async function tidy(unfinished: string): Promise<void> {
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  for (const name of await readdir(unfinished)) {
    const path = join(unfinished, name);
    const found = await stat(path).catch(unlessMissing);
    if (found && found.mtimeMs < Date.now() - WRITING_MS) await rm(path, { force: true });
  }
}

function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}
