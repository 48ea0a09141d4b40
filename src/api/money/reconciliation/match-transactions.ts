// Looks for the posting of every transaction that has none, and again at what only waits. Safe to repeat, and in several processes at once.
import type { Transaction } from 'kysely';
import { inTransaction } from '#platform/database/after-commit.ts';
import type { ApiTables } from '../../schema/schema.ts';
import type { Reconciling } from './fetch-transactions.ts';
import {
  findPostings,
  findSubjects,
  type JudgedRow,
  listToJudge,
  type StoredTransaction,
  saveVerdicts,
  sumBySource,
} from './match.store.ts';
import { recordExplained } from './missing.store.ts';
import { type CandidatePosting, judge, keysOf, lookUp, type Subject, type Way, ways } from './reconciliation.rules.ts';
import { lockReconciliation } from './reconciliation.store.ts';

const BATCH = 200;

type Db = Transaction<ApiTables>;

/** Looks at `most` transactions, those first that were looked at longest ago. */
export async function matchTransactions({ db, now }: Pick<Reconciling, 'db' | 'now'>, most: number): Promise<void> {
  const begun = now();
  for (let seen = 0; seen < most; seen += BATCH) {
    const judged = await inTransaction(db, async (transaction) => {
      await lockReconciliation(transaction);
      const rows = await listToJudge(transaction, begun, BATCH);
      if (rows.length > 0) await saveVerdicts(transaction, await judgeAll(transaction, rows), begun);
      return rows.length;
    });
    if (judged < BATCH) break;
  }
  await inTransaction(db, async (transaction) => {
    await recordExplained(transaction, await lockReconciliation(transaction));
  });
}

async function judgeAll(db: Db, rows: readonly StoredTransaction[]): Promise<JudgedRow[]> {
  const subjects = await findAllSubjects(db, rows);
  const sums = await sumBySource(
    db,
    rows.flatMap(({ source }) => source ?? []),
  );
  const known = rows.map((row) => {
    const subject = subjectOf(row, subjects);
    return { row, subject, keys: keysOf(row, subject) };
  });
  const postings = await findPostings(
    db,
    known.flatMap(({ keys }) => keys),
  );
  return known.map(({ row, subject, keys }) => {
    const candidates = keys.flatMap((key) => postings.get(key) ?? []);
    const verdict = judge(row, {
      subject,
      postings: candidates,
      source_cents: sums.get(row.source ?? '') ?? row.amount_cents,
    });
    take(candidates, verdict.transfer_id, row.transaction_id);
    return { ...verdict, transaction_id: row.transaction_id, order_id: subject?.order_id ?? null };
  });
}

/** Those that come later in the batch do not get it any more. */
function take(candidates: readonly CandidatePosting[], transferId: number | null, transactionId: string): void {
  const taken = candidates.find(({ transfer_id: id }) => id === transferId);
  if (taken) taken.taken_by = transactionId;
}

async function findAllSubjects(db: Db, rows: readonly StoredTransaction[]): Promise<Record<Way, Map<string, Subject>>> {
  const wanted = rows.flatMap((row) => lookUp(row) ?? []);
  const found = {} as Record<Way, Map<string, Subject>>;
  for (const by of ways)
    found[by] = await findSubjects(
      db,
      by,
      wanted.filter((one) => one.by === by).map(({ id }) => id),
    );
  return found;
}

function subjectOf(row: StoredTransaction, subjects: Record<Way, Map<string, Subject>>): Subject | null {
  const wanted = lookUp(row);
  return (wanted && subjects[wanted.by].get(wanted.id)) ?? null;
}
