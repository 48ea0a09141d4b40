// A server in a process of its own, so that its processor time and memory can be told from the load's.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildStorefront, shopFlags } from '../../../scripts/bootstrap.mjs';

const root = join(import.meta.dirname, '../../..');
/** Linux counts a process's time in hundredths of a second. */
const MICROSECONDS_PER_TICK = 10_000;

/** However this process ends, its servers end with it. */
const servers = new Set<ChildProcess>();
process.on('exit', () => {
  for (const server of servers) server.kill('SIGKILL');
});

export type ServerProcess = {
  address: string;
  /** Processor time used so far in microseconds, or null where the system does not tell. */
  cpuMicroseconds: () => number | null;
  memoryMegabytes: () => number | null;
  stop: () => Promise<void>;
  /** Ends it as a crash does. */
  kill: () => Promise<void>;
  /** What it has written so far: its progress and its log. */
  printed: () => string;
};

export function startBareServer(): Promise<ServerProcess> {
  return start([join(import.meta.dirname, 'bare-server.ts')], {});
}

/** A handful of buyers at one address stand for many: the limits of one would be all that is measured. */
const fewForMany = {
  ORDERS_OPEN_PER_ACCOUNT: '100',
  ORDERS_PLACED_PER_ACCOUNT: '100000',
  ORDERS_PLACED_PER_NETWORK: '10000000',
  ORDERS_HELD_PERCENT: '100',
  ORDERS_HELD_PERCENT_BILLED: '100',
};

/** The shop as it is started for visitors, built first where it is not. */
export function startShop(environment: Record<string, string>): Promise<ServerProcess> {
  buildStorefront(process.execPath);
  return start([...shopFlags, join(root, 'src/start.ts')], {
    NODE_ENV: 'production',
    PORT: '0',
    DEMO_CATALOGUE: 'off',
    ...fewForMany,
    ...environment,
  });
}

async function start(args: string[], environment: Record<string, string>): Promise<ServerProcess> {
  const server = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  servers.add(server);
  server.once('exit', () => servers.delete(server));
  let printed = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream.on('data', (chunk) => {
      printed += chunk;
    });
  }
  const address = await printedAddress(server);
  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      if (server.exitCode !== null || server.signalCode !== null) return resolve();
      server.once('exit', () => resolve());
      server.kill(signal);
    });
  return {
    address,
    cpuMicroseconds: () => {
      const fields = readProc(server, 'stat')?.split(') ')[1]?.split(' ');
      return fields ? (Number(fields[11]) + Number(fields[12])) * MICROSECONDS_PER_TICK : null;
    },
    memoryMegabytes: () => {
      const kilobytes = readProc(server, 'status')?.match(/VmRSS:\s+(\d+)/)?.[1];
      return kilobytes ? Math.round(Number(kilobytes) / 1024) : null;
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    printed: () => printed,
  };
}

function readProc(server: ChildProcess, file: string): string | null {
  const path = `/proc/${server.pid}/${file}`;
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

function printedAddress(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const read = (chunk: Buffer) => {
      printed += chunk;
      const address = printed.match(/is open at (http:\S+)/)?.[1];
      if (address) resolve(address);
    };
    server.stdout?.on('data', read);
    server.stderr?.on('data', read);
    server.once('exit', () => reject(new Error(`the server did not open:\n${printed}`)));
  });
}
