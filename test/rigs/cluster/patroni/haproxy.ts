// HAProxy before the machines: a port that leads to the primary, and one that leads to one replica, as Patroni says which they are.
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../../../processes/free-port.ts';
import type { Machine } from './network.ts';
import { programOf } from './programs.ts';
import { type Started, start, until } from './started.ts';

export type Balancer = Started & { primaryPort: number; replicaPort: number };

export async function startHaproxy(folder: string, machines: Machine[]): Promise<Balancer> {
  const [primaryPort, replicaPort] = [await freePort(), await freePort()];
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, configurationOf(machines, { primaryPort, replicaPort }));
  const started = start([programOf('haproxy'), ['-f', file, '-db']], join(folder, 'haproxy.log'));
  await until('HAProxy listens', 10_000, () => listens(primaryPort));
  return { ...started, primaryPort, replicaPort };
}

/** Every line has its reason in docs/operations.md. */
function configurationOf(machines: Machine[], ports: { primaryPort: number; replicaPort: number }): string {
  const servers = (rest: string) =>
    machines.map(({ name, address }) => `  server ${name} ${address}:5432 ${rest.replaceAll('NAME', name)}`).join('\n');
  const check = (role: string) => `  option httpchk OPTIONS /${role}\n  http-check expect status 200`;
  return `global
  maxconn 2000
defaults
  mode tcp
  timeout connect 2s
  timeout check 2s
  timeout client 1h
  timeout server 1h
  option clitcpka
  option srvtcpka
  default-server inter 1s fall 3 rise 1 on-marked-down shutdown-sessions
listen primary
  bind 127.0.0.1:${ports.primaryPort}
${check('primary')}
${servers('check port 8008')}
backend is_async
${check('async')}
${servers('check port 8008')}
backend is_replica
${check('replica')}
${servers('check port 8008')}
listen replica
  bind 127.0.0.1:${ports.replicaPort}
  stick-table type ip size 1
  stick on dst
${servers('track is_async/NAME on-marked-up shutdown-backup-sessions')}
${servers('track is_replica/NAME backup').replaceAll('server ', 'server any-')}
`;
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
