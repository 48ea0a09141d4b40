// A trial that is started for the second time: how long it takes until it is open, and what it keeps in memory. On the embedded database,
// whatever the bench runs on.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildServer, buildStorefront } from '../../../scripts/bootstrap.mjs';
import { startProcess } from '../../processes/server-process.ts';
import { bundledShop, quietEnvironment, startShop } from '../../processes/shop-process.ts';
import { metersOf } from './measured-process.ts';

const STARTS = 5;
/** As a visitor who looks around asks for them. */
const LOOKED_AT = [
  '/',
  '/products/category/computing',
  '/products/category/all?sort=price_asc',
  '/products/keyword/gpu',
];

export type WarmStart = {
  /** Medians, from the start of the process until it says that it is open: of the bundle, of the sources, and of Node alone until its end. */
  bundleMs: number;
  sourcesMs: number;
  nodeMs: number;
  /** Processor time until then. */
  bundleCpuMs: number | null;
  sourcesCpuMs: number | null;
  /** Resident, after a visitor has looked at a few pages. */
  memoryMegabytes: number | null;
};

export async function measureWarmStart(): Promise<WarmStart> {
  buildStorefront(process.execPath);
  buildServer(process.execPath);
  const dataDir = await mkdtemp(join(tmpdir(), 'hearth-warm-'));
  const environment = { DATA_DIR: dataDir, DEMO_MARKETPLACE: 'on' };
  try {
    // The first ones fill the catalogue, and the cache of compiled code.
    for (const program of [bundledShop, undefined]) await (await startShop(environment, program)).stop();
    const rounds: Round[] = [];
    for (let round = 0; round < STARTS; round++)
      rounds.push({
        bundle: await start(environment, bundledShop),
        sources: await start(environment),
        nodeMs: await runNode(),
      });
    const middle = (read: (round: Round) => number | null) =>
      rounds.map((round) => read(round) ?? Number.NaN).sort((a, b) => a - b)[Math.floor(STARTS / 2)] ?? Number.NaN;
    return {
      bundleMs: middle(({ bundle }) => bundle.ms),
      sourcesMs: middle(({ sources }) => sources.ms),
      nodeMs: middle(({ nodeMs }) => nodeMs),
      bundleCpuMs: middle(({ bundle }) => bundle.cpuMs),
      sourcesCpuMs: middle(({ sources }) => sources.cpuMs),
      memoryMegabytes: middle(({ bundle }) => bundle.memoryMegabytes),
    };
  } finally {
    await rm(dataDir, { recursive: true });
  }
}

type Started = { ms: number; cpuMs: number | null; memoryMegabytes: number | null };
type Round = { bundle: Started; sources: Started; nodeMs: number };

async function start(environment: { DATA_DIR: string }, program?: string[]): Promise<Started> {
  const begin = performance.now();
  const shop = await startShop(environment, program);
  const ms = performance.now() - begin;
  const { cpuMicroseconds, memoryMegabytes } = metersOf(shop.pid);
  const used = cpuMicroseconds();
  for (const path of LOOKED_AT) await (await fetch(shop.address + path)).arrayBuffer();
  const kept = memoryMegabytes();
  await shop.stop();
  return { ms, cpuMs: used === null ? null : used / 1_000, memoryMegabytes: kept };
}

async function runNode(): Promise<number> {
  const begin = performance.now();
  await startProcess(['--eval', '0'], { environment: quietEnvironment }).ended;
  return performance.now() - begin;
}

export function renderWarmStart(found: WarmStart): string {
  const { bundleMs, sourcesMs, nodeMs, bundleCpuMs, sourcesCpuMs, memoryMegabytes } = found;
  const whole = (value: number | null) => value?.toFixed(0) ?? '?';
  return `A trial's second start: open after ${whole(bundleMs)} ms (${whole(bundleMs / nodeMs)} times Node alone), ${whole(bundleCpuMs)} ms of a processor; from the sources ${whole(sourcesMs)} ms, ${whole(sourcesCpuMs)} ms of a processor; ${whole(memoryMegabytes)} MB resident once a visitor has looked around`;
}

if (import.meta.main) process.stdout.write(`${renderWarmStart(await measureWarmStart())}\n`);
