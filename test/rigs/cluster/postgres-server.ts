import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ask } from '../../database/postgres.ts';
import { freePort } from '../../processes/free-port.ts';
import { findPostgres, giveToPostgres, runAsPostgres } from './run-as.ts';

const DATABASE = 'hearth';

export type PostgresServer = {
  /** Address of the shop's database. */
  url: string;
  port: number;
  start(): Promise<void>;
  /** 'fast' ends every connection and writes what must be written; 'immediate' is as a crash. */
  stop(mode: 'fast' | 'immediate'): Promise<void>;
};

/** A PostgreSQL of its own in `folder`, not started yet. */
export async function makePrimary(folder: string): Promise<PostgresServer> {
  await emptyFolder(folder);
  await runAsPostgres(join(findPostgres(), 'initdb'), [
    '-D',
    dataOf(folder),
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
  ]);
  return serverIn(folder);
}

/** Makes the shop's database, empty. */
export async function createDatabase({ url }: PostgresServer): Promise<void> {
  const other = new URL(url);
  other.pathname = '/postgres';
  await ask(other.href, `create database ${DATABASE}`);
}

/** A streaming replica of the primary in `folder`, not started yet. */
export async function makeReplica(folder: string, primary: PostgresServer): Promise<PostgresServer> {
  await emptyFolder(folder);
  const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres'];
  await runAsPostgres(join(findPostgres(), 'pg_basebackup'), [...from, '-D', dataOf(folder), '-R', '-c', 'fast']);
  return serverIn(folder);
}

const dataOf = (folder: string) => join(folder, 'data');

async function emptyFolder(folder: string) {
  await mkdir(folder, { mode: 0o700 });
  giveToPostgres(folder);
}

async function serverIn(folder: string): Promise<PostgresServer> {
  const port = await freePort();
  const control = (...args: string[]) => runAsPostgres(join(findPostgres(), 'pg_ctl'), ['-D', dataOf(folder), ...args]);
  await appendFile(
    join(dataOf(folder), 'postgresql.auto.conf'),
    `port = ${port}
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
# Against the machine's default of five seconds: the whole test takes some minutes.
wal_retrieve_retry_interval = '500ms'
`,
  );
  return {
    url: `postgres://postgres@127.0.0.1:${port}/${DATABASE}`,
    port,
    start: () => control('-w', '-l', join(folder, 'log'), 'start'),
    stop: (mode) => control('-w', '-m', mode, 'stop'),
  };
}
