// Functions and types of this domain that other domains may use; everything else here is its own.
export { readAudit } from './audit-entry/read-audit.ts';
export { readOverview } from './overview/read-overview.ts';
export {
  changedSince,
  changedSinceDone,
  goneMeanwhile,
  type JobKind,
  oneByOne,
  type RowOutcome,
  refusedRow,
} from './staff-job/job-kind.store.ts';
export { countWronglyKept, repairKeptForLists } from './staff-list/kept-for-lists.store.ts';
export { deleteViewsOfAccount } from './staff-list/staff-view.store.ts';
export type { OutboxSource } from './system-status/system-status-source.ts';
