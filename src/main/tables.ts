// The tables of every part, in the one database that they share: each part has a schema of its own in it.
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import {
  type PaymentsTables,
  migrations as sandboxMigrations,
  schema as sandboxSchema,
} from '@hearth/payment-sandbox/tables';
import type { ApiTables } from '#api/schema/schema.ts';
import type { IdentityTables } from '#identity/schema.ts';
import type { LedgerTables } from '#ledger/schema.ts';
import type { MailTables } from '#mail/schema.ts';
import { StartError } from '#platform/config/start-error.ts';
import type { Database } from '#platform/database/database.ts';
import { migrate, missingMigrations } from '#platform/database/migrate.ts';

/** Between two looks for migrations that another process makes. */
const LOOK_MS = 1_000;
/** Longer than any migration so far, of a million orders. */
const WAIT_MS = 600_000;
/** They still fit into a line or two. */
const NAMED = 5;

export type Tables = ApiTables & IdentityTables & LedgerTables & MailTables & PaymentsTables;

/** The folder of the migrations of each schema, in the order in which they are made. */
const folders = new Map([
  ...['platform', 'ledger', 'api', 'identity', 'mail'].map(
    (room) => [room, join(import.meta.dirname, '..', room, 'migrations')] as const,
  ),
  [sandboxSchema, sandboxMigrations] as const,
]);

export const schemas = [...folders.keys()];

/** Makes the tables ready, or as they were with the migrations `upTo`. Answers what was done, such as 'api/0001-catalogue.sql'. */
export async function migrateAll(
  database: Database<Tables>,
  upTo: Record<string, readonly string[]> | null = null,
): Promise<string[]> {
  const applied: string[] = [];
  for (const [schema, folder] of folders) {
    const names = await migrate(database, { schema, folder, ...(upTo && { only: upTo[schema] ?? [] }) });
    applied.push(...names.map((name) => `${schema}/${name}`));
  }
  return applied;
}

/**
 * Makes the tables ready, or waits until another process has, as the operator says. Answers what was done, as `migrateAll` does.
 */
export async function prepareTables(
  database: Database<Tables>,
  { waitsForMigrations, progress }: { waitsForMigrations: boolean; progress: (step: string) => void },
): Promise<string[]> {
  if (!waitsForMigrations) return migrateAll(database);
  await waitForMigrations(database, { progress });
  return [];
}

/** Answers when the tables have all migrations of this version. Throws a StartError when nobody makes them within ten minutes. */
export async function waitForMigrations(
  database: Database<Tables>,
  { progress, waitMs = WAIT_MS }: { progress: (step: string) => void; waitMs?: number },
): Promise<void> {
  let isWaiting = false;
  for (const until = Date.now() + waitMs; ; await setTimeout(LOOK_MS)) {
    const missing = await listMissing(database);
    if (missing.length === 0) return;
    if (Date.now() > until)
      throw new StartError(
        `MIGRATIONS is wait, and the database still lacks ${namesOrNumber(missing)}. Make them with npm run migrate, or set MIGRATIONS=run.`,
      );
    if (!isWaiting) progress(`Waiting for ${namesOrNumber(missing)}, which npm run migrate makes`);
    isWaiting = true;
  }
}

async function listMissing(database: Database<Tables>): Promise<string[]> {
  const missing: string[] = [];
  for (const [schema, folder] of folders)
    missing.push(...(await missingMigrations(database, { schema, folder })).map((name) => `${schema}/${name}`));
  return missing;
}

/** An upgrade says which; of a new database nobody wants to know. */
export function namesOrNumber(migrations: string[]): string {
  return migrations.length > NAMED ? `${migrations.length} migrations` : migrations.join(', ');
}
