// PgBouncer in transaction mode before a PostgreSQL, with the settings that operators are given.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { freePort } from './free-port.ts';

const template = join(import.meta.dirname, '../../deploy/patroni/pgbouncer.ini.template');

export type Pooler = {
  /** Address of the database through it. */
  url: string;
  stop(): Promise<void>;
};

/** Place of PgBouncer on this machine; null: there is none. On Debian: apt install pgbouncer. */
export function findPgbouncer(): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, 'pgbouncer')).find(existsSync) ?? null;
}

/** `folder` is made. At most `connections` to the database at `url`, for any number of clients. */
export async function startPgbouncer(
  folder: string,
  { url, connections, port }: { url: string; connections: number; port?: number },
): Promise<Pooler> {
  const program = findPgbouncer();
  if (!program) throw new Error('PgBouncer is needed on this machine: on Debian, apt install pgbouncer.');
  await mkdir(folder);
  const at = port ?? (await freePort());
  const users = join(folder, 'users');
  const { username, password } = new URL(url);
  await writeFile(users, `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`);
  await writeFile(join(folder, 'pgbouncer.ini'), await settings(new URL(url), { connections, port: at, users }));
  // It refuses to run as root, and reads its settings before it is somebody else.
  const user = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  const child = spawn(program, [...user, join(folder, 'pgbouncer.ini')], { stdio: ['ignore', 'ignore', 'pipe'] });
  let printed = '';
  child.stderr.on('data', (chunk) => {
    printed = (printed + chunk).slice(-5_000);
  });
  await untilOpen(child, at, () => printed);
  return {
    url: Object.assign(new URL(url), { host: `127.0.0.1:${at}` }).href,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** The template with the values of this one. */
async function settings(url: URL, given: { connections: number; port: number; users: string }): Promise<string> {
  const values: Record<string, string> = {
    HEARTH_DATABASE: url.pathname.slice(1),
    HEARTH_SERVER: `host=${url.hostname} port=${url.port || 5432}`,
    HEARTH_LISTEN: String(given.port),
    HEARTH_POOL: String(given.connections),
    HEARTH_AUTH: 'trust',
    HEARTH_USERS: given.users,
  };
  return (await readFile(template, 'utf8')).replaceAll(/\$\{(\w+)\}/g, (_, variable) => values[variable] ?? '');
}

async function untilOpen(pooler: ChildProcess, port: number, printed: () => string) {
  while (pooler.exitCode === null) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`PgBouncer did not start: ${printed()}`);
}
