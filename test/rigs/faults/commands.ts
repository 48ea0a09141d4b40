// Commands and starts of the shop that are killed at any moment on their way.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sleep } from './ask.ts';
import type { Endings } from './endings.ts';

const root = join(import.meta.dirname, '../../..');
/** How long a command takes that has not come to its end yet. */
const ASSUMED_MS = 1_500;

/** What a command has printed, and its exit code; null: it was killed. */
export type Ran = { code: number | null; out: string; errors: string };

export type Commands = {
  /**
   * Runs `scripts/NAME.ts`, and kills it after this part of the time that it took the last time, unless it has ended by
   * then; null: it may end.
   */
  run(name: string, args: string[], killAt: number | null): Promise<Ran>;
  /** Starts the shop, and kills it after so many milliseconds, wherever it is then. */
  killStart(afterMs: number): Promise<void>;
};

export function createCommands(environment: Record<string, string>, endings: Endings): Commands {
  const usualMs = new Map<string, number>();

  async function runNode(args: string[], given: Record<string, string>, killAfterMs: number | null): Promise<Ran> {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...environment, ...given },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    endings.add(() => child.kill('SIGKILL'));
    const ran = { out: '', errors: '' };
    child.stdout.on('data', (chunk) => {
      ran.out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      ran.errors += chunk;
    });
    const ended = once(child, 'close');
    if (killAfterMs !== null) {
      await Promise.race([ended, sleep(killAfterMs)]);
      child.kill('SIGKILL');
    }
    const [code] = await ended;
    return { code, ...ran };
  }

  return {
    async run(name, args, killAt) {
      const killAfterMs = killAt === null ? null : killAt * (usualMs.get(name) ?? ASSUMED_MS);
      const started = performance.now();
      const ran = await runNode([join(root, 'scripts', `${name}.ts`), ...args], {}, killAfterMs);
      if (ran.code === 0) usualMs.set(name, performance.now() - started);
      return ran;
    },
    async killStart(afterMs) {
      await runNode([join(root, 'src/main.ts')], { NODE_ENV: 'production' }, afterMs);
    },
  };
}
