import { findJob } from '#contract/operations/jobs.ts';
import type { ShopState } from '#contract/operations/system-status.schema.ts';
import type { Database } from '#platform/database/database.ts';
import { listJobs } from '#platform/jobs/list-jobs.ts';
import { listProcesses } from '#platform/processes/presence.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { readDatabaseSize, readGoodsKeys, readIncoming, readStoredFiles } from './system-status.store.ts';
import type { StateSource } from './system-status-source.ts';

export type StateDeps = { database: Database<ApiTables>; source: StateSource; now: () => Date };

/**
 * System status, which an operator looks at first, in small questions. Two of them count: what the payment provider has sent within 30
 * days, and the files of products.
 */
export async function readState(deps: StateDeps): Promise<ShopState> {
  const { database, source, now } = deps;
  const db = database.kysely;
  const [outboxes, incoming, jobs, processes, size, files, ownKeys, keys, replica, freeBytes] = await Promise.all([
    Promise.all((source.outboxes ?? []).map(async ({ name, measure }) => ({ name, ...(await measure()) }))),
    readIncoming(db),
    listJobs(db),
    listProcesses(db),
    readDatabaseSize(db),
    readStoredFiles(db),
    readGoodsKeys(db),
    source.keys?.() ?? [],
    lagOf(source),
    source.storage?.freeBytes().catch(() => null) ?? null,
  ]);
  return {
    at: now().toISOString(),
    outboxes: outboxes.map(({ overdueSeconds, ...outbox }) => ({ ...outbox, overdue_seconds: overdueSeconds })),
    incoming: { last_at: iso(incoming.lastAt), day: incoming.day, unmatched: incoming.unmatched },
    jobs: jobs.map((job) => ({
      name: job.name,
      label: findJob(job.name)?.label ?? job.name,
      deletes_after_days: findJob(job.name)?.deletesAfterDays ?? null,
      every_seconds: job.everySeconds,
      started_at: job.startedAt.toISOString(),
      ended_at: iso(job.endedAt),
      took_ms: job.tookMs,
      failed_at: iso(job.failedAt),
      failure: job.failure,
      request_id: job.requestId,
      is_late: job.isLate,
    })),
    processes: processes.map(({ host, pid, role, version, node, startedAt, seenAt, isAway }) => ({
      ...{ host, pid, role, version, node },
      started_at: startedAt.toISOString(),
      seen_at: seenAt.toISOString(),
      is_away: isAway,
    })),
    database: {
      kind: database.kind,
      ...size,
      connections: source.connections?.() ?? database.connections(),
      replica_lag_seconds: replica.seconds,
      replica_answers: replica.answers,
    },
    storage: { kind: source.storage?.kind ?? null, ...files, free_bytes: freeBytes },
    keys: [...keys, ...ownKeys].map(({ name, since }) => ({ name, since: iso(since) })),
  };
}

async function lagOf({ replicaLag }: StateSource): Promise<{ seconds: number | null; answers: boolean }> {
  if (!replicaLag) return { seconds: null, answers: true };
  try {
    return { seconds: await replicaLag(), answers: true };
  } catch {
    return { seconds: null, answers: false };
  }
}

const iso = (date: Date | null) => date?.toISOString() ?? null;
