// A server in a process of its own, from its start to its end.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** However this process ends, the servers that it started end with it. */
const servers = new Set<ChildProcess>();
process.on('exit', () => {
  for (const server of servers) server.kill('SIGKILL');
});

/** `code: null`: a signal ended it. `out` and `err` are everything that it wrote. */
export type Ended = { code: number | null; out: string; err: string };

export type ServerProcess = {
  pid: number;
  /** Where it says that it is open. */
  address: string;
  /** Output so far, to standard output, to standard error, and to both in the order of arrival. */
  out: () => string;
  err: () => string;
  printed: () => string;
  ended: Promise<Ended>;
  send: (signal: NodeJS.Signals) => void;
  /** Asks it to end, and resolves when it has. */
  stop: () => Promise<Ended>;
  /** Ends it as a crash does. */
  kill: () => Promise<Ended>;
};

/** A process that has been started, and may end before it is open. */
export type StartingProcess = Omit<ServerProcess, 'address'> & {
  /** Resolves when it says that it is open. Rejects with what it wrote when it ends before. */
  opened: Promise<ServerProcess>;
};

/**
 * Runs Node with `args` and these variables alone, in the root of the repository unless `cwd` says otherwise. A server says
 * "is open at ADDRESS" when it listens. `socket` is a descriptor that listens already, handed over as systemd does.
 */
export function startProcess(
  args: string[],
  given: { environment: NodeJS.ProcessEnv; cwd?: string | undefined; socket?: number | undefined },
): StartingProcess {
  const { environment, cwd = root, socket } = given;
  const options = { cwd, env: environment };
  const child =
    socket === undefined
      ? spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
      : spawn('sh', ['-c', 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" "$@"', process.execPath, ...args], {
          ...options,
          stdio: ['ignore', 'pipe', 'pipe', socket],
        });
  servers.add(child);
  const written = { out: '', err: '', printed: '' };
  const opened = Promise.withResolvers<ServerProcess>();
  const handleOutput = (stream: 'out' | 'err') => (chunk: Buffer) => {
    written[stream] += chunk;
    written.printed += chunk;
    const address = written[stream].match(/is open at (\S+)\n/)?.[1];
    if (address) opened.resolve({ ...running, address });
  };
  child.stdout?.on('data', handleOutput('out'));
  child.stderr?.on('data', handleOutput('err'));
  const ended = once(child, 'close').then(([code]) => {
    servers.delete(child);
    opened.reject(new Error(`the server has ended with code ${code} and was not open:\n${written.printed}`));
    return { code: code as number | null, out: written.out, err: written.err };
  });
  const end = (signal: NodeJS.Signals) => () => {
    child.kill(signal);
    return ended;
  };
  const running = {
    pid: child.pid ?? 0,
    out: () => written.out,
    err: () => written.err,
    printed: () => written.printed,
    ended,
    send: (signal: NodeJS.Signals) => void child.kill(signal),
    stop: end('SIGTERM'),
    kill: end('SIGKILL'),
  };
  opened.promise.catch(() => {
    // Callers who only wait for its end learn of it there.
  });
  return { ...running, opened: opened.promise };
}
