// The shop of one revision, by that revision's own rig: its products, its processes, its buyers. A program of its own for each revision,
// because the modules of several do not mix. `revisions.ts` starts it and asks by messages.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

type Shop = { address: string; cpuMicroseconds: () => number | null; stop: () => Promise<unknown> };
type Rig = {
  makeBenchDatabase: (count: number) => Promise<{
    environment: Record<string, string>;
    someIds: string[];
    drop: () => Promise<void>;
  }>;
  startShop: (environment: Record<string, string>) => Promise<Shop>;
  measureOrders: (environment: Record<string, string>, seconds: number) => Promise<OrdersThen>;
  measureSignIns: (environment: Record<string, string>, seconds: number) => Promise<{ signInsPerSecond: number }>;
};

type OrdersThen = { ordersPerSecond: number; bareOrdersPerSecond?: number | null };

/** Questions of `revisions.ts`. */
export type Asked =
  | { what: 'open'; products: number; kept: boolean }
  | { what: 'cpu' }
  | { what: 'close' }
  | { what: 'orders' | 'signIns'; seconds: number }
  | { what: 'end' };

export type Opened = { address: string; someIds: string[] };

/** Folders that the rig has been in. */
const places = ['test/rigs/bench/fill', 'test/rigs/bench', 'scripts/bench'];

async function moduleOf<Module>(root: string, ...names: string[]): Promise<Module> {
  for (const place of places)
    for (const name of names) {
      const path = join(root, place, `${name}.ts`);
      if (existsSync(path)) return import(path);
    }
  throw new Error(`${root} has no ${names.join(' or ')} in ${places.join(', ')}`);
}

async function rigOf(root: string): Promise<Rig> {
  const processes = await moduleOf<Record<string, Rig['startShop']>>(root, 'measured-process', 'server-process');
  return {
    ...(await moduleOf<Pick<Rig, 'makeBenchDatabase'>>(root, 'bench-database')),
    ...(await moduleOf<Pick<Rig, 'measureOrders'>>(root, 'orders')),
    ...(await moduleOf<Pick<Rig, 'measureSignIns'>>(root, 'sign-ins')),
    startShop: (processes.startMeasuredShop ?? processes.startShop) as Rig['startShop'],
  };
}

const rig = await rigOf(process.argv[2] ?? '');
let database: Awaited<ReturnType<Rig['makeBenchDatabase']>> | null = null;
let shop: Shop | null = null;

async function answer(asked: Asked): Promise<unknown> {
  if (asked.what === 'open') {
    database ??= await rig.makeBenchDatabase(asked.products);
    shop = await rig.startShop({ ...database.environment, ...(!asked.kept && { CACHE_MB: '0' }) });
    return { address: shop.address, someIds: database.someIds } satisfies Opened;
  }
  if (asked.what === 'cpu') return shop?.cpuMicroseconds() ?? null;
  if (asked.what === 'close') return void (await shop?.stop());
  if (asked.what === 'end') return void (await database?.drop());
  const environment = database?.environment ?? {};
  return asked.what === 'orders'
    ? rig.measureOrders(environment, asked.seconds)
    : rig.measureSignIns(environment, asked.seconds);
}

process.on('message', (asked: Asked) => {
  answer(asked).then(
    (answered) => process.send?.({ answered }),
    (error: Error) => process.send?.({ failed: error.stack ?? String(error) }),
  );
});
process.send?.({ answered: null });
