import type { JobValues } from '#contract/operations/staff-job.ts';

/** A row as it was chosen. `input`: what is to be made of it, where each row has something of its own. */
export type ChosenRow = { id: string; name: string; input?: Record<string, unknown> | null };

/** A row as it was shown. For an undo, `before` is what it must be still, `after` what it was before the job. */
export type ShownRow = ChosenRow & { number: number; before: JobValues | null; after: JobValues | null };

/** Sentence about the rows that a job has not come to. */
export function leftSentence(left: number): string {
  return left === 1 ? '1 row was left as it is.' : `${left} rows were left as they are.`;
}
