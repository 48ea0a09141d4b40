// A server in a process of its own, so that its processor time and memory can be told from the load's.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildServer, buildStorefront } from '../../../scripts/bootstrap.mjs';
import { type ServerProcess, startProcess } from '../../processes/server-process.ts';
import { bundledShop, limitsOfMany } from '../../processes/shop-process.ts';

/** Linux counts a process's time in hundredths of a second. */
const MICROSECONDS_PER_TICK = 10_000;

export type MeasuredProcess = ServerProcess & {
  /** Processor time used so far in microseconds, or null where the system does not tell. */
  cpuMicroseconds: () => number | null;
  memoryMegabytes: () => number | null;
};

export function startBareServer(): Promise<MeasuredProcess> {
  return startMeasured([join(import.meta.dirname, 'bare/bare-server.ts')], {});
}

/** Variables of a shop that is measured, with an empty catalogue: a handful of visitors stand for many. */
export const measuredShop = {
  NODE_ENV: 'production',
  PORT: '0',
  DEMO_CATALOGUE: 'off',
  // Each visitor of a load comes from a network of its own.
  TRUSTED_PROXIES: '1',
  ...limitsOfMany,
};

/** The shop as it is started for visitors, built first where it is not, with an empty catalogue. */
export function startMeasuredShop(environment: Record<string, string>): Promise<MeasuredProcess> {
  buildStorefront(process.execPath);
  buildServer(process.execPath);
  return startMeasured(bundledShop, { ...measuredShop, ...environment });
}

/** The surroundings are handed on: what an operator wants to measure with is said there. */
export async function startMeasured(args: string[], environment: Record<string, string>): Promise<MeasuredProcess> {
  const server = await startProcess(args, { environment: { ...process.env, ...environment } }).opened;
  return { ...server, ...metersOf(server.pid) };
}

/** Processor time and memory of any process, while it runs. */
export function metersOf(pid: number): Pick<MeasuredProcess, 'cpuMicroseconds' | 'memoryMegabytes'> {
  return {
    cpuMicroseconds: () => {
      const fields = readProc(pid, 'stat')?.split(') ')[1]?.split(' ');
      return fields ? (Number(fields[11]) + Number(fields[12])) * MICROSECONDS_PER_TICK : null;
    },
    memoryMegabytes: () => {
      const kilobytes = readProc(pid, 'status')?.match(/VmRSS:\s+(\d+)/)?.[1];
      return kilobytes ? Math.round(Number(kilobytes) / 1024) : null;
    },
  };
}

function readProc(pid: number, file: string): string | null {
  const path = `/proc/${pid}/${file}`;
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}
