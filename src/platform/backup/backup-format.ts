// A backup is JSON lines, packed with gzip: a head, then each table with its columns and rows, then an end that counts
// them. The rows are what PostgreSQL itself makes of them (to_jsonb) and takes back (jsonb_populate_recordset), so that
// one file fits the embedded database and PostgreSQL alike, and moves a shop from one to the other.
import { z } from 'zod';

export const FORMAT = 'hearth-backup-1';

export const headSchema = z.object({
  format: z.literal(FORMAT),
  at: z.iso.datetime(),
  /** The names of the migrations that made the tables, by schema. */
  migrations: z.record(z.string(), z.array(z.string())),
  /** The last number that each sequence gave; null: none yet. */
  sequences: z.record(z.string(), z.number().nullable()),
});
export type BackupHead = z.infer<typeof headSchema>;

export const tableSchema = z.object({ table: z.string(), columns: z.array(z.string()) });
export type BackupTable = z.infer<typeof tableSchema>;

export const endSchema = z.object({ end: z.literal(true), rows: z.number() });

/** A backup that cannot be read or does not fit, in a sentence for the operator. */
export class BackupError extends Error {}
