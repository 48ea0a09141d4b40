// The commands of scripts/ as an operator types them.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { type Ended, type StartingProcess, startProcess } from './server-process.ts';
import { quietEnvironment, type ShopEnvironment } from './shop-process.ts';

const scripts = join(import.meta.dirname, '../../scripts');

/** The shop that it is about, and the folder that it is typed in: the root of the repository, unless this says otherwise. */
type Surroundings = { environment: ShopEnvironment; cwd?: string };

/** The file of a command, in whichever folder of scripts/ it stands. */
function fileOf(name: string): string {
  const [file] = globSync(`**/${name}.ts`, { cwd: scripts });
  if (!file) throw new Error(`scripts/ has no ${name}.ts`);
  return join(scripts, file);
}

/** Starts the command NAME without waiting for its end. */
export function startCommand(name: string, args: string[], { environment, cwd }: Surroundings): StartingProcess {
  return startProcess([fileOf(name), ...args], {
    environment: { ...quietEnvironment, ...environment },
    cwd,
  });
}

/** Runs the command NAME to its end, whatever its exit code is then. */
export function runCommand(name: string, args: string[], surroundings: Surroundings): Promise<Ended> {
  return startCommand(name, args, surroundings).ended;
}
