import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';

export type Started = { stop(): Promise<void> };

/** Starts a program whose output goes to the file `log`. */
export function start([program, args]: [string, string[]], log: string): Started {
  const output = openSync(log, 'a');
  const child: ChildProcess = spawn(program, args, { cwd: '/', stdio: ['ignore', output, output] });
  return {
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Looks again and again until it is so. Throws, with `what`, when it is not in time. */
export async function until(what: string, withinMs: number, isSo: () => Promise<boolean> | boolean): Promise<void> {
  for (const end = performance.now() + withinMs; !(await isSo()); ) {
    if (performance.now() > end) throw new Error(`Not within ${withinMs / 1_000} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
