// A ledger as years of selling leave it, written past its triggers in one go: orders that were paid and came to their sellers.
import { sql } from 'kysely';
import type { Tables } from '#main/tables.ts';
import type { Database } from '#platform/database/database.ts';

const PER_ORDER = 5;

/** `entries` of orders in turn of so many sellers. Every order is paid with 10.00 and a few cents, and a tenth of it is a fee. */
export async function fillLedger(
  { kysely }: Database<Tables>,
  { entries, sellers }: { entries: number; sellers: number },
): Promise<void> {
  const orders = Math.floor(entries / PER_ORDER);
  await kysely.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction);
    await sql`insert into ledger.transfer (transfer_id, key, kind, details, at) overriding system value
      select 2 * nth + step - 2, case step when 1 then 'capture ' else 'release ' end || nth,
        case step when 1 then 'capture' else 'release' end, jsonb_build_object('order', nth), timestamptz '2024-01-01' + (2 * nth + step) * interval '1 minute'
      from generate_series(1, ${sql.lit(orders)}) as nth, generate_series(1, 2) as step`.execute(transaction);
    await sql`insert into ledger.entry (account_id, version, transfer_id, amount, balance, at, kind, about, item)
      select account_id, row_number() over chain, transfer.transfer_id, amount, sum(amount) over chain, transfer.at, kind, nth::text, case when kind = 'release' then 'product' end
      from (
        select nth, 1000 + nth % 100 as paid, (1000 + nth % 100) / 10 as fee from generate_series(1, ${sql.lit(orders)}) as nth
      ) as paid_order
      cross join lateral (values
        (2 * nth - 1, 'external:card', -paid), (2 * nth - 1, 'order:' || nth || ':held', paid),
        (2 * nth, 'order:' || nth || ':held', -paid), (2 * nth, 'platform:fees', fee), (2 * nth, 'seller:s' || nth % ${sql.lit(sellers)} || ':available', paid - fee)
      ) as moved (transfer_id, account_id, amount)
      join ledger.transfer on transfer.transfer_id = moved.transfer_id
      window chain as (partition by account_id order by moved.transfer_id rows unbounded preceding)`.execute(
      transaction,
    );
    await sql`insert into ledger.account (account_id, kind, currency, may_be_negative, may_be_positive, balance, version, last_at)
      select account_id, 'bench', 'usd', account_id = 'external:card', true, balance, version, at
      from (select distinct on (account_id) * from ledger.entry order by account_id, version desc) as newest`.execute(
      transaction,
    );
  });
  await sql`select setval(pg_get_serial_sequence('ledger.transfer', 'transfer_id'), max(transfer_id)) from ledger.transfer`.execute(
    kysely,
  );
  await sql`vacuum analyze ledger.entry, ledger.transfer, ledger.account`.execute(kysely);
}
