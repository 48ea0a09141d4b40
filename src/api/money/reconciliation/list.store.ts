// The list as the staff read it, and what they say about its rows.
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Explanation, ProviderTransactionState, ReconciliationFilter } from '#contract/money/reconciliation.ts';
import { microsOf, olderThan } from '#platform/database/newest-first.ts';
import type { ListCursor } from '../../http/list-cursor.rules.ts';
import type { ProviderTransactionTable } from '../../schema/money.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { cardProcessor } from '../wallet/posting/accounts.rules.ts';
import { ledgerCurrency } from './reconciliation.rules.ts';

type Db = Kysely<ApiTables>;
export type ListedTransaction = Selectable<ProviderTransactionTable> & { micros: string; payout_id: string | null };

/** The payout to a shop that the provider's transfer is of. */
const payoutId = sql<
  string | null
>`(select payout_id from api.payout where payout.transfer = provider_transaction.connect_transfer)`;

const isOpen = sql<boolean>`state in ('different', 'unmatched')`;

/** Newest first. */
export function listTransactions(
  db: Db,
  wanted: { state: ReconciliationFilter; type?: string | undefined; after: ListCursor | null; limit: number },
): Promise<ListedTransaction[]> {
  const { state, type, after, limit } = wanted;
  return db
    .selectFrom('api.provider_transaction')
    .selectAll()
    .select([microsOf('created_at').as('micros'), payoutId.as('payout_id')])
    .$if(state === 'open', (query) => query.where(isOpen))
    .$if(state === 'closed', (query) => query.where(sql<boolean>`state = 'closed'`))
    .$if(state === 'matched', (query) => query.where('state', '=', 'matched'))
    .$if(type !== undefined, (query) => query.where('type', '=', type ?? ''))
    .$if(after !== null, (query) =>
      query.where(olderThan(after as ListCursor, { moment: 'created_at', id: 'transaction_id' })),
    )
    .orderBy('created_at', 'desc')
    .orderBy('transaction_id')
    .limit(limit)
    .execute();
}

/** Nobody else changes it until the transaction ends. */
export async function lockTransaction(db: Db, transactionId: string): Promise<ListedTransaction | null> {
  const row = await db
    .selectFrom('api.provider_transaction')
    .selectAll()
    .select([microsOf('created_at').as('micros'), payoutId.as('payout_id')])
    .where('transaction_id', '=', transactionId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function closeTransaction(
  db: Db,
  transactionId: string,
  closing: { closed_by: string; closed_at: Date; close_reason: string },
): Promise<void> {
  await db
    .updateTable('api.provider_transaction')
    .set({ ...closing, state: 'closed' })
    .where('transaction_id', '=', transactionId)
    .execute();
}

/** It is what it was, and is looked at by the next run. */
export async function reopenTransaction(db: Db, transactionId: string): Promise<void> {
  await db
    .updateTable('api.provider_transaction')
    .set({
      state: sql<'different'>`case when transfer_id is null and explanation is null then 'unmatched' else 'different' end`,
      closed_by: null,
      closed_at: null,
      close_reason: '',
      judged_at: null,
    })
    .where('transaction_id', '=', transactionId)
    .execute();
}

/** Sum of all transactions of one type, state and explanation. */
export type TransactionSum = {
  type: string;
  state: ProviderTransactionState;
  explanation: Explanation | null;
  isOfLedger: boolean;
  count: number;
  amount: number;
  posted: number;
  difference: number;
};

export async function sumTransactions(db: Db): Promise<TransactionSum[]> {
  const rows = await db
    .selectFrom('api.provider_transaction_sum')
    .selectAll()
    .where('transactions', '<>', 0)
    .orderBy('type')
    .execute();
  return rows.map((row) => ({
    type: row.type,
    state: row.state,
    explanation: row.explanation || null,
    isOfLedger: row.currency === ledgerCurrency,
    count: row.transactions,
    amount: row.amount_cents,
    posted: row.posted_cents,
    difference: row.difference_cents,
  }));
}

/** Our balance at the provider by the ledger, in cents. */
export async function ownBalance(db: Db): Promise<number> {
  const { rows } = await sql<{ balance: number }>`
    select -balance as balance from ledger.account where account_id = ${cardProcessor.account_id}`.execute(db);
  return Number(rows[0]?.balance ?? 0) + 0;
}
