// The tables of every part, in the one database that they share: each part has a schema of its own in it.
import { join } from 'node:path';
import type { ApiTables } from '#api/schema/schema.ts';
import type { IdentityTables } from '#identity/schema.ts';
import type { LedgerTables } from '#ledger/schema.ts';
import type { MailTables } from '#mail/schema.ts';
import type { PaymentsTables } from '#payments/schema.ts';
import type { Database } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';

export type Tables = ApiTables & IdentityTables & LedgerTables & MailTables & PaymentsTables;

export const schemas = ['platform', 'ledger', 'api', 'identity', 'mail', 'payments'];

/** Makes the tables ready, or as they were with the migrations `upTo`. Answers what was done, such as 'api/0001-catalogue.sql'. */
export async function migrateAll(
  database: Database<Tables>,
  upTo: Record<string, readonly string[]> | null = null,
): Promise<string[]> {
  const applied: string[] = [];
  for (const schema of schemas) {
    const folder = join(import.meta.dirname, '..', schema, 'migrations');
    const names = await migrate(database, { schema, folder, ...(upTo && { only: upTo[schema] ?? [] }) });
    applied.push(...names.map((name) => `${schema}/${name}`));
  }
  return applied;
}
