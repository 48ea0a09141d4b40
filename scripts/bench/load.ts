import autocannon from 'autocannon';
import type { ServerProcess } from './server-process.ts';

export type Measured = {
  requestsPerSecond: number;
  p50: number;
  p99: number;
  /** Processor time of the server for one request. */
  cpuMicroseconds: number | null;
  bytes: number;
};

const CONNECTIONS = 16;

/**
 * Asks a server for the paths in turn for some seconds, and tells what that cost. Latencies are in milliseconds. Any
 * answer that is not a success ends the measurement: a fast error is no result.
 */
export async function measure(server: ServerProcess, paths: string[], seconds: number): Promise<Measured> {
  const before = server.cpuMicroseconds();
  const result = await run(server, paths, seconds);
  const after = server.cpuMicroseconds();
  const { total } = result.requests;
  return {
    requestsPerSecond: total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpuMicroseconds: before === null || after === null ? null : (after - before) / total,
    bytes: Math.round(result.throughput.total / total),
  };
}

/** The median time in milliseconds of one request at a time, over `count` requests, with sub-millisecond resolution. */
export async function medianLatency(server: ServerProcess, paths: string[], count: number): Promise<number> {
  const times: number[] = [];
  for (let index = -20; index < count; index++) {
    const started = performance.now();
    const response = await fetch(server.address + paths[Math.abs(index) % paths.length]);
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${paths[Math.abs(index) % paths.length]} answered ${response.status}`);
    if (index >= 0) times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

async function run(server: ServerProcess, paths: string[], seconds: number) {
  const result = await autocannon({
    url: server.address,
    connections: CONNECTIONS,
    duration: seconds,
    requests: paths.map((path) => ({ method: 'GET' as const, path, headers: { 'accept-encoding': 'br, gzip' } })),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${paths[0]}: ${result.non2xx} failed answers, ${result.errors} errors`);
  return result;
}
