// How fast the shop reads and hashes what it has, beside the system's own sha256sum of the same file.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openFolderStorage } from '#platform/storage/folder-storage.ts';
import { hashOf } from '../../../src/api/goods/release/upload/settle-object.ts';

/** `rssBytes`: the most memory of the process while it hashed, beside what it had before. */
export type Hashing = {
  bytes: number;
  bytesPerSecond: number;
  ofSha256sum: number;
  rssBytes: { before: number; most: number };
};

/** Hashes a sparse file, which no disk slows down. `ofSha256sum`: share of the system program's speed. The fastest of the rounds each. */
export async function measureHashing({ bytes, rounds = 2 }: { bytes: number; rounds?: number }): Promise<Hashing> {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-hashing-'));
  const key = 'goods/0123456789abcdef';
  const before = process.memoryUsage().rss;
  let most = before;
  const watching = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 100);
  try {
    await mkdir(join(folder, 'goods'));
    const file = await open(join(folder, key), 'w');
    await file.truncate(bytes);
    await file.close();
    const storage = openFolderStorage(folder);
    const run = promisify(execFile);
    let [own, system] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let round = 0; round < rounds; round++) {
      let systemHash = '';
      const sha256 = await timed(() => hashOf(storage, key, bytes));
      own = Math.min(own, sha256.seconds);
      const summed = await timed(async () => {
        systemHash = (await run('sha256sum', [join(folder, key)])).stdout.slice(0, 64);
      });
      system = Math.min(system, summed.seconds);
      if (systemHash !== sha256.value) throw new Error('sha256sum has another hash');
    }
    return { bytes, bytesPerSecond: bytes / own, ofSha256sum: system / own, rssBytes: { before, most } };
  } finally {
    clearInterval(watching);
    await rm(folder, { recursive: true, force: true });
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; seconds: number }> {
  const begun = performance.now();
  const value = await work();
  return { value, seconds: (performance.now() - begun) / 1_000 };
}

export function renderHashing({ bytesPerSecond, ofSha256sum }: Hashing): string {
  return `Hashing: ${(bytesPerSecond / 1e6).toFixed(0)} MB a second, ${ofSha256sum.toFixed(2)} of sha256sum`;
}
