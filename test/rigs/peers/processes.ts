// Programs of others as processes: run to their end, or started and asked until they answer.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { type StartingProcess, startProcess } from '../../processes/server-process.ts';
import type { Question } from '../bench/closed-loop.ts';
import { metersOf } from '../bench/measured-process.ts';

const POLL_MS = 20;
const STOP_MS = 10_000;
/** Output of a program that failed, at most. */
const TAIL = 1_500;

export type OpenProcess = {
  pid: number;
  /** Processor time used so far in microseconds; null where the system does not tell. */
  cpuMicroseconds: () => number | null;
  memoryMegabytes: () => number | null;
  /** Pauses it: what it would do beside is no part of another's measurement. */
  pause: () => void;
  resume: () => void;
  stop: () => Promise<void>;
  /** Rejects when it ends before it is stopped, with what it wrote. */
  broken: Promise<never>;
};

/** Runs Node with these arguments and variables, in `cwd`, and does not wait for it. */
export function open(args: string[], given: { environment: NodeJS.ProcessEnv; cwd: string }): OpenProcess {
  const child: StartingProcess = startProcess(args, given);
  let isStopping = false;
  const broken = child.ended.then(({ code, out, err }) => {
    if (isStopping) return new Promise<never>(() => {});
    throw new Error(`ended with code ${code}: ${(err + out).slice(-TAIL)}`);
  });
  broken.catch(() => {
    // Callers that wait for an answer learn of it there.
  });
  return {
    pid: child.pid,
    ...metersOf(child.pid),
    pause: () => child.send('SIGSTOP'),
    resume: () => child.send('SIGCONT'),
    broken,
    async stop() {
      isStopping = true;
      child.send('SIGCONT');
      await Promise.race([child.stop(), wait(STOP_MS).then(child.kill)]);
    },
  };
}

/** Resolves when the question is answered with 200 for the first time. */
export async function untilAnswered(
  address: string,
  { path, headers, body }: Question,
  { broken }: OpenProcess,
  withinMs: number,
): Promise<void> {
  const until = performance.now() + withinMs;
  const request = { method: body === undefined ? 'GET' : 'POST', headers: headers ?? {}, body: body ?? null };
  for (let last = 'no answer'; performance.now() < until; await wait(POLL_MS)) {
    const answer = await Promise.race([fetch(address + path, request).catch(() => null), broken]);
    if (answer?.ok) {
      await answer.arrayBuffer();
      return;
    }
    if (answer) last = `${answer.status}: ${(await answer.text()).slice(0, TAIL)}`;
    if (performance.now() > until - POLL_MS)
      throw new Error(`it did not answer within ${withinMs / 1_000} s (${last})`);
  }
}

/** Runs a program to its end and throws what it wrote where that is not a good one. */
export async function run(
  program: string,
  args: string[],
  given: { environment: NodeJS.ProcessEnv; cwd: string; withinMs: number },
): Promise<void> {
  const child = spawn(program, args, {
    cwd: given.cwd,
    env: given.environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: given.withinMs,
    killSignal: 'SIGKILL',
    shell: process.platform === 'win32' && program === 'npm',
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  let written = '';
  const collect = (chunk: Buffer) => {
    written = (written + chunk).slice(-TAIL);
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const [code, signal] = await once(child, 'close');
  process.off('exit', kill);
  if (code === 0) return;
  const how = signal ? `was ended after ${given.withinMs / 1_000} s` : `ended with code ${code}`;
  throw new Error(`${program} ${args.join(' ')} ${how}: ${written}`);
}

/** Fails a step that takes longer than its time. What it started is ended by whoever catches that. */
export async function within<Result>(withinMs: number, what: string, step: Promise<Result>): Promise<Result> {
  const late = new AbortController();
  const tooLate = wait(withinMs, undefined, { signal: late.signal }).then(() => {
    throw new Error(`${what} took longer than ${withinMs / 1_000} s`);
  });
  tooLate.catch(() => {
    // Called off.
  });
  return Promise.race([step, tooLate]).finally(() => late.abort());
}
