// The shop under a supervisor that holds its socket, as systemd does: it is told to end again and again while visitors
// come, and none of them meets a closed door.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { prepareDataDir } from './database/prepared-data-dir.ts';
import { quietEnvironment, shopProgram } from './processes/shop-process.ts';

const RESTARTS = 2;

/** Starts the shop again whenever it has ended, on a socket that stays open meanwhile. */
async function superviseShop() {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-restart-'));
  const listening = createServer().listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  const { fd } = (listening as unknown as { _handle: { fd: number } })._handle;
  const startOnce = 'echo "shop is process $$"; LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" "$@"';
  const supervisor = spawn(
    'sh',
    ['-c', `while :; do sh -c '${startOnce}' "$0" "$@"; done`, process.execPath, ...shopProgram],
    {
      stdio: ['ignore', 'pipe', 'inherit', fd],
      detached: true,
      env: {
        ...quietEnvironment,
        DATA_DIR: prepareDataDir(join(folder, 'data')),
        PORT: String(port),
        SHUTDOWN_DELAY: '0.5',
      },
    },
  );
  // Only the shop takes connections.
  listening.close();
  let out = '';
  supervisor.stdout?.on('data', (chunk) => {
    out += chunk;
  });
  onTestFinished(async () => {
    process.kill(-(supervisor.pid as number), 'SIGKILL');
    await once(supervisor, 'close');
    await rm(folder, { recursive: true, force: true });
  });
  return {
    address: `http://localhost:${port}`,
    /** The processes that have been open so far, the present one last. */
    opened: () => [...out.matchAll(/shop is process (\d+)\n[\s\S]*?is open at/g)].map(([, pid]) => Number(pid)),
  };
}

test('a shop that is restarted under a supervisor refuses no request', async () => {
  const shop = await superviseShop();
  const failures: unknown[] = [];
  let served = 0;
  let visiting = true;
  const visitor = async () => {
    while (visiting) {
      try {
        const response = await fetch(`${shop.address}/api/product?limit=3`);
        await response.arrayBuffer();
        if (response.status !== 200) failures.push(response.status);
        served++;
      } catch (error) {
        failures.push(error);
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  // The first ones come before the first process is open: they wait for it.
  const visitors = Promise.all(Array.from({ length: 4 }, visitor));
  for (let restart = 1; restart <= RESTARTS; restart++) {
    await expect.poll(() => shop.opened().length, { timeout: 60_000 }).toBe(restart);
    process.kill(shop.opened().at(-1) as number, 'SIGTERM');
  }
  await expect.poll(() => shop.opened().length, { timeout: 60_000 }).toBe(RESTARTS + 1);
  const before = served;
  await expect.poll(() => served, { timeout: 20_000 }).toBeGreaterThan(before + 20);
  visiting = false;
  await visitors;
  expect(failures).toEqual([]);
  expect(new Set(shop.opened()).size).toBe(RESTARTS + 1);
}, 180_000);
