// The tables of every part, in the one database that they share: each part has a schema of its own in it.
import { join } from 'node:path';
import {
  type PaymentsTables,
  migrations as sandboxMigrations,
  schema as sandboxSchema,
} from '@hearth/payment-sandbox/tables';
import type { ApiTables } from '#api/schema/schema.ts';
import type { IdentityTables } from '#identity/schema.ts';
import type { LedgerTables } from '#ledger/schema.ts';
import type { MailTables } from '#mail/schema.ts';
import type { Database } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';

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
