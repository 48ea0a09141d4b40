// A shop's place: its database, its data directory and its address, which stay while its processes come and go.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { foldName } from '#api/text/search-text.rules.ts';
import { migrateAll, type Tables } from '#main/tables.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { dropDatabaseOn, makeDatabaseOn } from '../../database/postgres.ts';
import { freePort } from '../../processes/free-port.ts';
import type { ServerProcess } from '../../processes/server-process.ts';
import { launchShop, limitsOfMany, type ShopEnvironment } from '../../processes/shop-process.ts';
import { createDatabase, makePrimary, type PostgresServer } from '../cluster/postgres-server.ts';
import { findPostgres } from '../cluster/run-as.ts';
import type { Endings } from './rounds/endings.ts';

export type Place = {
  name: string;
  /** Everything that its processes read from their environment. */
  environment: ShopEnvironment;
  address: string;
  dataDir: string;
  /** For a look from outside. The embedded database belongs to one process: the shop must have ended. */
  openDatabase(): Promise<Database<Tables>>;
};

/** `databaseUrl: null` is the embedded database. Without `folder` it gets one of its own. */
export async function makePlace(
  given: { name: string; databaseUrl: string | null; folder?: string; environment?: Record<string, string> },
  endings: Endings,
): Promise<Place> {
  const dataDir = given.folder ?? (await mkdtemp(join(tmpdir(), 'hearth-faults-')));
  if (!given.folder) endings.add(() => rm(dataDir, { recursive: true, force: true }));
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  return {
    name: given.name,
    address,
    dataDir,
    environment: {
      ...limitsOfMany,
      DATABASE_URL: given.databaseUrl ?? '',
      DATA_DIR: dataDir,
      PORT: String(port),
      PUBLIC_URL: address,
      TRUSTED_PROXIES: '1',
      DEMO_CATALOGUE: 'off',
      LOG_LEVEL: 'warn',
      ...given.environment,
    },
    openDatabase: () => openDatabase<Tables>({ databaseUrl: given.databaseUrl, dataDir }),
  };
}

/** Starts the shop; at the end of the test, also where that is before the shop is open, it is killed. */
export function openShop(place: Place, endings: Endings): Promise<ServerProcess> {
  const shop = launchShop(place.environment);
  endings.add(shop.kill);
  return shop.opened;
}

/** A database of its own on the PostgreSQL of `serverUrl`. */
export async function makeDatabase(serverUrl: string, endings: Endings): Promise<string> {
  const made = await makeDatabaseOn(serverUrl, { purpose: 'faults' });
  endings.add(() => dropDatabaseOn(serverUrl, made, { force: true }));
  return made.url;
}

/** Why no PostgreSQL can be started here; null: one can. */
export function whyNoServer(): string | null {
  try {
    findPostgres();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** A PostgreSQL of its own in `folder`, running, with an empty database. */
export async function startServer(folder: string, endings: Endings): Promise<PostgresServer> {
  const server = await makePrimary(folder);
  await server.start();
  endings.add(() =>
    server.stop('immediate').catch(() => {
      // It has ended before.
    }),
  );
  await createDatabase(server);
  return server;
}

/** Products that are not counted, and such that run out. */
export type Wares = { plain: string[]; counted: Map<string, number>; coupons: Map<string, number> };

/** Puts wares on the shelves that last for about so many rounds: some of the counted ones and a coupon run out earlier. */
export async function fill(place: Place, rounds: number): Promise<Wares> {
  const plain = Array.from({ length: 6 }, (_, index) => `plain-${index}`);
  const counted = new Map([
    ['few', 3 * rounds],
    ['some', 20 * rounds],
    ['many', 1_000 * rounds],
  ]);
  const coupons = new Map([
    ['FEW', 2 * rounds],
    ['MANY', 1_000 * rounds],
  ]);
  const database = await place.openDatabase();
  try {
    await migrateAll(database);
    const rows = [...plain, ...counted.keys()].map((id, index) => ({
      product_id: id,
      product_name: `Ware ${id}`,
      name_folded: foldName(`Ware ${id}`),
      product_type: 'computing' as const,
      description: 'What it is.',
      excerpt: 'What it is.',
      product_img: '',
      price_micros: 1_250_000 + index * 990_000,
      on_sale: false,
      sale_price_micros: null,
      stock: counted.get(id) ?? null,
      price_unit: 'hour',
      provider: 'Northlight Compute',
      options: '[]',
      specs: '[]',
    }));
    await database.kysely.insertInto('api.product').values(rows).execute();
    await database.kysely
      .insertInto('api.coupon')
      .values(
        [...coupons].map(([code, limit]) => ({
          code,
          percent: 10,
          amount_cents: null,
          category: null,
          expires_at: null,
          total_limit: limit,
          customer_limit: null,
        })),
      )
      .execute();
  } finally {
    await database.close();
  }
  return { plain, counted, coupons };
}
