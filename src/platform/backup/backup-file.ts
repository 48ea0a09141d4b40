import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { link, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { BackupError } from './backup-format.ts';
import type { WriteLine } from './write-backup.ts';

/**
 * A file for its owner alone that is there when it is whole, on the disk, and never before; an existing file is not
 * overwritten. `fill` hands it the lines.
 */
export async function writeBackupFile(path: string, fill: (write: WriteLine) => Promise<void>): Promise<void> {
  const unfinished = `${path}.part`;
  try {
    await packInto(unfinished, fill);
    const file = await open(unfinished);
    await file.sync().finally(() => file.close());
    // Unlike renaming, this fails where there is a file already.
    await link(unfinished, path);
    const folder = await open(dirname(path));
    await folder.sync().finally(() => folder.close());
  } catch (error) {
    throw readable(error, path);
  } finally {
    await rm(unfinished, { force: true });
  }
}

async function packInto(path: string, fill: (write: WriteLine) => Promise<void>) {
  const packed = createGzip();
  const file = packed.pipe(createWriteStream(path, { mode: 0o600 }));
  const done = finished(file);
  // Told below; without this a full disk would end the process before.
  done.catch(() => packed.destroy());
  try {
    await fill(async (line) => {
      if (packed.destroyed) await done;
      if (!packed.write(`${line}\n`)) await Promise.race([once(packed, 'drain'), done]);
    });
  } catch (error) {
    // A file that is still being opened would be there after it was removed.
    file.destroy();
    await done.catch(() => {});
    throw error;
  }
  packed.end();
  await done;
}

/** The lines of a file that `writeBackupFile` wrote. */
export async function* readBackupFile(path: string): AsyncGenerator<string> {
  const file = createReadStream(path);
  const unpacked = file.pipe(createGunzip());
  file.on('error', (error) => unpacked.destroy(error));
  try {
    yield* linesOf(unpacked);
  } catch (error) {
    throw readable(error, path);
  }
}

function linesOf(stream: Readable): AsyncIterable<string> {
  return createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY });
}

function readable(error: unknown, path: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EEXIST') return new BackupError(`There is a file ${path} already. Name another one.`);
  if (code?.startsWith('Z_')) return new BackupError(`${path} is no backup, or a damaged one: ${message}.`);
  return code?.startsWith('E') && !code.startsWith('ERR_') ? new BackupError(`${path}: ${message}.`) : error;
}
