// SHA-256 of more bytes than a memory holds, one piece after another: the browser's own (`crypto.subtle`) wants them all at once.
import { sha256 } from '@noble/hashes/sha2.js';

export type Hash = { update: (bytes: Uint8Array) => void; hex: () => string };

export function createSha256(): Hash {
  const hash = sha256.create();
  return {
    update: (bytes) => void hash.update(bytes),
    hex: () => Array.from(hash.digest(), (byte) => byte.toString(16).padStart(2, '0')).join(''),
  };
}

/** Adds all of a file. Stops early where `signal` is aborted. Throws where the file cannot be read, such as when it changes meanwhile. */
export async function hashBlob(
  blob: Blob,
  hash: Hash,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (bytes: number) => void },
): Promise<void> {
  const reader = blob.stream().getReader();
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    if (signal.aborted) return void reader.cancel().catch(() => {});
    hash.update(value);
    bytes += value.length;
    onProgress(bytes);
  }
}
