import { type QueryExecutorProvider, sql } from 'kysely';

export type Verified = {
  accounts: number;
  transfers: number;
  entries: number;
  /** What is wrong, in words; empty: everything agrees. */
  faults: string[];
};

const MOST_FAULTS = 50;

/**
 * Replays everything and compares: each transfer sums to zero in one currency, each entry follows the one before, each stored balance is the
 * last of its chain and within what its account may hold. One snapshot of the database.
 */
export async function verifyLedger(transaction: QueryExecutorProvider): Promise<Verified> {
  const { rows: counts } = await sql<{ accounts: string; transfers: string; entries: string }>`
    select (select count(*) from ledger.account) as accounts, (select count(*) from ledger.transfer) as transfers,
      (select count(*) from ledger.entry) as entries`.execute(transaction);
  const { rows: broken } = await sql<{ fault: string }>`
    (select 'transfer ' || transfer_id || ' sums to ' || sum(amount) as fault
      from ledger.entry group by transfer_id having sum(amount) <> 0 limit ${MOST_FAULTS})
    union all
    (select 'transfer ' || transfer_id || ' has no entries' from ledger.transfer as transfer
      where not exists (select from ledger.entry where entry.transfer_id = transfer.transfer_id) limit ${MOST_FAULTS})
    union all
    (select 'transfer ' || transfer_id || ' moves ' || count(distinct currency) || ' currencies'
      from ledger.entry join ledger.account using (account_id)
      where (select count(distinct currency) from ledger.account) > 1
      group by transfer_id having count(distinct currency) > 1 limit ${MOST_FAULTS})
    union all
    (select 'entry ' || version || ' of ' || account_id ||
        case when balance <> replayed then ' has balance ' || balance || ' instead of ' || replayed
          when version <> place then ' is number ' || place || ' of its account' else ' is older than the one before' end
      from (
        select account_id, version, balance, at, sum(amount) over chain as replayed, lag(at) over chain as at_before,
          row_number() over chain as place
        from ledger.entry window chain as (partition by account_id order by version rows unbounded preceding)
      ) as chained
      where balance <> replayed or version <> place or at < at_before limit ${MOST_FAULTS})
    union all
    (select case when account.account_id is null then 'account ' || replay.account_id || ' is not there, and has entries of ' || replayed
        else 'account ' || account.account_id || ' keeps ' || balance || ' at ' || version || ' instead of ' || coalesce(replayed, 0) || ' at ' || coalesce(entries, 0) end
      from ledger.account
      full join (select account_id, sum(amount) as replayed, count(*) as entries from ledger.entry group by account_id) as replay using (account_id)
      where account.account_id is null or balance <> coalesce(replayed, 0) or version <> coalesce(entries, 0)
        or (balance < 0 and not may_be_negative) or (balance > 0 and not may_be_positive) limit ${MOST_FAULTS})`.execute(
    transaction,
  );
  const [count] = counts;
  return {
    accounts: Number(count?.accounts ?? 0),
    transfers: Number(count?.transfers ?? 0),
    entries: Number(count?.entries ?? 0),
    faults: broken.map(({ fault }) => fault),
  };
}
