// A disk of so many megabytes that can really be full. Root alone may make one, and not in every container.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type SmallDisk = {
  folder: string;
  /** Somebody else's file takes all the room but so many bytes, which `makeRoom` gives back. */
  fill: (left: number) => void;
  makeRoom: () => void;
  close: () => void;
};

/** A sentence in the place of a disk: why there is none here. */
export function mountSmallDisk(megabytes: number): SmallDisk | string {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux can mount a small disk';
  const folder = mkdtempSync(join(tmpdir(), 'hearth-disk-'));
  const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'pipe', encoding: 'utf8' });
  try {
    run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder);
  } catch {
    rmSync(folder, { recursive: true });
    return 'no disk can be mounted here';
  }
  const filler = join(folder, 'filler');
  return {
    folder,
    fill(left) {
      const free = Number(run('df', '--output=avail', '-B1', folder).split('\n')[1]);
      run('fallocate', '-l', String(free - left), filler);
    },
    makeRoom: () => rmSync(filler),
    close() {
      run('umount', '-l', folder);
      rmSync(folder, { recursive: true });
    },
  };
}
