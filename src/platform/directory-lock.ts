// Two processes on one embedded database silently lose data, so the data directory belongs to one process at a time.
import { mkdirSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartError } from './config.ts';

const TAKEOVER_MS = 10_000;

/**
 * Takes the lock file or throws a StartError that names the process that holds it. A lock left behind by a process
 * that has died is taken over; one of a living process never is.
 */
export function lockDirectory(lockFile: string): { release(): void } {
  makeDirectory(dirname(lockFile));
  for (let attempt = 0; attempt < 3; attempt++) {
    if (tryCreate(lockFile)) return { release: () => remove(lockFile) };
    const owner = readOwner(lockFile);
    if (owner && isAlive(owner)) {
      throw new StartError(
        `The data directory ${dirname(lockFile)} is in use by process ${owner}. Stop that process first, or set DATA_DIR to another directory.`,
      );
    }
    takeOver(lockFile, owner);
  }
  throw new StartError(`The lock ${lockFile} is contended. Try again.`);
}

function makeDirectory(directory: string) {
  try {
    mkdirSync(directory, { recursive: true });
  } catch (error) {
    throw new StartError(`The data directory ${directory} cannot be made: ${(error as Error).message}.`);
  }
}

function tryCreate(file: string): boolean {
  try {
    writeFileSync(file, `${process.pid}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw new StartError(`The data directory ${dirname(file)} cannot be written: ${(error as Error).message}.`);
  }
}

/** Removes a dead owner's lock; a second file lets only one of several starters do so. */
function takeOver(file: string, deadOwner: number | null) {
  const guard = `${file}.takeover`;
  if (!tryCreate(guard)) {
    const age = Date.now() - (statSync(guard, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > TAKEOVER_MS) remove(guard);
    return;
  }
  try {
    if (readOwner(file) === deadOwner) remove(file);
  } finally {
    remove(guard);
  }
}

function readOwner(file: string): number | null {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10) || null;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function remove(file: string) {
  try {
    unlinkSync(file);
  } catch {
    // Already gone: what we wanted.
  }
}
