// nginx in front of a shop, with the configurations that operators are given; it sends the files of the storage itself.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { freePort } from './free-port.ts';

const templates = join(import.meta.dirname, '../../deploy/nginx');

/** Where nginx is on this machine; null: nowhere. On Debian: apt install nginx-light. */
export function findFreeNginx(): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, 'nginx')).find(existsSync) ?? null;
}

/** Beside the shop it shows the files of the storage at /plain/, as nginx does without a shop. `folder` is made. */
export async function startAccelProxy(folder: string, { shop, storage }: { shop: string; storage: string }) {
  const nginx = findFreeNginx();
  if (!nginx) throw new Error('nginx is needed on this machine: on Debian, apt install nginx-light.');
  await mkdir(folder);
  const port = await freePort();
  const read = async (name: string, values: Record<string, string>) =>
    (await readFile(join(templates, name), 'utf8'))
      .replaceAll(/^ *#.*\n/gm, '')
      .replaceAll(/\$\{(\w+)\}/g, (_, variable) => values[variable] ?? '');
  const files = await read('goods-files.conf.template', { HEARTH_STORAGE: storage });
  const site = await read('hearth.conf.template', {
    HEARTH_LISTEN: `127.0.0.1:${port}`,
    HEARTH_PROCESSES: `server ${new URL(shop).host.replace('localhost', '127.0.0.1')} max_fails=0;`,
  });
  const plain = `location /plain/ { alias ${storage}/goods/; sendfile on; tcp_nopush on; }`;
  const both = site.replace(/\n {4}location \/ \{/, `\n${files}\n${plain}\n$&`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`);
  // As whoever runs the tests: the folder of a storage is its owner's alone.
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
${temporary.join('\n')}
${both}
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
