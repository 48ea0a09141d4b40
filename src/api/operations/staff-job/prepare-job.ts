// A preview of what would become of many rows: which they are is settled with it, so that what is confirmed is what was shown.
import { randomUUID } from 'node:crypto';
import type { JobOutcome } from '#contract/operations/staff-job.ts';
import type { Db } from '../../schema/db.ts';
import type { JobAsker, JobKind } from './job-kind.store.ts';
import type { ChosenRow } from './job-row.rules.ts';
import { insertPreview, insertRows, type NewJobRow } from './staff-job.store.ts';

const AT_ONCE = 500;

type Wanted = {
  kind: JobKind;
  /** As the kind's schema has read it. */
  asked: Record<string, unknown>;
  /** Each id once. */
  rows: ChosenRow[];
  by: JobAsker;
  /** The list's address, where all that fit it are meant. */
  list?: { query: string; zone: string } | null;
};

/** Answers the job's id. */
export async function prepareJob({ db, now }: { db: Db; now: () => Date }, wanted: Wanted): Promise<string> {
  const { kind, asked, by, list = null } = wanted;
  const rows: NewJobRow[] = [];
  for (let from = 0; from < wanted.rows.length; from += AT_ONCE) {
    const some = wanted.rows.slice(from, from + AT_ONCE);
    const outcomes = await kind.preview(db, { asked, rows: some, by });
    for (const [at, row] of some.entries()) {
      const preview = outcomes[at];
      if (!preview) throw new Error(`${kind.kind} has previewed ${outcomes.length} of ${some.length} rows`);
      rows.push({
        number: from + at + 1,
        row_id: row.id,
        name: preview.name ?? row.name,
        input: row.input ?? null,
        outcome: preview.outcome,
        message: preview.message ?? '',
        before: preview.before ?? null,
        after: preview.after ?? null,
      });
    }
  }
  const jobId = randomUUID();
  const countOf = (outcome: JobOutcome) => rows.filter((row) => row.outcome === outcome).length;
  await db.transaction().execute(async (transaction) => {
    await insertPreview(transaction, {
      ...{ job_id: jobId, kind: kind.kind, asked_by: by.userId, asked, created_at: now() },
      ...{ list_query: list?.query ?? null, list_zone: list?.zone ?? 'UTC', total: rows.length },
      ...{ changed: countOf('changed'), same: countOf('same'), refused: countOf('refused') },
    });
    for (let from = 0; from < rows.length; from += AT_ONCE * 2)
      await insertRows(transaction, jobId, rows.slice(from, from + AT_ONCE * 2));
  });
  return jobId;
}
