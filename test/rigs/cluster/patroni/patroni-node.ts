// A machine with PostgreSQL under Patroni, whose data lies on a small disk of its own.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPostgres, giveToPostgres } from '../run-as.ts';
import { type Machine, networkOfMachines } from './network.ts';
import { programOf } from './programs.ts';
import { start } from './started.ts';
import { deploy, fillTemplate } from './templates.ts';

const DISK_MB = 600;
const LEAST_MB = 40;
const PASSWORD = 'secret';
/** User and password in the address of a database. */
export const USER = `postgres:${PASSWORD}`;
const PATRONI_PORT = 8008;
const SILENT_MS = 1_000;

export type Role = 'primary' | 'sync' | 'async' | 'none';

export type PatroniNode = Machine & {
  folder: string;
  start(): void;
  /** By Patroni's own word; 'none' while it has not any, or does not answer. */
  role(): Promise<Role>;
  /** Takes every byte of its disk that is left. */
  fillDisk(): Promise<void>;
  freeDisk(): void;
};

export function makePatroniNode(machine: Machine, folder: string, given: { etcd: string }) {
  mkdirSync(folder, { mode: 0o755 });
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=0700`, 'tmpfs', folder]);
  if (mounted.status !== 0) throw new Error(`No disk could be mounted in ${folder}`);
  giveToPostgres(folder);
  const file = `${folder}.yml`;
  const configuration = fillTemplate('patroni.yml.template', {
    HEARTH_MACHINE: machine.name,
    HEARTH_ADDRESS: machine.address,
    HEARTH_NETWORK: networkOfMachines,
    HEARTH_ETCD: given.etcd,
    HEARTH_DATA: join(folder, 'data'),
    HEARTH_PROGRAMS: findPostgres(),
    HEARTH_PASSWORD: PASSWORD,
    HEARTH_REST_PASSWORD: PASSWORD,
  });
  writeFileSync(file, configuration, { mode: 0o644 });
  const filler = join(folder, 'filler');
  const ask = (path: string) =>
    fetch(`http://${machine.address}:${PATRONI_PORT}${path}`, { signal: AbortSignal.timeout(SILENT_MS) });
  const node: PatroniNode = {
    ...machine,
    folder,
    start() {
      const asPostgres = (...command: string[]) => machine.command('runuser', ['-u', 'postgres', '--', ...command]);
      start(asPostgres(programOf('patroni'), file), `${folder}.log`);
      start(
        asPostgres('sh', join(deploy, 'disk-guard.sh'), file, machine.name, folder, String(LEAST_MB)),
        `${folder}-guard.log`,
      );
    },
    async role() {
      for (const role of ['primary', 'sync', 'async'] as const) {
        const isIt = await ask(`/${role}`).then(
          async (answer) => {
            await answer.arrayBuffer();
            return answer.status === 200;
          },
          () => false,
        );
        if (isIt) return role;
      }
      return 'none';
    },
    async fillDisk() {
      // It ends when there is no room any more.
      await once(spawn('sh', ['-c', 'cat /dev/zero > "$0"', filler], { stdio: 'ignore' }), 'exit');
    },
    freeDisk: () => rmSync(filler, { force: true }),
  };
  return node;
}
