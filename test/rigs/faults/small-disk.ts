import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Endings } from './rounds/endings.ts';

export type SmallDisk = {
  folder: string;
  /** Takes every byte that is left. */
  fill(): void;
  /** Gives them back. */
  free(): void;
};

/** A disk of its own in memory; null where this user may not mount one. */
export async function mountSmallDisk(megabytes: number, endings: Endings): Promise<SmallDisk | null> {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-disk-'));
  endings.add(() => rm(folder, { recursive: true, force: true }));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder]);
  if (mounted.status !== 0) return null;
  // Lazily: a process that is being killed may hold a file for a moment longer.
  endings.add(() => spawnSync('umount', ['-l', folder]));
  const filler = join(folder, 'filler');
  return {
    folder,
    fill() {
      const file = openSync(filler, 'w');
      for (const size of [1024 * 1024, 4_096]) writeUntilFull(file, Buffer.alloc(size));
      closeSync(file);
    },
    free: () => rmSync(filler, { force: true }),
  };
}

function writeUntilFull(file: number, block: Buffer) {
  try {
    while (writeSync(file, block) > 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

/** So much of a log can still be written. */
const LOG_LEFT = 64 * 1024;

/**
 * A database sets aside whole files for its log, full of zeros. Gives the disk what was not written of them, as if the last
 * file was nearly full: on a full disk the database finds out soon.
 */
export function giveBackLog(disk: string, log: string): void {
  const folder = join(disk, log);
  for (const name of readdirSync(folder).filter((each) => /^[0-9A-F]{24}$/.test(each))) {
    const bytes = readFileSync(join(folder, name));
    const written = bytes.findLastIndex((byte) => byte !== 0) + 1;
    const from = Math.ceil(written / 4_096) * 4_096 + LOG_LEFT;
    // Full already.
    if (from >= bytes.length) continue;
    const range = ['--offset', String(from), '--length', String(bytes.length - from)];
    const punched = spawnSync('fallocate', ['--punch-hole', ...range, join(folder, name)]);
    if (punched.status !== 0) throw new Error(`fallocate: ${punched.stderr}`);
  }
}
