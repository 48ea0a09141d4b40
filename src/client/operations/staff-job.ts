import type { StaffJob, StaffJobRow } from '#contract/operations/staff-job.schema.ts';
import type { JobOutcome } from '#contract/operations/staff-job.ts';
import type { ApiClient, ListPage } from '../api/api-client.ts';

const pathOf = (jobId: string) => `/admin/job/${encodeURIComponent(jobId)}`;

export type PrepareJob = { kind: string; asked: Record<string, unknown> } & (
  | { ids: string[] }
  | { query: string; zone: string }
);

/** Changes nothing: answers a preview. */
export function prepareJob(api: ApiClient, job: PrepareJob): Promise<StaffJob> {
  return api.post('/admin/job', job);
}

export function getJob(api: ApiClient, jobId: string): Promise<StaffJob> {
  return api.get(pathOf(jobId), { asUser: true });
}

/** Answers the job as it is then; `undo` answers the job that takes it back. */
export function moveJob(api: ApiClient, jobId: string, step: 'confirm' | 'stop' | 'undo'): Promise<StaffJob> {
  return api.post(`${pathOf(jobId)}/${step}`, {});
}

type RowsOf = { jobId: string; outcome: JobOutcome | null };

export function listJobRows(api: ApiClient, { jobId, outcome }: RowsOf, next?: string): Promise<ListPage<StaffJobRow>> {
  const query = outcome === null ? '' : `?outcome=${outcome}`;
  return api.list(next ?? `${pathOf(jobId)}/row${query}`, { asUser: true });
}

/** All rows as a file. */
export function exportJobRows(api: ApiClient, jobId: string): Promise<Blob> {
  return api.getFile(`${pathOf(jobId)}/row?format=csv`);
}
