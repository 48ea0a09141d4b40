// HAProxy before the machines: a port that leads to the primary, and one that leads to one replica, as Patroni says which they are.
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../../../processes/free-port.ts';
import type { Machine } from './network.ts';
import { programOf } from './programs.ts';
import { type Started, start, until } from './started.ts';
import { fillTemplate } from './templates.ts';

export type Balancer = Started & { primaryPort: number; replicaPort: number };

export async function startHaproxy(folder: string, machines: Machine[]): Promise<Balancer> {
  const [primaryPort, replicaPort] = [await freePort(), await freePort()];
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, configurationOf(machines, { primaryPort, replicaPort }));
  const started = start([programOf('haproxy'), ['-f', file, '-db']], join(folder, 'haproxy.log'));
  await until('HAProxy listens', 10_000, () => listens(primaryPort));
  return { ...started, primaryPort, replicaPort };
}

function configurationOf(machines: Machine[], ports: { primaryPort: number; replicaPort: number }): string {
  const forEach = (line: (machine: Machine) => string) => machines.map(line).join('\n  ');
  return fillTemplate('haproxy.cfg.template', {
    HEARTH_PRIMARY: `127.0.0.1:${ports.primaryPort}`,
    HEARTH_REPLICA: `127.0.0.1:${ports.replicaPort}`,
    HEARTH_SERVERS: forEach(({ name, address }) => `server ${name} ${address}:5432 check port 8008`),
    HEARTH_ASYNC: forEach(
      ({ name, address }) =>
        `server ${name} ${address}:5432 track is_async/${name} on-marked-up shutdown-backup-sessions`,
    ),
    HEARTH_ANY: forEach(({ name, address }) => `server any-${name} ${address}:5432 track is_replica/${name} backup`),
  });
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
