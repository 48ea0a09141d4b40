import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { restartPause } from './supervisor.ts';

const program = join(import.meta.dirname, '../../../test/processes/supervised-server.ts');

function startSupervisor(environment: Record<string, string> = {}) {
  const supervisor = spawn(process.execPath, [program], { env: environment });
  let out = '';
  let err = '';
  supervisor.stdout.on('data', (chunk) => {
    out += chunk;
  });
  supervisor.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const ended = once(supervisor, 'close').then(([code]) => ({ code, out, err }));
  onTestFinished(async () => {
    supervisor.kill('SIGKILL');
    await ended;
  });
  /** The processes that have opened so far, by the number of their worker. */
  const opened = () =>
    [...out.matchAll(/worker (\d) is process (\d+)/g)].map(([, number, pid]) => [number, Number(pid)]);
  return {
    supervisor,
    ended,
    opened,
    out: () => out,
    address: () => out.match(/open at (\S+)/)?.[1] ?? '',
    pidsOf: (number: string) => opened().flatMap(([worker, pid]) => (worker === number ? [pid as number] : [])),
  };
}

/** The process id of who answers on a connection of its own. */
function ask(address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(address, { agent: new Agent({ keepAlive: false }) }, async (response) => {
      let body = '';
      for await (const chunk of response) body += chunk;
      resolve(Number(body));
    });
    asked.once('error', reject).end();
  });
}

test('all workers serve at one address, which is told once', async () => {
  const { opened, address, out } = startSupervisor();
  await expect.poll(() => opened().length).toBe(2);
  const answered = await Promise.all(Array.from({ length: 6 }, () => ask(address())));
  expect(new Set(answered)).toEqual(new Set(opened().map(([, pid]) => pid)));
  expect(out().match(/open at/g)).toHaveLength(1);
});

test('one that is killed is followed by another, while the others serve', async () => {
  const { opened, pidsOf, address } = startSupervisor();
  await expect.poll(() => opened().length).toBe(2);
  const [first] = pidsOf('1') as [number];
  const [second] = pidsOf('2') as [number];
  process.kill(first, 'SIGKILL');
  // A request at the very moment may lose its connection; nobody waits for an answer that never comes.
  await expect.poll(() => ask(address())).toBe(second);
  await expect.poll(() => pidsOf('1').length).toBe(2);
  const answered = await Promise.all(Array.from({ length: 6 }, () => ask(address())));
  expect(new Set(answered)).toEqual(new Set([pidsOf('1')[1], second]));
});

test('SIGUSR2 starts one after the other again, and nobody is refused', async () => {
  const { supervisor, opened, pidsOf, address, out } = startSupervisor();
  await expect.poll(() => opened().length).toBe(2);
  const asking = new AbortController();
  const visitor = (async () => {
    let served = 0;
    for (; !asking.signal.aborted; served++) await ask(address());
    return served;
  })();
  supervisor.kill('SIGUSR2');
  await expect.poll(() => opened().length).toBe(4);
  asking.abort();
  expect(await visitor).toBeGreaterThan(0);
  expect(opened().map(([number]) => number)).toEqual(['1', '2', '1', '2']);
  expect(new Set([...pidsOf('1'), ...pidsOf('2')]).size).toBe(4);
  expect(out().match(/open at/g)).toHaveLength(1);
});

test('SIGTERM ends all of them, with code 0', async () => {
  const { supervisor, opened, ended } = startSupervisor();
  await expect.poll(() => opened().length).toBe(2);
  supervisor.kill('SIGTERM');
  expect((await ended).code).toBe(0);
  for (const [, pid] of opened()) expect(() => process.kill(pid as number, 0)).toThrow(/ESRCH/);
});

test('a killed supervisor leaves no worker behind', async () => {
  const { supervisor, opened } = startSupervisor();
  await expect.poll(() => opened().length).toBe(2);
  supervisor.kill('SIGKILL');
  for (const [, pid] of opened()) await expect.poll(() => isAlive(pid as number)).toBe(false);
});

test('what keeps the first one from opening ends the supervisor with its sentence and code', async () => {
  const { code, out, err } = await startSupervisor({ FAILING_WORKER: '0' }).ended;
  expect({ code, out, err }).toEqual({ code: 3, out: '', err: 'There is no bread.\n' });
});

test('one of the others that cannot open is tried again, and the first goes on', async () => {
  const { supervisor, out, pidsOf, address, ended } = startSupervisor({ FAILING_WORKER: '1' });
  await expect.poll(() => out().match(/a worker has ended/g)?.length).toBeGreaterThanOrEqual(2);
  expect(await ask(address())).toBe(pidsOf('1')[0]);
  supervisor.kill('SIGTERM');
  expect((await ended).code).toBe(0);
});

test('who ends again and again is followed later each time, up to half a minute', () => {
  const pauses = [0, 1, 2, 3, 4, 5, 20].map(restartPause);
  expect(pauses).toEqual([0, 0, 500, 1_000, 2_000, 4_000, 30_000]);
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
