import { type QueryExecutorProvider, sql } from 'kysely';
import { type Faults, joinFaults, listFaults } from './faults.sql.ts';

type Verified = Faults & { accounts: number; transfers: number; entries: number };

/** How it is read: in statements of so many rows, and with something in between, such as a moment for others. */
type Reading = { rows?: number; pause?: () => Promise<void> };

const ROWS = 100_000;

/**
 * Replays everything and compares: each transfer sums to zero in one currency, each entry follows the one before, each stored balance is the
 * last of its chain and within what its account may hold. Each statement sees one moment, in which what it compares was written together: also while others
 * write. In parts, because a statement of a whole ledger may take minutes: longer than the embedded database may be silent, on which all others wait for it.
 */
export async function verifyLedger(db: QueryExecutorProvider, reading: Reading = {}): Promise<Verified> {
  const { rows = ROWS, pause = async () => {} } = reading;
  const { rows: counts } = await sql<{ accounts: string; transfers: string; entries: string }>`
    select (select count(*) from ledger.account) as accounts, (select count(*) from ledger.transfer) as transfers,
      (select count(*) from ledger.entry) as entries`.execute(db);
  const [count] = counts;
  const read = { rows, pause };
  const transfers = await verifyTransfers(db, read);
  const chains = await verifyChains(db, read);
  const accounts = await verifyAccounts(db, read);
  return {
    accounts: Number(count?.accounts ?? 0),
    transfers: Number(count?.transfers ?? 0),
    entries: Number(count?.entries ?? 0),
    faults: [...transfers.faults, ...chains.faults, ...accounts.faults],
    found: transfers.found + chains.found + accounts.found,
  };
}

async function verifyTransfers(db: QueryExecutorProvider, { rows, pause }: Required<Reading>): Promise<Faults> {
  const { rows: known } = await sql<{ currencies: number }>`select count(distinct currency)::int as currencies
    from ledger.account`.execute(db);
  const currencies = known[0]?.currencies ?? 0;
  const parts: Faults[] = [];
  for (let after = '0'; ; ) {
    await pause();
    const { rows: ends } = await sql<{ upto: string | null }>`select max(transfer_id)::text as upto from (
      select transfer_id from ledger.transfer where transfer_id > ${after}::bigint order by transfer_id limit ${rows}) as part`.execute(
      db,
    );
    const upto = ends[0]?.upto ?? null;
    if (upto === null) return joinFaults(parts);
    const within = sql`> ${after}::bigint and entry.transfer_id <= ${upto}::bigint`;
    parts.push(
      await listFaults(
        db,
        sql`select 'transfer ' || transfer_id || ' sums to ' || sum(amount) as fault
          from ledger.entry where entry.transfer_id ${within} group by transfer_id having sum(amount) <> 0
        union all
        select 'transfer ' || transfer_id || ' has no entries' from ledger.transfer as transfer
          where transfer_id > ${after}::bigint and transfer_id <= ${upto}::bigint
            and not exists (select from ledger.entry where entry.transfer_id = transfer.transfer_id)`,
      ),
    );
    if (currencies > 1)
      parts.push(
        await listFaults(
          db,
          sql`select 'transfer ' || transfer_id || ' moves ' || count(distinct currency) || ' currencies' as fault
            from ledger.entry join ledger.account using (account_id) where entry.transfer_id ${within}
            group by transfer_id having count(distinct currency) > 1`,
        ),
      );
    after = upto;
  }
}

/** Where a part ends within the chain of an account. Numbers and times as texts, which lose nothing. */
type Place = { account_id: string; version: string; replayed: string; place: string; at: string };

async function verifyChains(db: QueryExecutorProvider, { rows, pause }: Required<Reading>): Promise<Faults> {
  const parts: Faults[] = [];
  for (let last: Place = { account_id: '', version: '0', replayed: '0', place: '0', at: '-infinity' }; ; ) {
    await pause();
    const isSame = sql`account_id = ${last.account_id}::text collate "C"`;
    const chained = sql`
      select account_id, version, balance, at,
        sum(amount) over chain + case when ${isSame} then ${last.replayed}::numeric else 0 end as replayed,
        row_number() over chain + case when ${isSame} then ${last.place}::bigint else 0 end as place,
        coalesce(lag(at) over chain, case when ${isSame} then ${last.at}::timestamptz end) as at_before
      from (
        select account_id, version, balance, at, amount from ledger.entry
        where (account_id, version) > (${last.account_id}::text collate "C", ${last.version}::bigint)
        order by account_id, version limit ${rows}
      ) as part window chain as (partition by account_id order by version rows unbounded preceding)`;
    const { rows: read } = await sql<Place & Faults>`
      with chained as materialized (${chained}), wrong as (
        select 'entry ' || version || ' of ' || account_id ||
          case when balance <> replayed then ' has balance ' || balance || ' instead of ' || replayed
            when version <> place then ' is number ' || place || ' of its account' else ' is older than the one before' end as fault
        from chained where balance <> replayed or version <> place or at < at_before
      )
      select account_id, version::text as version, replayed::text as replayed, place::text as place, at::text as at,
        array(select fault from wrong limit 50) as faults, (select count(*)::int from wrong) as found
      from chained order by account_id desc, version desc limit 1`.execute(db);
    const end = read[0];
    if (!end) return joinFaults(parts);
    parts.push({ faults: end.faults, found: end.found });
    last = end;
  }
}

async function verifyAccounts(db: QueryExecutorProvider, { rows, pause }: Required<Reading>): Promise<Faults> {
  const parts: Faults[] = [];
  for (let after = ''; ; ) {
    await pause();
    const { rows: ends } = await sql<{ upto: string | null }>`select account_id as upto from ledger.account
      where account_id > ${after}::text collate "C" order by account_id offset ${rows - 1} limit 1`.execute(db);
    const upto = ends[0]?.upto ?? null;
    // The last part has no end: what has entries and is no account stands anywhere.
    const within = sql`account_id > ${after}::text collate "C" ${upto === null ? sql`` : sql`and account_id <= ${upto}::text collate "C"`}`;
    parts.push(
      await listFaults(
        db,
        sql`select case when account.account_id is null then 'account ' || replay.account_id || ' is not there, and has entries of ' || replayed
            else 'account ' || account.account_id || ' keeps ' || balance || ' at ' || version || ' instead of ' || coalesce(replayed, 0) || ' at ' || coalesce(entries, 0) end as fault
          from (select * from ledger.account where ${within}) as account
          full join (select account_id, sum(amount) as replayed, count(*) as entries from ledger.entry where ${within} group by account_id) as replay using (account_id)
          where account.account_id is null or balance <> coalesce(replayed, 0) or version <> coalesce(entries, 0)
            or (balance < 0 and not may_be_negative) or (balance > 0 and not may_be_positive)`,
      ),
    );
    if (upto === null) return joinFaults(parts);
    after = upto;
  }
}
