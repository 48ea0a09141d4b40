// npm run cluster:test: several processes of the shop on one PostgreSQL, in two trials, one after the other. `replica`: with a streaming
// replica (replica.ts). `failover`: on three machines under Patroni (failover.ts). Ends with 1 when something was lost, or failed that
// should not. --only NAME runs one of them; --keep leaves the folders with the logs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { StartError } from '#platform/config/start-error.ts';
import { buildStorefront } from '../../../scripts/bootstrap.mjs';
import { findNginx } from '../../processes/nginx.ts';
import { runAlone, whyNotAlone } from './patroni/alone.ts';
import { findProgram } from './patroni/programs.ts';
import { findPostgres } from './run-as.ts';

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, keep: { type: 'boolean', default: false } },
});
const trials: Record<string, () => Promise<number>> = { replica: runReplica, failover: runFailover };
/** Debian's package of each program that the trial of a failover needs. */
const packages = {
  nginx: 'nginx-light',
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  ip: 'iproute2',
};

try {
  const chosen = options.only ? [options.only] : Object.keys(trials);
  for (const name of chosen)
    if (!trials[name]) throw new StartError(`There is no trial ${name}, only ${Object.keys(trials).join(' and ')}.`);
  if (!findNginx()) throw new StartError('nginx is needed on this machine: on Debian, apt install nginx-light.');
  findPostgres();
  if (chosen.includes('failover')) checkFailover();
  // In namespaces of its own a trial has no network.
  buildStorefront(process.execPath);
  for (const name of chosen) {
    console.log(`\n## ${name}`);
    if ((await trials[name]?.()) !== 0) process.exitCode = 1;
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function checkFailover() {
  const without = 'npm run cluster:test -- --only replica does without.';
  const missing = Object.entries(packages).flatMap(([program, name]) => (findProgram(program) ? [] : [name]));
  if (missing.length > 0)
    throw new StartError(
      `Programs are missing on this machine: on Debian, apt install ${missing.join(' ')}. ${without}`,
    );
  const why = whyNotAlone();
  if (why) throw new StartError(`${why} ${without}`);
}

async function runReplica(): Promise<number> {
  const args = [join(import.meta.dirname, 'replica.ts'), ...(options.keep ? ['--keep'] : [])];
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal));
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

async function runFailover(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-failover-'));
  // PostgreSQL and others run as other users.
  await chmod(folder, 0o711);
  try {
    return await runAlone(join(import.meta.dirname, 'failover.ts'), [folder]);
  } finally {
    if (options.keep) console.error(`Left in ${folder}`);
    else await rm(folder, { recursive: true, force: true });
  }
}
