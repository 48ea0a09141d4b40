import type { Domain, DomainDeps } from '../domain/domain.ts';
import { createWriteRateLimit } from '../http/write-rate-limit.ts';
import { mountAuditEntries } from './audit-entry/audit-entry.routes.ts';
import { mountHealth } from './health/health.routes.ts';
import { mountChecks } from './integrity-check/integrity-check.routes.ts';
import type { Checks } from './integrity-check/integrity-check.rules.ts';
import { createCheckRunner } from './integrity-check/run-checks.ts';
import type { JobKind } from './staff-job/job-kind.store.ts';
import { createJobRunner } from './staff-job/run-jobs.ts';
import { mountStaffJobs } from './staff-job/staff-job.routes.ts';
import { jobPreviews } from './staff-job/staff-job-limits.rules.ts';
import type { ListSource } from './staff-list/list-source.sql.ts';
import { mountStaffLists } from './staff-list/staff-list.routes.ts';
import { mountStaffViews } from './staff-list/staff-view.routes.ts';
import { mountState } from './system-status/system-status.routes.ts';
import type { StateSource } from './system-status/system-status-source.ts';

type OperationsDeps = Pick<DomainDeps, 'database' | 'db' | 'authenticate' | 'log' | 'now'> & {
  /** Lists of the staff, each with where its rows come from. */
  sources: readonly ListSource[];
  /** Kinds of work with many rows. */
  kinds: JobKind[];
  checks: Checks;
  state: StateSource;
  /** The process has been told to end: it still answers, and is no longer ready. */
  isEnding: () => boolean;
};

/** Lists of the staff and work with many of their rows, checks, the audit log, the state of the shop. */
export function createOperations(deps: OperationsDeps) {
  const { database, db, authenticate, sources, kinds, log, now } = deps;
  const jobs = createJobRunner({ db, kinds, log, now });
  const checks = createCheckRunner({ db, checks: deps.checks, log });
  const domain: Domain = {
    mount(app) {
      mountStaffJobs(app, {
        ...{ db, authenticate, kinds, sources, now, wake: jobs.wake },
        allowPreview: createWriteRateLimit(database, jobPreviews),
      });
      mountStaffLists(app, { db, authenticate }, sources);
      mountStaffViews(app, { db, authenticate, now });
      mountChecks(app, { db, authenticate, wake: checks.wake });
      mountAuditEntries(app, { db, authenticate });
      mountState(app, { database, authenticate, now, source: deps.state });
      mountHealth(app, { db, isEnding: deps.isEnding });
    },
    jobs: [jobs.runRegularly, checks.runRegularly],
    handlers: {},
  };
  return { ...domain, staffJobs: jobs, checks };
}
