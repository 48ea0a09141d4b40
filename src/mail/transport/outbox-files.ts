// One file for each message, named by the time and the id of its row: names sort by time, and a message that is
// delivered once more replaces its own file.
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const shape = /^\d{8}T\d{9}Z-[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export function outboxFolder(dataDir: string): string {
  return join(dataDir, 'outbox');
}

/** Such as '20261120T093100123Z-0b0e…', without the ending. */
export function outboxName(id: string, createdAt: Date): string {
  return `${createdAt.toISOString().replace(/[-:.]/g, '')}-${id}`;
}

/** A crash leaves the whole file or none under its name. Only the owner of the process may read it. */
export async function writeOutboxFile(folder: string, name: string, bytes: Uint8Array) {
  const unfinished = join(folder, `.${name}.new`);
  const write = () => writeFile(unfinished, bytes, { mode: 0o600, flush: true }).then(() => true);
  if (!(await unlessMissing(write()))) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await write();
  }
  await rename(unfinished, join(folder, `${name}.eml`));
}

/** Newest first. */
export async function listOutboxFiles(folder: string): Promise<string[]> {
  const files = await unlessMissing(readdir(folder));
  const names = files?.filter((file) => file.endsWith('.eml')).map((file) => file.slice(0, -'.eml'.length)) ?? [];
  return names
    .filter((name) => shape.test(name))
    .sort()
    .reverse();
}

/** Null when there is no such file, and for every text that is not the name of one. */
export async function readOutboxFile(folder: string, name: string): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!shape.test(name)) return null;
  const bytes = await unlessMissing(readFile(join(folder, `${name}.eml`)));
  return bytes && new Uint8Array(bytes);
}

async function unlessMissing<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
