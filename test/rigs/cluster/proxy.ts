import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { findNginx } from './run-as.ts';

const template = join(import.meta.dirname, '../../../deploy/nginx/hearth.conf.template');

export type ProxyServer = { address: string; stop(): Promise<void> };

/** nginx with the configuration that operators are given, in front of processes at these ports of this machine. */
export async function startProxy(folder: string, port: number, processes: number[]): Promise<ProxyServer> {
  await mkdir(folder, { mode: 0o755 });
  const values: Record<string, string> = {
    HEARTH_LISTEN: `127.0.0.1:${port}`,
    HEARTH_PROCESSES: processes.map((own) => `server 127.0.0.1:${own} max_fails=0;`).join('\n    '),
  };
  const site = (await readFile(template, 'utf8'))
    .replaceAll(/^ *#.*\n/gm, '')
    .replaceAll(/\$\{(\w+)\}/g, (_, name) => values[name] ?? '');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`);
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off;
pid nginx.pid;
worker_processes 1;
events { worker_connections 1024; }
http {
access_log off;
${temporary.join('\n')}
${site}
}
`,
  );
  const nginx = spawn(findNginx(), ['-p', `${folder}/`, '-c', 'nginx.conf', '-e', 'error.log'], { stdio: 'ignore' });
  await untilListening(nginx, port, join(folder, 'error.log'));
  return {
    address: `http://127.0.0.1:${port}`,
    async stop() {
      if (nginx.exitCode !== null) return;
      nginx.kill('SIGTERM');
      await once(nginx, 'exit');
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
