import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Path of a program in PATH or where Debian puts those of the system; null: it is not on this machine. */
export function findProgram(name: string): string | null {
  const folders = ['/usr/sbin', '/usr/bin', '/sbin', ...(process.env.PATH ?? '').split(delimiter)];
  return folders.map((folder) => join(folder, name)).find(existsSync) ?? null;
}

/** As `findProgram`, for one that was looked for before. */
export function programOf(name: string): string {
  const found = findProgram(name);
  if (!found) throw new Error(`${name} is not on this machine`);
  return found;
}
