// Machines of a network as namespaces of Linux, joined by a bridge. The rig itself is on the bridge. All of it is in the namespaces that the
// rig was started in (alone.ts), and ends with them.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';

const BRIDGE = 'hearth';
const NETWORK = '10.77.0';

export type Machine = {
  name: string;
  address: string;
  /** Command and arguments that run a program there. */
  command(program: string, args: string[]): [string, string[]];
  /** Pulls its plug: nothing arrives, and nothing is refused either. */
  cut(): void;
  mend(): void;
  /** Ends every process there as a power cut does. */
  killAll(): void;
};

export const networkOfMachines = `${NETWORK}.0/24`;

export function makeNetwork(): void {
  run('ip', 'link', 'set', 'lo', 'up');
  run('ip', 'link', 'add', BRIDGE, 'type', 'bridge');
  run('ip', 'addr', 'add', `${NETWORK}.1/24`, 'dev', BRIDGE);
  run('ip', 'link', 'set', BRIDGE, 'up');
  // Names of namespaces are files, which are to be nobody else's.
  mkdirSync('/run/netns', { recursive: true });
  run('mount', '-t', 'tmpfs', 'tmpfs', '/run/netns');
}

/** `number`: from 2, the last part of its address. */
export function addMachine(name: string, number: number): Machine {
  const address = `${NETWORK}.${number}`;
  const inside = (...command: string[]) => run('ip', 'netns', 'exec', name, ...command);
  run('ip', 'netns', 'add', name);
  run('ip', 'link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
  run('ip', 'link', 'set', name, 'master', BRIDGE);
  run('ip', 'link', 'set', name, 'up');
  inside('ip', 'link', 'set', 'lo', 'up');
  inside('ip', 'addr', 'add', `${address}/24`, 'dev', 'eth0');
  inside('ip', 'link', 'set', 'eth0', 'up');
  return {
    name,
    address,
    command: (program, args) => ['ip', ['netns', 'exec', name, program, ...args]],
    cut: () => run('ip', 'link', 'set', name, 'down'),
    mend: () => run('ip', 'link', 'set', name, 'up'),
    killAll() {
      for (const pid of run('ip', 'netns', 'pids', name).split(/\s+/).filter(Boolean)) kill(Number(pid));
    },
  };
}

function kill(pid: number) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

function run(command: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr.trim()}`);
  return stdout;
}
