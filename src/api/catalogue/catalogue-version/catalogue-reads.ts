import type { CompiledQuery, Kysely } from 'kysely';
import type { Replica } from '#platform/database/replica.ts';
import type { Log } from '#platform/observability/log.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { readVersion } from './catalogue-version.store.ts';
import type { CatalogueVersion } from './catalogue-version.ts';
import { createReadsThrough } from './reads-through.store.ts';

/** A replica that has failed is left alone for so long. */
const REST_MS = 5_000;

/**
 * Connection for reads of the catalogue: the replica for as long as it is known to show the version that answers are cached under,
 * otherwise the primary. Statements that fail at the replica run on the primary, and the replica is left alone for some seconds. For single
 * statements that read; the replica is asked for its version only when somebody reads.
 */
export function createCatalogueReads(deps: {
  primary: Kysely<ApiTables>;
  replica: Replica<ApiTables>;
  version: Pick<CatalogueVersion, 'current'>;
  log: Log;
}): Kysely<ApiTables> {
  const { primary, replica, version, log } = deps;
  /** The version that the replica is known to show; null while nothing is known. */
  let shown: string | null = null;
  let asking = false;
  let isAway = false;
  let restsUntil = 0;

  replica.onDisconnect(() => {
    shown = null;
  });

  async function ask() {
    if (asking || Date.now() < restsUntil) return;
    asking = true;
    try {
      shown = await readVersion(replica.kysely);
      if (isAway) log.info({ part: 'api' }, 'the replica answers again');
      isAway = false;
    } catch (error) {
      pauseReplica(error);
    } finally {
      asking = false;
    }
  }

  function pauseReplica(error: unknown) {
    shown = null;
    restsUntil = Date.now() + REST_MS;
    if (!isAway) log.warn({ part: 'api', error: String(error) }, 'the replica cannot be read: the primary is asked');
    isAway = true;
  }

  async function execute(statement: CompiledQuery) {
    if (shown !== null && shown === version.current()) {
      try {
        return await replica.kysely.executeQuery(statement);
      } catch (error) {
        pauseReplica(error);
      }
    } else {
      void ask();
    }
    return primary.executeQuery(statement);
  }

  void ask();
  return createReadsThrough(execute);
}
