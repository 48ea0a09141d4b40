// PgBouncer in transaction mode before a PostgreSQL, with the settings that docs/operations.md gives to operators.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { freePort } from './free-port.ts';

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
  await writeFile(join(folder, 'pgbouncer.ini'), settings(new URL(url), { connections, port: at }));
  // It refuses to run as root, and reads its settings before it is somebody else.
  const user = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  const child = spawn(program, [...user, join(folder, 'pgbouncer.ini')], { stdio: ['ignore', 'ignore', 'pipe'] });
  let printed = '';
  child.stderr.on('data', (chunk) => {
    printed = (printed + chunk).slice(-5_000);
  });
  await untilOpen(child, at, () => printed);
  return {
    url: Object.assign(new URL(url), { username: 'shop', password: '', host: `127.0.0.1:${at}` }).href,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

function settings(url: URL, given: { connections: number; port: number }): string {
  const password = url.password && ` password='${decodeURIComponent(url.password).replaceAll("'", "''")}'`;
  const way = `host=${url.hostname} port=${url.port || 5432} user=${decodeURIComponent(url.username)}${password}`;
  return `[databases]
${url.pathname.slice(1)} = ${way} connect_query='set jit = off'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${given.port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${given.connections}
max_client_conn = 1000
query_wait_timeout = 10
server_connect_timeout = 3
server_login_retry = 1
`;
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
