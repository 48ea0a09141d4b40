import { CompiledQuery, Kysely, PostgresDialect, type PostgresPool, type QueryResult } from 'kysely';
import type { ApiTables } from '../../schema/schema.ts';

/** A Kysely like any other, whose statements `execute` carries out: single ones that read, in no transaction. */
export function createReadsThrough(
  execute: (statement: CompiledQuery) => Promise<QueryResult<unknown>>,
): Kysely<ApiTables> {
  const query = (sql: string, parameters: readonly unknown[]) => execute(CompiledQuery.raw(sql, [...parameters]));
  const pool = { options: {}, connect: async () => ({ query, release() {} }), end: async () => {} };
  return new Kysely({ dialect: new PostgresDialect({ pool: pool as unknown as PostgresPool }) });
}
