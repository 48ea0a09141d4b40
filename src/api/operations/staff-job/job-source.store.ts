import { sql } from 'kysely';
import { jobList } from '#contract/operations/job-list.ts';
import type { JobState } from '#contract/operations/staff-job.ts';
import { jobLabels } from '#contract/operations/staff-job.ts';
import { always, isExactly, isOnDays, isOneOf, iso, listSource } from '../staff-list/list-source.sql.ts';

type Raw = {
  job_id: string;
  kind: string;
  undoes: string | null;
  by_name: string | null;
  state: Exclude<JobState, 'preview'>;
  total: number;
  done: number;
  changed: number;
  refused: number;
  created_at: Date;
  ended_at: Date | null;
};

export const jobSource = listSource<Raw>({
  list: jobList,
  // A preview that nobody has confirmed is no job yet.
  from: sql`(select * from api.staff_job where state <> 'preview')`,
  alias: sql`job`,
  id: sql`job.job_id`,
  sorts: { created_at: { by: sql`job.created_at`, as: 'moment' } },
  filters: {
    state: isOneOf(sql`job.state`),
    kind: isOneOf(sql`job.kind`),
    asked: isOnDays(sql`job.created_at`),
    by: isExactly(sql`job.asked_by`),
  },
  walks: { created_at: { state: always, kind: always, asked: always, by: always } },
  select: sql`job.job_id, job.kind, job.undoes, job.state, job.total, job.done, job.changed, job.refused, job.created_at, job.ended_at,
    (select account.username from api."user" as account where account.account_id = job.asked_by limit 1) as by_name`,
  toRow: (raw) => ({
    id: raw.job_id,
    label: `${raw.undoes ? 'Undo: ' : ''}${jobLabels(raw.kind)?.label ?? raw.kind}`,
    by: raw.by_name,
    state: raw.state,
    created_at: iso(raw.created_at),
    ended_at: iso(raw.ended_at),
    total: raw.total,
    done: raw.done,
    changed: raw.changed,
    refused: raw.refused,
  }),
});
