// nginx in front of processes of a shop, with the configurations that operators are given.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { freePort } from './free-port.ts';

const given = join(import.meta.dirname, '../../deploy/nginx');

export type ProxyServer = { address: string; stop(): Promise<void> };

/** Where nginx is on this machine; null: nowhere. On Debian: apt install nginx-light. */
export function findNginx(): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, 'nginx')).find(existsSync) ?? null;
}

/** `folder` is made. Connections never end by themselves: a load would count that as a fault. Answers say in `x-cache-status` what the cache had of them, where it was asked. */
export async function startNginx(
  folder: string,
  options: {
    /** Ports of the processes, on this machine. */
    processes: number[];
    /** A free one, unless it is said. */
    port?: number;
    /** Caches what the shop says is public. */
    caches?: boolean;
    /** Folder of the shop's storage, whose files nginx sends. */
    storage?: string;
    /** Folder whose files it shows at /plain/ with these headers, as nginx does without a shop. */
    plain?: { folder: string; headers?: Record<string, string> };
  },
): Promise<ProxyServer> {
  const nginx = findNginx();
  if (!nginx) throw new Error('nginx is needed on this machine: on Debian, apt install nginx-light.');
  await mkdir(folder, { mode: 0o755 });
  await cp(join(given, 'snippets'), join(folder, 'snippets'), { recursive: true });
  const { port = await freePort(), processes, caches = false, storage, plain } = options;
  const site = await fill('hearth.conf.template', {
    HEARTH_LISTEN: `127.0.0.1:${port}`,
    HEARTH_PROCESSES: processes.map((own) => `server 127.0.0.1:${own} max_fails=0;`).join('\n    '),
    HEARTH_CACHED: caches ? 'include snippets/hearth-cached.conf;' : '',
  });
  const besides = [
    storage && (await fill('goods-files.conf.template', { HEARTH_STORAGE: storage })),
    plain && `location /plain/ { alias ${plain.folder}/; ${headerLines(plain.headers ?? {})} }`,
  ];
  const cache = caches
    ? await fill('hearth-cache.conf.template', {
        HEARTH_CACHE: 'cache',
        HEARTH_DATED: `127.0.0.1:${await freePort()}`,
      })
    : '';
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`);
  // As whoever runs it: the folder of a storage is its owner's alone.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  await writeFile(
    join(folder, 'nginx.conf'),
    `${user}
daemon off;
pid nginx.pid;
worker_processes 1;
events { worker_connections 1024; }
http {
access_log off;
sendfile on;
tcp_nopush on;
keepalive_requests 1000000000;
add_header X-Cache-Status $upstream_cache_status;
${temporary.join('\n')}
${cache}
${site.replace(/\n {4}location \/ \{/, `\n${besides.filter(Boolean).join('\n')}\n$&`)}
}
`,
  );
  const child = spawn(nginx, ['-p', `${folder}/`, '-c', 'nginx.conf', '-e', 'error.log'], { stdio: 'ignore' });
  await untilListening(child, port, join(folder, 'error.log'));
  return {
    address: `http://127.0.0.1:${port}`,
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

function headerLines(headers: Record<string, string>): string {
  return Object.entries(headers)
    .map(([name, value]) => `add_header ${name} ${JSON.stringify(value)};`)
    .join(' ');
}

/** Text of a template with these values. */
async function fill(name: string, values: Record<string, string>): Promise<string> {
  return (await readFile(join(given, name), 'utf8'))
    .replaceAll(/^ *#.*\n/gm, '')
    .replaceAll(/\$\{(\w+)\}/g, (_, variable) => values[variable] ?? '');
}

async function untilListening(nginx: ChildProcess, port: number, errors: string) {
  while (nginx.exitCode === null) {
    const socket = connect(port, '127.0.0.1');
    const open = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (open) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`nginx did not start: ${await readFile(errors, 'utf8').catch(() => 'it says nothing')}`);
}
