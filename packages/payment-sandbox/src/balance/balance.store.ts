import { sql } from 'kysely';
import { type NumberedPage, newestFirst } from '#platform';
import type { BalanceTransaction, Db, Filter, TimeRange } from '../schema.ts';

/** A movement on a balance: of a connected account, or (null) of the platform. */
export type Movement = {
  id: string;
  account: string | null;
  type: string;
  reporting_category: string;
  amount: number;
  fee?: number;
  currency: string;
  source: string;
  description?: string | null;
  /** At once unless given; `incoming`: when money that comes in can be used, as the switch says. */
  available_on?: Date | 'incoming';
  created_at: Date;
};

export async function insertMovement(
  db: Db,
  { fee = 0, description = null, available_on, ...movement }: Movement,
): Promise<BalanceTransaction> {
  const { created_at } = movement;
  const waits = sql<Date>`${created_at}::timestamptz
    + make_interval(secs => coalesce((select available_after_seconds from payments.sandbox_switches), 0))`;
  return db
    .insertInto('payments.balance_transaction')
    .values({
      ...movement,
      fee,
      net: movement.amount - fee,
      description,
      available_on: available_on === 'incoming' ? waits : (available_on ?? created_at),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findMovement(db: Db, id: string, account: string | null): Promise<BalanceTransaction | null> {
  const found = await ofAccount(db, account).selectAll().where('id', '=', id).executeTakeFirst();
  return found ?? null;
}

/** Newest first. */
export async function listMovements(
  db: Db,
  account: string | null,
  {
    created,
    ...filter
  }: Filter<BalanceTransaction, 'payout' | 'source' | 'type' | 'currency'> & {
    created?: TimeRange | undefined;
  },
  page: NumberedPage,
): Promise<BalanceTransaction[]> {
  const found = ofAccount(db, account)
    .selectAll()
    .where((row) => row.and(filter))
    .$if(created?.from !== undefined, (query) => query.where('created_at', '>=', created?.from ?? new Date(0)))
    .$if(created?.before !== undefined, (query) => query.where('created_at', '<', created?.before ?? new Date(0)));
  return newestFirst(found, page).execute();
}

/** Transactions of all balances, newest first. */
export async function listAllMovements(db: Db, page: NumberedPage): Promise<BalanceTransaction[]> {
  return newestFirst(db.selectFrom('payments.balance_transaction').selectAll(), page).execute();
}

/** Transactions of one source, oldest first. */
export async function listMovementsOf(db: Db, source: string): Promise<BalanceTransaction[]> {
  return db
    .selectFrom('payments.balance_transaction')
    .selectAll()
    .where('source', '=', source)
    .orderBy('number')
    .execute();
}

/** Makes all pending transactions available now. Answers how many there were. */
export async function makeAvailable(db: Db, account: string | null, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('payments.balance_transaction')
    .set({ available_on: now })
    .where('account', account === null ? 'is' : '=', account)
    .where('available_on', '>', now)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** They have left with an automatic payout: those that can be used and have not left with another. */
export async function markPaidOut(
  db: Db,
  { account, currency, payout, now }: { account: string | null; currency: string; payout: string; now: Date },
): Promise<void> {
  await db
    .updateTable('payments.balance_transaction')
    .set({ payout })
    .where('account', account === null ? 'is' : '=', account)
    .where('currency', '=', currency)
    .where('payout', 'is', null)
    .where(isAvailable(now))
    .execute();
}

/**
 * Transactions without a delay count whatever the clock says: a process that has waited for the lock of a balance, or has
 * another clock, must not take what was spent meanwhile for something that is still to come.
 */
function isAvailable(now: Date) {
  return sql<boolean>`(available_on <= ${now} or available_on <= created_at)`;
}

function ofAccount(db: Db, account: string | null) {
  return db.selectFrom('payments.balance_transaction').where('account', account === null ? 'is' : '=', account);
}

/** In one currency. `reserved` covers what connected accounts owe, and is the platform's alone. */
export type CurrencyBalance = { currency: string; available: number; pending: number; reserved: number };

/** By currency. What is reserved is not available. */
export async function readBalances(db: Db, account: string | null, now: Date): Promise<CurrencyBalance[]> {
  const owed =
    account === null
      ? sql`select currency, -sum(total) as reserved from (
          select account, currency, sum(net) as total from payments.balance_transaction
          where account is not null group by account, currency) as of_accounts
        where total < 0 group by currency`
      : sql`select null as currency, 0 as reserved where false`;
  const { rows } = await sql<CurrencyBalance>`
    with own as (
      select currency, coalesce(sum(net) filter (where ${isAvailable(now)}), 0) as available,
        coalesce(sum(net) filter (where not ${isAvailable(now)}), 0) as pending
      from payments.balance_transaction
      where account is not distinct from ${account}::text group by currency
    ), owed as (${owed})
    select coalesce(own.currency, owed.currency) as currency,
      (coalesce(available, 0) - coalesce(reserved, 0))::bigint as available,
      coalesce(pending, 0)::bigint as pending, coalesce(reserved, 0)::bigint as reserved
    from own full join owed on own.currency = owed.currency order by 1`.execute(db);
  return rows;
}

export async function readAvailable(db: Db, account: string | null, currency: string, now: Date): Promise<number> {
  const balances = await readBalances(db, account, now);
  return balances.find((balance) => balance.currency === currency)?.available ?? 0;
}

/** Nobody else spends from a balance until the transaction ends. What comes in does not ask for it. */
export async function lockBalance(transaction: Db, account: string | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payments balance ${account ?? ''}`}, 0))`.execute(
    transaction,
  );
}
