// A machine with PostgreSQL under Patroni, whose data lies on a small disk of its own.
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { findPostgres, giveToPostgres } from '../run-as.ts';
import type { Machine } from './network.ts';
import { programOf } from './programs.ts';
import { start } from './started.ts';

const DISK_MB = 600;
const LEAST_MB = 40;
const diskGuard = join(import.meta.dirname, '../../../../deploy/patroni/disk-guard.sh');
const PATRONI_PORT = 8008;
const SILENT_MS = 1_000;

/** What docs/operations.md gives to operators, and why: the longest way is that of a machine that is gone, `ttl` and two checks. */
export const settings = {
  /** A leader that has not been heard of for so long is none. */
  ttl: 8,
  loop_wait: 2,
  retry_timeout: 3,
  maximum_lag_on_failover: 1_048_576,
  // Nothing is acknowledged that is not on a second machine.
  synchronous_mode: true,
  // While etcd is away the primary goes on, as long as every machine of the cluster answers it.
  failsafe_mode: true,
  // A primary that has ended, as on a full disk, is not started again where another machine can take its place.
  primary_start_timeout: 0,
};

export type Role = 'primary' | 'sync' | 'async' | 'none';

export type PatroniNode = Machine & {
  folder: string;
  /** Address of the shop's database on this machine, past everything else. */
  url: string;
  start(): void;
  /** By Patroni's own word; 'none' while it has not any, or does not answer. */
  role(): Promise<Role>;
  /** Takes every byte of its disk that is left. */
  fillDisk(): void;
  freeDisk(): void;
};

export function makePatroniNode(machine: Machine, folder: string, given: { etcd: string; database: string }) {
  mkdirSync(folder, { mode: 0o755 });
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=0700`, 'tmpfs', folder]);
  if (mounted.status !== 0) throw new Error(`No disk could be mounted in ${folder}`);
  giveToPostgres(folder);
  const file = `${folder}.json`;
  // JSON is YAML.
  writeFileSync(file, JSON.stringify(configurationOf(machine, folder, given.etcd), null, 2), { mode: 0o644 });
  const filler = join(folder, 'filler');
  const ask = (path: string) =>
    fetch(`http://${machine.address}:${PATRONI_PORT}${path}`, { signal: AbortSignal.timeout(SILENT_MS) });
  const node: PatroniNode = {
    ...machine,
    folder,
    url: `postgres://postgres@${machine.address}:5432/${given.database}`,
    start() {
      const asPostgres = (...command: string[]) => machine.command('runuser', ['-u', 'postgres', '--', ...command]);
      start(asPostgres(programOf('patroni'), file), `${folder}.log`);
      start(asPostgres('sh', diskGuard, file, machine.name, folder, String(LEAST_MB)), `${folder}-guard.log`);
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
    fillDisk() {
      const to = openSync(filler, 'w');
      for (const size of [1024 * 1024, 4_096]) writeUntilFull(to, Buffer.alloc(size));
      closeSync(to);
    },
    freeDisk: () => rmSync(filler, { force: true }),
  };
  return node;
}

function configurationOf({ name, address }: Machine, folder: string, etcd: string) {
  return {
    scope: 'hearth',
    name,
    restapi: { listen: `${address}:${PATRONI_PORT}`, connect_address: `${address}:${PATRONI_PORT}` },
    etcd3: { hosts: etcd },
    bootstrap: {
      dcs: {
        ...settings,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: {
            max_connections: 100,
            shared_buffers: '64MB',
            hot_standby_feedback: 'on',
            // Sizes for a disk that is to be full soon.
            min_wal_size: '32MB',
            max_wal_size: '128MB',
            wal_keep_size: '64MB',
            max_slot_wal_keep_size: '128MB',
            wal_retrieve_retry_interval: '500ms',
            wal_sender_timeout: '5s',
            wal_receiver_timeout: '5s',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { auth: 'trust' }],
    },
    postgresql: {
      listen: `${address},127.0.0.1:5432`,
      connect_address: `${address}:5432`,
      data_dir: join(folder, 'data'),
      bin_dir: findPostgres(),
      pgpass: join(folder, 'pgpass'),
      authentication: { superuser: { username: 'postgres' }, replication: { username: 'replicator' } },
      parameters: { unix_socket_directories: '' },
      pg_hba: [
        'host all all 127.0.0.1/32 trust',
        'host replication replicator 127.0.0.1/32 trust',
        'host all all 10.77.0.0/24 trust',
        'host replication replicator 10.77.0.0/24 trust',
      ],
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
    },
  };
}

function writeUntilFull(file: number, block: Buffer) {
  try {
    while (writeSync(file, block) > 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
