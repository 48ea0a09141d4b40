// The example of a provider (examples/provider), as a seller runs it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const script = join(import.meta.dirname, '../../examples/provider/provider.mjs');

/** On a free port. `close` ends it and its machines; `kill` as a crash does. */
export async function startProvider(secret: string, settings: Record<string, string> = {}) {
  const child = spawn(process.execPath, [script], {
    env: { SECRET: secret, PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const url = /http:\S+/.exec(line.toString('utf8'))?.[0] ?? '';
  const ended = once(child, 'exit');
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal);
    await ended;
  };
  return { url, close: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}
