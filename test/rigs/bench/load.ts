import { type Question, runClosedLoop } from './closed-loop.ts';
import type { MeasuredProcess } from './measured-process.ts';

/** A proxy in front of servers has an address too, and no processor time that would be theirs. */
type Loaded = Pick<MeasuredProcess, 'address' | 'cpuMicroseconds'>;

export type Measured = {
  requestsPerSecond: number;
  p50: number;
  p99: number;
  /** Processor time of the server for one request. */
  cpuMicroseconds: number | null;
  bytes: number;
};

/** As many as a shop works on at once (work-limits.ts): more would stand in line, and a line that stands is refused. */
const VISITORS = 12;

/**
 * Asks a server for the paths in turn for some seconds, and tells what that cost. Latencies are in milliseconds. Any
 * answer of another status ends the measurement: a fast error is no result.
 */
export async function measure(server: Loaded, questions: Array<string | Question>, seconds: number): Promise<Measured> {
  const before = server.cpuMicroseconds();
  const { milliseconds, bytes } = await runClosedLoop(server.address, questions, { visitors: VISITORS, seconds });
  const after = server.cpuMicroseconds();
  const total = milliseconds.length;
  const sorted = Float64Array.from(milliseconds).sort();
  const at = (share: number) => sorted[Math.floor(total * share)] ?? Number.NaN;
  return {
    requestsPerSecond: total / seconds,
    p50: at(0.5),
    p99: at(0.99),
    cpuMicroseconds: before === null || after === null ? null : (after - before) / total,
    bytes: Math.round(bytes / total),
  };
}

/** Questions of somebody who has these pages, and is told that they are still so. */
export async function validating(server: Loaded, paths: string[]): Promise<Question[]> {
  const questions: Question[] = [];
  // One after the other: all at once would be more than the shop works on at a time, and be refused.
  for (const path of paths) {
    const response = await fetch(server.address + path);
    await response.arrayBuffer();
    const etag = response.headers.get('etag');
    if (!etag) throw new Error(`${path} answered ${response.status} without an ETag`);
    questions.push({ path, headers: { 'if-none-match': etag }, status: 304 });
  }
  return questions;
}

/** The median time in milliseconds of one request at a time, over `count` requests, with sub-millisecond resolution. */
export async function medianLatency(
  server: Loaded,
  paths: string[],
  count: number,
  headers: Record<string, string> = {},
): Promise<number> {
  const times: number[] = [];
  for (let index = -20; index < count; index++) {
    const started = performance.now();
    const response = await fetch(server.address + paths[Math.abs(index) % paths.length], { headers });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${paths[Math.abs(index) % paths.length]} answered ${response.status}`);
    if (index >= 0) times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}
