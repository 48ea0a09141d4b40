// The commands of scripts/ as an operator types them.
import { join } from 'node:path';
import { type Ended, type StartingProcess, startProcess } from './server-process.ts';
import { quietEnvironment, type ShopEnvironment } from './shop-process.ts';

const scripts = join(import.meta.dirname, '../../scripts');

/** The shop that it is about, and the folder that it is typed in: the root of the repository, unless this says otherwise. */
type Surroundings = { environment: ShopEnvironment; cwd?: string };

/** Starts `scripts/NAME.ts` without waiting for its end. */
export function startCommand(name: string, args: string[], { environment, cwd }: Surroundings): StartingProcess {
  return startProcess([join(scripts, `${name}.ts`), ...args], {
    environment: { ...quietEnvironment, ...environment },
    cwd,
  });
}

/** Runs `scripts/NAME.ts` to its end, whatever its exit code is then. */
export function runCommand(name: string, args: string[], surroundings: Surroundings): Promise<Ended> {
  return startCommand(name, args, surroundings).ended;
}
