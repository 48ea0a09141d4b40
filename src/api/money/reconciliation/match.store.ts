// Reads for matching many transactions at a time: our payments that they are about, and transfers that may say the same.
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { ApiTables } from '../../schema/schema.ts';
import { cardProcessor } from '../wallet/posting/accounts.rules.ts';
import type { CandidatePosting, Subject, Verdict, Way } from './reconciliation.rules.ts';

type Db = Kysely<ApiTables>;
export type StoredTransaction = Selectable<ApiTables['api.provider_transaction']>;

/** As the index has it (0090-reconciliation.sql). */
const mayChange = sql<boolean>`(state in ('different', 'unmatched') or (state = 'matched' and explanation in ('held', 'under_way')))`;

/** Lists open or waiting transactions that the run of `begun` hasn't judged, longest waiting first. Locked until the transaction ends. */
export function listToJudge(db: Db, begun: Date, limit: number): Promise<StoredTransaction[]> {
  return db
    .selectFrom('api.provider_transaction')
    .selectAll()
    .where(mayChange)
    .where('judged_at', 'is distinct from', begun)
    .orderBy('judged_at', (order) => order.asc().nullsFirst())
    .orderBy('created_at')
    .orderBy('transaction_id')
    .limit(limit)
    .forUpdate()
    .execute();
}

type FoundSubject = Omit<Subject, 'kind'> & { found: string };
type Finder = { kind: Subject['kind']; rows: (ids: RawBuilder<string>) => RawBuilder<FoundSubject> };

/** Each way may find things of several kinds. */
const finders: Record<Way, readonly Finder[]> = {
  payment: [
    {
      kind: 'order',
      rows: (ids) => sql`select payment_intent as found, order_id as id, order_id, status as state,
          coalesce(received_cents, total_cents) as cents from api."order" where payment_intent = any(${ids})`,
    },
    {
      kind: 'pay_in',
      rows: (ids) => sql`select payment_intent as found, pay_in_id as id, null as order_id, state, amount_cents as cents
        from api.pay_in where payment_intent = any(${ids})`,
    },
  ],
  refund: [
    {
      kind: 'refund',
      rows: (ids) => sql`select provider_id as found, refund_id as id, order_id, state, amount_cents as cents
        from api.refund where provider_id = any(${ids})`,
    },
    {
      kind: 'pay_in_refund',
      rows: (
        ids,
      ) => sql`select provider_id as found, pay_in_refund_id as id, null as order_id, state, amount_cents as cents
        from api.pay_in_refund where provider_id = any(${ids})`,
    },
  ],
  dispute: [
    {
      kind: 'dispute',
      rows: (ids) => sql`select dispute_id as found, dispute_id as id, order_id, state, amount_cents as cents
        from api.dispute where dispute_id = any(${ids})`,
    },
    {
      // Kept as what goes back: under way while it is open, gone when it is lost.
      kind: 'pay_in_dispute',
      rows: (ids) => sql`select provider_id as found, pay_in_refund_id as id, null as order_id, amount_cents as cents,
          case state when 'pending' then 'open' when 'succeeded' then 'lost' else 'won' end as state
        from api.pay_in_refund where origin = 'dispute' and provider_id = any(${ids})`,
    },
  ],
  transfer: [
    {
      kind: 'payout',
      rows: (ids) => sql`select transfer as found, payout_id as id, null as order_id, state, amount_cents as cents
        from api.payout where transfer = any(${ids})`,
    },
  ],
};

/** By the id that each was found by. */
export async function findSubjects(db: Db, by: Way, ids: readonly string[]): Promise<Map<string, Subject>> {
  const subjects = new Map<string, Subject>();
  if (ids.length === 0) return subjects;
  for (const { kind, rows } of finders[by]) {
    const { rows: found } = await rows(sql`${ids}::text[]`).execute(db);
    for (const { found: id, cents, ...subject } of found) subjects.set(id, { kind, ...subject, cents: Number(cents) });
  }
  return subjects;
}

/** Transfers of external:card by their keys, as the provider signs them. */
export async function findPostings(db: Db, keys: readonly string[]): Promise<Map<string, CandidatePosting>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<CandidatePosting>`
    select transfer.key, transfer.transfer_id, -sum(entry.amount) as cents, min(match.transaction_id) as taken_by
      from ledger.transfer as transfer
      join ledger.entry as entry on entry.transfer_id = transfer.transfer_id and entry.account_id = ${cardProcessor.account_id}
      left join api.provider_transaction as match on match.transfer_id = transfer.transfer_id
      where transfer.key = any(${keys}) group by transfer.transfer_id, transfer.key`.execute(db);
  return new Map(
    rows.map((row) => [row.key, { ...row, transfer_id: Number(row.transfer_id), cents: Number(row.cents) }]),
  );
}

/** Sums of all transactions of each source. */
export async function sumBySource(db: Db, sources: readonly string[]): Promise<Map<string, number>> {
  if (sources.length === 0) return new Map();
  const rows = await db
    .selectFrom('api.provider_transaction')
    .select(['source', ({ fn }) => fn.sum<number>('amount_cents').as('cents')])
    .where('source', '=', sql<string>`any(${sources})`)
    .groupBy('source')
    .execute();
  return new Map(rows.map(({ source, cents }) => [source ?? '', Number(cents)]));
}

export type JudgedRow = Verdict & { transaction_id: string; order_id: string | null };

/** A transfer that one row gives up may be taken by another of the same statement. */
export async function saveVerdicts(db: Db, rows: readonly JudgedRow[], judgedAt: Date): Promise<void> {
  const ids = rows.map(({ transaction_id }) => transaction_id);
  await db
    .updateTable('api.provider_transaction')
    .set({ judged_at: judgedAt, transfer_id: null })
    .where('transaction_id', '=', sql<string>`any(${ids})`)
    .execute();
  await sql`update api.provider_transaction as stored set state = judged.state, explanation = judged.explanation,
      transfer_id = judged.transfer_id, posted_cents = judged.posted_cents, difference_cents = judged.difference_cents,
      order_id = judged.order_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as judged (transaction_id text, state text, explanation text,
      transfer_id bigint, posted_cents bigint, difference_cents bigint, order_id text)
    where stored.transaction_id = judged.transaction_id`.execute(db);
}
