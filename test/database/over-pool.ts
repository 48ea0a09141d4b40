import { Kysely, PostgresDialect } from 'kysely';
import type { Tables } from '#main/tables.ts';
import type { Database } from '#platform/database/database.ts';
import type { EmbeddedDatabase } from '#platform/database/embedded-database.ts';

/** Database for the parts of the shop, over an embedded one of the test's own. */
export function overPool(pool: EmbeddedDatabase): Database<Tables> {
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    kysely,
    kind: 'embedded',
    counters: null,
    connections: pool.connections,
    executeScript: pool.executeScript,
    session: (work) => kysely.connection().execute(work),
    listen: pool.listen,
    onLost: pool.onLost,
    share: async () => {},
    close: pool.end,
  };
}
