// The shop with WORKERS=2 on PostgreSQL, as npm start runs it.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { makeLastingDatabase } from '../database/lasting-database.ts';
import { onPostgres } from '../database/test-database.ts';
import { launchShop, limitsOfMany } from '../processes/shop-process.ts';

const LONG = { timeout: 60_000 };

/** `socket` is a descriptor that listens, handed over as systemd does. */
async function startWorkers(environment: Record<string, string> = {}, given: { socket?: number } = {}) {
  const [place, folder] = await Promise.all([makeLastingDatabase(), mkdtemp(join(tmpdir(), 'hearth-workers-'))]);
  const launched = launchShop(
    {
      // On a busy machine one address has soon had its share.
      ...limitsOfMany,
      ...{ WORKERS: '2', DATABASE_URL: place.databaseUrl ?? '', DATA_DIR: folder },
      ...environment,
    },
    given,
  );
  onTestFinished(async () => {
    await launched.kill();
    await Promise.all([place.drop(), rm(folder, { recursive: true, force: true })]);
  });
  const shop = await launched.opened;
  /** The processes that have opened, by their worker's number. */
  const opened = () =>
    [...shop.err().matchAll(/Worker (\d) of 2 is open \(process (\d+)\)/g)].map(([, number, pid]) => ({
      number: Number(number),
      pid: Number(pid),
    }));
  await expect.poll(opened, LONG).toHaveLength(2);
  return { ...shop, opened };
}

async function listProducts(address: string): Promise<number> {
  const response = await fetch(`${address}/api/product?limit=3`, { headers: { connection: 'close' } });
  await response.arrayBuffer();
  return response.status;
}

onPostgres(
  'two workers are one shop; a killed one is replaced, and SIGTERM lets answers come to their end',
  async () => {
    const { opened, out, err, address, stop } = await startWorkers();
    expect(out().match(/is open at/g)).toHaveLength(1);
    expect(err().match(/Connecting to PostgreSQL/g)).toHaveLength(1);

    process.kill(opened()[0]?.pid as number, 'SIGKILL');
    await expect.poll(() => listProducts(address).catch(() => null)).toBe(200);
    await expect.poll(() => opened().map(({ number }) => number), LONG).toEqual([1, 2, 1]);
    expect(await Promise.all(Array.from({ length: 6 }, () => listProducts(address)))).toEqual(Array(6).fill(200));
    expect(out().match(/is open at/g)).toHaveLength(1);

    const response = await fetch(`${address}/api/product/all`);
    expect(response.status).toBe(200);
    const stopped = stop();
    expect(((await response.json()) as unknown[]).length).toBeGreaterThan(90);
    expect((await stopped).code).toBe(0);
    for (const { pid } of opened()) expect(() => process.kill(pid, 0)).toThrow(/ESRCH/);
  },
  180_000,
);

onPostgres(
  'workers serve at the socket that systemd keeps',
  async () => {
    const listening = createServer().listen(0, '127.0.0.1');
    await once(listening, 'listening');
    const { port } = listening.address() as AddressInfo;
    const { fd } = (listening as unknown as { _handle: { fd: number } })._handle;
    const { stop } = await startWorkers({ PORT: String(port) }, { socket: fd });
    // Only the shop takes connections.
    listening.close();
    const address = `http://127.0.0.1:${port}`;
    expect(await Promise.all(Array.from({ length: 6 }, () => listProducts(address)))).toEqual(Array(6).fill(200));
    expect((await stop()).code).toBe(0);
  },
  180_000,
);
