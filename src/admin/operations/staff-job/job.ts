// Bulk actions of the staff. Each resolves with what went wrong, in words, or with nothing.
import { useApi } from '#client/query/use-api.ts';
import { type Pages, useApiPages } from '#client/query/use-api-pages.ts';
import type { StaffJob, StaffJobRow } from '#contract/operations/staff-job.schema.ts';
import { type JobKindName, type JobOutcome, jobKinds, jobKindsOf } from '#contract/operations/staff-job.ts';
import { saveFile } from '#ui/loading/save-file.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';
import { attempt } from '../../frame/attempt.ts';
import { useMay } from '../../frame/who.ts';

const EVERY_MS = 1_000;

/** Bulk actions on a list that the signed-in person may run. */
export function useJobKinds(list: string): JobKindName[] {
  const may = useMay();
  return jobKindsOf(list).filter((kind) => may(jobKinds[kind].right));
}

/** Asked again as long as it is under way, and looked at. */
export function useJob(jobId: string): Loaded<StaffJob> {
  return useApi('/admin/job/{jobId}', {
    params: { path: { jobId } },
    every: (job) => (job?.state === 'queued' || job?.state === 'running') && EVERY_MS,
  });
}

/** `since`: of the job, when its rows have changed. */
export function useJobRows(jobId: string, outcome: JobOutcome | null, since: string): Pages<StaffJobRow> {
  return useApiPages('/admin/job/{jobId}/row', {
    params: { path: { jobId }, query: { outcome: outcome ?? undefined } },
    since,
  });
}

type PrepareJob = { kind: string; asked: Record<string, unknown> } & (
  | { ids: string[] }
  | { query: string; zone: string }
);

/** Calls with the preview's id. */
export function prepare(job: PrepareJob, onPrepared: (jobId: string) => void): Promise<string | undefined> {
  return attempt(async (api) => onPrepared((await api.post('/admin/job', { body: job })).job_id));
}

/** Calls with the job that it is then: the one that takes it back, where it is undone. */
export function move(
  jobId: string,
  step: 'confirm' | 'stop' | 'undo',
  onMoved: (jobId: string) => void,
): Promise<string | undefined> {
  return attempt(async (api) =>
    onMoved((await api.post(`/admin/job/{jobId}/${step}`, { params: { path: { jobId } } })).job_id),
  );
}

/** Saves what became of each row as a file. */
export function saveRows(jobId: string): Promise<string | undefined> {
  return attempt(async (api) =>
    saveFile(
      await api.getFile('/admin/job/{jobId}/row', { params: { path: { jobId }, query: { format: 'csv' } } }),
      'job.csv',
    ),
  );
}
