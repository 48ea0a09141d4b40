// Data stores: the database, its replica, the keys, and the version that says when cached answers are out of date.
import { join } from 'node:path';
import { fillEmptyCatalogue } from '#api/catalogue/catalogue-file/fill-empty-catalogue.ts';
import { type CatalogueVersion, followCatalogueVersion } from '#api/catalogue/catalogue-version/catalogue-version.ts';
import { prepareSigningKeys } from '#identity/tokens/signing-keys.ts';
import type { TelemetryConfig } from '#platform/config/platform-config.ts';
import { StartError } from '#platform/config/start-error.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { openReplica, type Replica } from '#platform/database/replica.ts';
import type { Telemetry } from '#platform/observability/telemetry-sdk.ts';
import { keyFile, openSecrets, SealError, type Secrets } from '#platform/secrets.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { Closing } from './closing.ts';
import type { Config } from './config/config.ts';
import { root, type Shop } from './shop.ts';
import { namesOrNumber, prepareTables, type Tables } from './tables.ts';

export type Stores = {
  database: Database<Tables>;
  replica: Replica<Tables> | null;
  secrets: Secrets;
  storage: Storage;
  version: CatalogueVersion;
  telemetry: Telemetry | null;
};

/** Opens them, and makes the database ready: its tables, its keys, a first catalogue. */
export async function openStores(shop: Shop, closing: Closing): Promise<Stores> {
  const { config, log } = shop;
  const telemetry = await openTelemetry(config.telemetry, shop);
  shop.progress(config.databaseUrl ? 'Connecting to PostgreSQL' : `Opening the embedded database in ${config.dataDir}`);
  const database = await openDatabase<Tables>({ ...config, onStatement: telemetry?.recordStatement });
  closing.add(() => database.close());
  const secrets = openSecrets(config);
  await prepareDatabase(shop, database, secrets);
  await database.share(log);
  const version = await followCatalogueVersion(database, { log });
  const replica = config.databaseReadUrl
    ? openReplica<Tables>(config.databaseReadUrl, telemetry?.recordStatement)
    : null;
  closing.add(() => replica?.close());
  // Its last metrics are read from the database.
  closing.add(() => telemetry?.close());
  closing.add(version.close);
  const storage = await openStorage(config.storage);
  return { database, replica, secrets, storage, version, telemetry };
}

async function prepareDatabase({ config, progress }: Shop, database: Database<Tables>, secrets: Secrets) {
  const applied = await prepareTables(database, { ...config, progress });
  if (applied.length > 0) progress(`Database prepared: ${namesOrNumber(applied)}`);
  await prepareSigningKeys(database.kysely, secrets).catch((error) => {
    throw error instanceof SealError ? otherKey(config) : error;
  });
  if (!config.fillEmptyCatalogue) return;
  const products = await fillEmptyCatalogue(database.kysely, join(root, 'catalogue/demo'));
  if (products > 0) progress(`Demo catalogue imported: ${products} products`);
}

function otherKey({ secretsKey, dataDir }: Config): StartError {
  const place = secretsKey ? 'SECRETS_KEY' : keyFile(dataDir);
  return new StartError(
    `The accounts in the database were sealed with another key than the one in ${place}. Restore that key, or set SECRETS_KEY to the one that the other processes use.`,
  );
}

/** Nothing of it is loaded where the configuration does not ask for it. */
async function openTelemetry(config: TelemetryConfig, { log, progress }: Shop): Promise<Telemetry | null> {
  if (!config.metrics && !config.pushesMetrics && !config.traces) return null;
  const { startTelemetry } = await import('#platform/observability/telemetry-sdk.ts');
  const telemetry = await startTelemetry(config, log);
  if (telemetry.metricsAddress) progress(`Metrics are served at ${telemetry.metricsAddress}`);
  return telemetry;
}
