import type { ColumnType, Generated } from 'kysely';
import type { CheckName, CheckOrigin, CheckRunState } from '#contract/operations/integrity-check.ts';
import type { JobOutcome, JobState, JobValues } from '#contract/operations/staff-job.ts';
import type { Instant, Json, JsonWithDefault } from './column.ts';

/** A view of a list of the back office; without an account once who saved it has left. */
export type StaffViewTable = {
  view_id: string;
  list: string;
  name: string;
  query: string;
  shared: boolean;
  account_id: string | null;
  created_at: Instant;
  updated_at: Instant;
};

/** A job of the staff over many rows (staff-job). */
export type StaffJobTable = {
  job_id: string;
  kind: string;
  asked_by: string;
  asked: Json<Record<string, unknown>>;
  list_query: string | null;
  list_zone: Generated<string>;
  state: JobState;
  total: number;
  done: Generated<number>;
  changed: Generated<number>;
  same: Generated<number>;
  refused: Generated<number>;
  added_since: Generated<number | null>;
  message: Generated<string>;
  undoes: Generated<string | null>;
  created_at: Instant;
  started_at: Generated<Date | null>;
  ended_at: Generated<Date | null>;
  undo_until: Generated<Date | null>;
  attempts: Generated<number>;
  next_at: Instant;
};

export type StaffJobRowTable = {
  job_id: string;
  number: number;
  row_id: string;
  name: string;
  input: JsonWithDefault<Record<string, unknown> | null>;
  outcome: JobOutcome;
  is_done: Generated<boolean>;
  message: Generated<string>;
  before: JsonWithDefault<JobValues | null>;
  after: JsonWithDefault<JobValues | null>;
};

export type CheckRunTable = {
  run_id: string;
  name: CheckName;
  repairs: Generated<boolean>;
  state: CheckRunState;
  origin: CheckOrigin;
  asked_by: string | null;
  created_at: Instant;
  started_at: Date | null;
  ended_at: Date | null;
  took_ms: number | null;
  attempts: Generated<number>;
  difference_count: Generated<number>;
  differences: ColumnType<string[], string | undefined, string>;
  message: Generated<string>;
  worker: string | null;
  leased_until: Date | null;
};

export type OperationsTables = {
  'api.check_run': CheckRunTable;
  'api.check_schedule': { name: CheckName; due_at: Date };
  'api.staff_view': StaffViewTable;
  'api.staff_job': StaffJobTable;
  'api.staff_job_row': StaffJobRowTable;
};
