// Namespaces of Linux around a rig: its network, its mounts and its processes are its own, and are gone when it ends, however it ends.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

const own = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];

/** A sentence where this user or system cannot have them; null: it can. */
export function whyNotAlone(): string | null {
  const tried = spawnSync('unshare', [...own, 'true'], { encoding: 'utf8' });
  return tried.status === 0
    ? null
    : 'The machines of the cluster are network namespaces of Linux, which root alone can make: run this as root.';
}

/** Runs a program of Node there, and answers its exit code. A shell above it waits for every process that loses its parent. */
export async function runAlone(file: string, args: string[]): Promise<number> {
  const child = spawn('unshare', [...own, 'sh', '-c', '"$0" "$@"; exit $?', process.execPath, file, ...args], {
    stdio: 'inherit',
  });
  const end = () => child.kill('SIGKILL');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  process.once('exit', end);
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}
