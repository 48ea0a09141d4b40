// Kinds of bulk actions. Topics make theirs; the runner and the routes know nothing of what they do.
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { JobOutcome, JobValues } from '#contract/operations/staff-job.ts';
import type { StaffAction } from '#contract/people/staff.ts';
import type { ApiTables } from '../../schema/schema.ts';
import type { ChosenRow, ShownRow } from './job-row.rules.ts';

type Db = Kysely<ApiTables>;

/** The requester: the account, and the address that is theirs now. */
export type JobAsker = { userId: string; email: string };

export type RowOutcome = {
  /** By itself where the row was chosen by its id alone. */
  name?: string;
  outcome: JobOutcome;
  /** Why it is refused, in one sentence that says what to do. */
  message?: string;
  before?: JobValues | null;
  after?: JobValues | null;
};

type Doing<Row, Asked> = { asked: Asked; rows: Row[]; by: JobAsker };

// biome-ignore lint/suspicious/noExplicitAny: each kind asks for something else, which its own schema has read
export type JobKind<Asked = any> = {
  kind: string;
  right: StaffAction;
  /** Parameters that it needs. */
  asked: z.ZodType<Asked>;
  /** Expected outcome of each row, in their order; changes nothing. */
  preview: (db: Db, doing: Doing<ChosenRow, Asked>) => Promise<RowOutcome[]>;
  /** Does it, in this transaction, and answers in the order of the rows. A row that is not what was shown any more is refused. */
  runBatch: (transaction: Db, doing: Doing<ShownRow, Asked>) => Promise<RowOutcome[]>;
  /** The way back, for a few minutes; a row that was changed since is refused. */
  undoBatch?: (transaction: Db, doing: Doing<ShownRow, Asked>) => Promise<RowOutcome[]>;
  /** Once a batch is committed. */
  afterBatch?: () => Promise<void>;
};

export const changedSince = 'It was changed since the preview, and was left as it is. Look at it, and ask again.';
export const changedSinceDone = 'It was changed after this job, and was left as it is now. Look at it yourself.';
export const goneMeanwhile = 'It is not there any more.';

/** Does the rows one after another, each by the verb that does one. */
export async function oneByOne<Row>(rows: Row[], verb: (row: Row) => Promise<RowOutcome>): Promise<RowOutcome[]> {
  const outcomes: RowOutcome[] = [];
  for (const row of rows) outcomes.push(await verb(row));
  return outcomes;
}

export const refusedRow = (message: string): RowOutcome => ({ outcome: 'refused', message });
