import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { StartError } from '#platform/config/start-error.ts';

/** PostgreSQL refuses to run as root. */
const isRoot = process.getuid?.() === 0;

/** The folder of PostgreSQL's programs, in the path or where Debian keeps them. Throws a sentence when there is none. */
export function findPostgres(): string {
  const inPath = (process.env.PATH ?? '').split(delimiter);
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...inPath, ...versions.map((version) => join(debian, version, 'bin'))];
  const found = folders.find((folder) =>
    ['initdb', 'pg_ctl', 'pg_basebackup'].every((name) => existsSync(join(folder, name))),
  );
  if (!found)
    throw new StartError('PostgreSQL (15 or newer) is needed on this machine: on Debian, apt install postgresql.');
  return found;
}

/** Runs a program of PostgreSQL to its end, as the user who may. A server that it leaves would keep its output open. */
export async function runAsPostgres(program: string, args: string[]): Promise<void> {
  const [command, given] = isRoot ? ['runuser', ['-u', 'postgres', '--', program, ...args]] : [program, args];
  const child = spawn(command, given, { cwd: '/', stdio: 'ignore' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${program} ${args.at(-1)} ended with code ${code}`);
}

/** Gives a folder to the user that PostgreSQL runs as. */
export function giveToPostgres(folder: string): void {
  if (isRoot) spawnSync('chown', ['postgres:', folder]);
}
