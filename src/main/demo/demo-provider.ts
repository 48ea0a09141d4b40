// The machines of the demo: the example of a provider (examples/provider) as a process of its own, which the demo's shop is told to call.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Log } from '#platform/observability/log.ts';
import { root } from '../shop.ts';
import type { DemoCaller } from './demo-caller.ts';

/** Where an endpoint is set: that of a shop by its owner, that of the operator's own products by the staff. */
export type EndpointSetting = { by: DemoCaller; path: string };

/** Starts it and makes it the endpoint of each. Answers how it is ended. */
export async function startDemoProvider(
  settings: readonly EndpointSetting[],
  { dataDir, log }: { dataDir: string; log: Log },
): Promise<() => Promise<void>> {
  const port = await freePort();
  const secrets: string[] = [];
  for (const { by, path } of settings) {
    const { secret: first } = await by.put(path, { url: `http://127.0.0.1:${port}/` });
    // It is shown once alone: a trial that is opened again makes a new one.
    secrets.push(first ?? (await by.post(`${path}/rotate`)).secret);
  }
  const child = spawn(process.execPath, [join(root, 'examples/provider/provider.mjs')], {
    env: {
      SECRET: secrets.join(' '),
      PORT: String(port),
      HOST: '127.0.0.1',
      STATE: join(dataDir, 'demo-provider.json'),
    },
    // By the channel it hears that the shop has ended, however that was.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  child.stderr?.on('data', (text) => log.warn({ part: 'demo', provider: String(text).trim() }));
  await Promise.race([once(child.stdout as Readable, 'data'), failed(child)]);
  return async () => {
    if (child.exitCode !== null) return;
    child.kill();
    await once(child, 'exit');
  };
}

async function failed(child: ChildProcess): Promise<never> {
  const [code] = await once(child, 'exit');
  throw new Error(`the demo's provider ended with ${code}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('there is no free port');
  return address.port;
}
