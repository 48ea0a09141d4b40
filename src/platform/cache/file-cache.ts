// Cache in a folder for content that is expensive to make and cheap to store: it outlives the process, and never exceeds its size.
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Log } from '../observability/log.ts';

type FileCache = {
  /** Null when it is not in the cache. */
  get: (key: string) => Promise<Uint8Array<ArrayBuffer> | null>;
  /** A file that cannot be written is told in the log, and not cached: whoever made it has it all the same. */
  set: (key: string, content: Uint8Array) => Promise<void>;
};

const unfinished = '.part';
/** Nobody writes a file for so long: one that was begun earlier was left by a process that has ended. */
const WRITING_MS = 60_000;

/**
 * Keeps at most `maxBytes` in `folder`, those that were used last. Files are there whole or not at all; their names are
 * hashes of the keys. Processes may share the folder: what one deletes another one misses, and each counts what it has seen.
 */
export async function openFileCache(options: { folder: string; maxBytes: number; log: Log }): Promise<FileCache> {
  const { folder, log } = options;
  const pathOf = (name: string) => join(folder, name);
  const forget = (name: string) => void rm(pathOf(name), { force: true }).catch(warn);
  const sizes = new LRUCache<string, number>({
    maxSize: options.maxBytes,
    sizeCalculation: (size) => Math.max(size, 1),
    dispose: (_size, name, reason) => {
      if (reason === 'evict') forget(name);
    },
  });

  function warn(error: unknown) {
    log.warn({ part: 'platform', error: String(error) }, 'a file could not be cached');
  }

  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const names = await readdir(folder);
    const found = await Promise.all(
      names.map(async (name) => ({ name, ...(await stat(pathOf(name)).catch(() => ({ size: 0, mtimeMs: 0 }))) })),
    );
    for (const { name, size, mtimeMs } of found.sort((a, b) => a.mtimeMs - b.mtimeMs)) {
      if (!name.endsWith(unfinished)) sizes.set(name, size);
      else if (mtimeMs < Date.now() - WRITING_MS) forget(name);
    }
  } catch (error) {
    warn(error);
  }

  return {
    async get(key) {
      const name = nameOf(key);
      try {
        const content = await readFile(pathOf(name));
        // Not there before: of another process. It counts from now on.
        if (sizes.get(name) === undefined) sizes.set(name, content.length);
        return content.length > 0 ? new Uint8Array(content) : null;
      } catch {
        sizes.delete(name);
        return null;
      }
    },
    async set(key, content) {
      const name = nameOf(key);
      try {
        await writeWhole(pathOf(name), content);
        sizes.set(name, content.length);
      } catch (error) {
        warn(error);
      }
    },
  };
}

/** The file is there whole, for its owner alone, or not at all. */
async function writeWhole(path: string, content: Uint8Array): Promise<void> {
  const part = `${path}.${randomUUID()}${unfinished}`;
  try {
    const file = await open(part, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true }).catch(() => {});
    throw error;
  }
}

function nameOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
