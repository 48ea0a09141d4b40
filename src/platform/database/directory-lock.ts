// Two processes on one embedded database silently lose data, so the data directory belongs to one process at a time.
import { mkdirSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { StartError } from '../config/start-error.ts';

/** The directory is open in a process that lives. */
export class DirectoryInUse extends StartError {}

const TAKEOVER_MS = 10_000;

/** Holder of the lock: a number alone is given to another process after a restart, and means nothing on another host. */
type Owner = { pid: number; host: string; started: string | null };

/**
 * Takes the lock file or throws a StartError that names the process that holds it. A lock left behind by a process
 * that has died is taken over; one of a living process, or of another host, never is.
 */
export function lockDirectory(lockFile: string): { release(): void } {
  makeDirectory(dirname(lockFile));
  for (let attempt = 0; attempt < 3; attempt++) {
    if (tryCreate(lockFile)) return { release: () => remove(lockFile) };
    const owner = readOwner(lockFile);
    if (owner && owner.host !== hostname()) {
      throw new StartError(
        `The data directory ${dirname(lockFile)} was opened by process ${owner.pid} on ${owner.host}. Stop the shop there; if it no longer runs, delete ${lockFile}.`,
      );
    }
    if (owner && isAlive(owner)) {
      throw new DirectoryInUse(
        `The data directory ${dirname(lockFile)} is in use by process ${owner.pid}. Stop that process first, or set DATA_DIR to another directory.`,
      );
    }
    takeOver(lockFile);
  }
  throw new StartError(`The lock ${lockFile} is contended. Try again.`);
}

function makeDirectory(directory: string) {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new StartError(`The data directory ${directory} cannot be made: ${(error as Error).message}.`);
  }
}

function tryCreate(file: string): boolean {
  try {
    const owner: Owner = { pid: process.pid, host: hostname(), started: startOf(process.pid) };
    writeFileSync(file, `${JSON.stringify(owner)}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw new StartError(`The data directory ${dirname(file)} cannot be written: ${(error as Error).message}.`);
  }
}

/** Removes a dead owner's lock; a second file lets only one of several starters do so. */
function takeOver(file: string) {
  const guard = `${file}.takeover`;
  if (!tryCreate(guard)) {
    const age = Date.now() - (statSync(guard, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > TAKEOVER_MS) remove(guard);
    return;
  }
  try {
    const owner = readOwner(file);
    if (!owner || (owner.host === hostname() && !isAlive(owner))) remove(file);
  } finally {
    remove(guard);
  }
}

function readOwner(file: string): Owner | null {
  try {
    const { pid, host, started } = JSON.parse(readFileSync(file, 'utf8')) as Owner;
    return Number.isInteger(pid) && typeof host === 'string' ? { pid, host, started } : null;
  } catch {
    return null;
  }
}

function isAlive({ pid, started }: Owner): boolean {
  const now = startOf(pid);
  if (started && now && started !== now) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When a process began, as Linux counts it, with the boot it belongs to; null where the system does not tell. */
function startOf(pid: number): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ');
    return fields?.[19] ? `${boot} ${fields[19]}` : null;
  } catch {
    return null;
  }
}

function remove(file: string) {
  try {
    unlinkSync(file);
  } catch {
    // Already gone: what we wanted.
  }
}
