import { type FileHandle, mkdir, open, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type GrowingFiles, NoRoom, WrongSize } from './growing-files.ts';
import { checkKey } from './storage.ts';
import { syncFolder } from './sync-folder.ts';

/** They grow at the place where the storage has them: what knows that they are not finished is whoever keeps their state. */
export function openFolderGrowingFiles(folder: string): GrowingFiles {
  const pathOf = (key: string) => {
    checkKey(key);
    return join(folder, key);
  };

  return {
    async begin(key) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 }).catch(asNoRoom);
      const file = await open(path, 'wx', 0o600).catch(asNoRoom);
      await file.close();
      await syncFolder(dirname(path));
      return {};
    },

    async sizeNow({ key }) {
      const file = await open(pathOf(key), 'r+').catch(unlessMissing);
      if (!file) return null;
      try {
        // A process that was killed has left bytes that no disk may have yet, and the sender is about to be told of them.
        await file.datasync();
        return (await file.stat()).size;
      } finally {
        await file.close();
      }
    },

    async append({ key, size }, from, pieces, { mayWrite, onWritten }) {
      const file = await open(pathOf(key), 'r+');
      let there = from;
      let isHalf = false;
      try {
        for await (const piece of pieces) {
          if (there + piece.length > size) throw new WrongSize(`more than ${size} bytes came for ${key}`);
          mayWrite();
          isHalf = true;
          await writeWhole(file, piece, there);
          isHalf = false;
          onWritten(piece);
          there += piece.length;
        }
        await file.datasync();
        return there;
      } catch (error) {
        // Where that fails too, what is left of it is still the beginning of what was sent.
        await cutToWholePieces(file, { there, isHalf, mayWrite }).catch(() => {});
        throw await asNoRoom(error).catch((failed) => failed);
      } finally {
        await file.close();
      }
    },

    async finish({ key, size }) {
      const file = await open(pathOf(key), 'r+');
      try {
        const found = (await file.stat()).size;
        if (found !== size) throw new WrongSize(`${key} has ${found} bytes, and should have ${size}`);
        await file.sync();
      } finally {
        await file.close();
      }
      await syncFolder(dirname(pathOf(key)));
    },

    remove: (key) => rm(pathOf(key), { force: true }),

    async room() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
  };
}

async function writeWhole(file: FileHandle, piece: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < piece.length; ) {
    const { bytesWritten } = await file.write(piece, done, piece.length - done, at + done);
    done += bytesWritten;
  }
}

type Half = { there: number; isHalf: boolean; mayWrite: () => void };

/**
 * Without a piece that was written by half: a disk that is full takes no more, and lets go of what it has. What lies behind whole pieces is somebody
 * else's, who goes on with the file meanwhile.
 */
async function cutToWholePieces(file: FileHandle, { there, isHalf, mayWrite }: Half): Promise<void> {
  if (isHalf) {
    mayWrite();
    await file.truncate(there);
  }
  await file.datasync();
}

const full = ['ENOSPC', 'EDQUOT', 'EFBIG'];

async function asNoRoom(error: unknown): Promise<never> {
  if (full.includes((error as NodeJS.ErrnoException).code ?? ''))
    throw new NoRoom('the disk of the storage is full', { cause: error });
  throw error;
}

function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}
