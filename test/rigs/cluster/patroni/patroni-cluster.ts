// Three machines with PostgreSQL under Patroni, one with etcd, and HAProxy before them.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ask } from '../../../database/postgres.ts';
import { giveToPostgres } from '../run-as.ts';
import { type Balancer, startHaproxy } from './haproxy.ts';
import { addMachine, type Machine, makeNetwork } from './network.ts';
import { makePatroniNode, type PatroniNode, type Role, USER } from './patroni-node.ts';
import { programOf } from './programs.ts';
import { type Started, start, until } from './started.ts';

const DATABASE = 'hearth';
const ETCD_PORT = 2379;
const WHOLE_MS = 60_000;

export type PatroniCluster = {
  nodes: PatroniNode[];
  /** Addresses of the shop's database: at whichever machine is the primary, and at one replica. */
  primaryUrl: string;
  replicaUrl: string;
  etcd: { stop(): Promise<void>; start(): void };
  find(role: Role): Promise<PatroniNode | null>;
  /** Resolves when there are a primary, a synchronous standby and another one, streaming. */
  untilWhole(): Promise<void>;
};

/** `folder` can be entered by everybody. */
export async function startPatroniCluster(folder: string): Promise<PatroniCluster> {
  makeNetwork();
  const store = addMachine('etcd', 10);
  const etcd = etcdOn(store, join(folder, 'etcd'));
  etcd.start();
  const nodes = [1, 2, 3].map((number) =>
    makePatroniNode(addMachine(`db${number}`, 10 + number), join(folder, `db${number}`), {
      etcd: `${store.address}:${ETCD_PORT}`,
    }),
  );
  for (const node of nodes) node.start();
  const balancer: Balancer = await startHaproxy(folder, nodes);
  const urlOf = (port: number, database = DATABASE) => `postgres://${USER}@127.0.0.1:${port}/${database}`;

  async function find(role: Role) {
    const roles = await Promise.all(nodes.map((node) => node.role()));
    return nodes[roles.indexOf(role)] ?? null;
  }

  async function isWhole() {
    const roles = await Promise.all(nodes.map((node) => node.role()));
    if ([...roles].sort().join() !== 'async,primary,sync') return false;
    const rows = await ask(
      urlOf(balancer.primaryPort, 'postgres'),
      "select 1 from pg_stat_replication where state = 'streaming' and application_name like 'db%'",
    ).catch(() => []);
    return rows.length === 2;
  }

  const untilWhole = () => until('three machines are a primary and two standbys', WHOLE_MS, isWhole);
  await untilWhole();
  await ask(urlOf(balancer.primaryPort, 'postgres'), `create database ${DATABASE}`);
  return {
    nodes,
    primaryUrl: urlOf(balancer.primaryPort),
    replicaUrl: urlOf(balancer.replicaPort),
    etcd,
    find,
    untilWhole,
  };
}

function etcdOn(machine: Machine, folder: string) {
  mkdirSync(folder, { mode: 0o700 });
  giveToPostgres(folder);
  const client = `http://${machine.address}:${ETCD_PORT}`;
  const args = ['--data-dir', join(folder, 'data'), '--listen-client-urls', client, '--advertise-client-urls', client];
  let running: Started | null = null;
  return {
    start() {
      const command = [
        '-u',
        'postgres',
        '--',
        programOf('etcd'),
        ...args,
        '--listen-peer-urls',
        'http://127.0.0.1:2380',
      ];
      running = start(machine.command('runuser', command), `${folder}.log`);
    },
    async stop() {
      machine.killAll();
      await running?.stop();
    },
  };
}
