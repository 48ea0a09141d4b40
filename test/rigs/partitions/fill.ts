// Rows of five years, written past triggers and before the indexes: as wide as those of a shop, and as many as are asked for.
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import type { Tables } from '#main/tables.ts';

/** Entries that an order of one seller makes: paid and released, with the commission. */
const PER_ORDER = 5;
const SELLERS = 1_000;

/** `rows` of each, evenly over five years until now. */
export async function fill(kysely: Kysely<Tables>, rows: number): Promise<void> {
  const orders = Math.floor(rows / PER_ORDER);
  await withoutIndexes(kysely, 'platform.audit_entry', (db) => fillAudit(db, rows));
  await fillTransfers(kysely, orders);
  await withoutIndexes(kysely, 'ledger.entry', (db) => fillEntries(db, orders));
  await withoutIndexes(kysely, 'ledger.account', (db) =>
    sql`insert into ledger.account (account_id, kind, currency, may_be_negative, may_be_positive, balance, version, last_at)
      select account_id, 'bench', 'usd', account_id = 'external:card', true, balance, version, at
      from (select distinct on (account_id) * from ledger.entry order by account_id, version desc) as newest`.execute(
      db,
    ),
  );
  await sql`vacuum analyze platform.audit_entry, ledger.transfer, ledger.entry, ledger.account`.execute(kysely);
}

/** Past the triggers. An index is made of all rows in a fraction of the time that single rows take; those of a divided table stay. */
export async function withoutIndexes(
  kysely: Kysely<Tables>,
  table: string,
  work: (db: QueryExecutorProvider) => Promise<unknown>,
): Promise<void> {
  await kysely.connection().execute(async (db) => {
    const { rows } = await sql<{ name: string; definition: string }>`
      select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
        join pg_class as class on class.oid = indrelid
      where indrelid = ${table}::regclass and relkind = 'r'
        and not exists (select from pg_constraint where conindid = indexrelid)`.execute(db);
    for (const { name } of rows) await sql.raw(`drop index ${name}`).execute(db);
    await sql`set session_replication_role = replica`.execute(db);
    await work(db);
    await sql`reset session_replication_role`.execute(db);
    for (const { definition } of rows) await sql.raw(definition).execute(db);
  });
}

/** Time of one of so many rows. */
const timeOf = (nth: string, rows: number) =>
  sql.raw(`now() - interval '5 years' + (${nth}) * (interval '5 years' / ${rows}::float8)`);

const fillAudit = (db: QueryExecutorProvider, rows: number) =>
  sql`insert into platform.audit_entry (at, actor_kind, actor_name, action, subject_kind, subject_id, details, changes)
    select ${timeOf('n', rows)},
      case when n % 50 = 0 then 'operator' when n % 3 = 0 then 'customer' when n % 3 = 1 then 'provider' else 'job' end,
      case when n % 50 = 0 then 'ops' else '' end,
      (array['order.placed', 'order.paid', 'order.fulfilled', 'payout.sent', 'product.changed', 'account.signed_in'])[1 + n % 6],
      case when n % 6 < 3 then 'order' when n % 6 = 3 then 'payout' when n % 6 = 4 then 'product' else 'account' end,
      md5((n / 3)::text),
      case when n % 6 = 4 then jsonb_build_object('by', md5((n % 5000)::text), 'fields', 1)
        else jsonb_build_object('amount_cents', n % 100000, 'method', 'card', 'payment', 'pi_' || md5(n::text)) end,
      case when n % 6 = 4 then jsonb_build_object('price', jsonb_build_object('before', n % 1000, 'after', n % 900)) else '{}' end
    from generate_series(1, ${sql.lit(rows)}) as n`.execute(db);

const fillTransfers = (db: QueryExecutorProvider, orders: number) =>
  sql`insert into ledger.transfer (key, kind, details, at, posted_at)
    select case step when 1 then 'capture ' else 'release ' end || md5(nth::text), case step when 1 then 'capture' else 'release' end,
      jsonb_build_object('order', md5(nth::text), 'rate', '0.06', 'rule', 'default'), at, at
    from generate_series(1, ${sql.lit(orders)}) as nth, generate_series(1, 2) as step,
      lateral (select ${timeOf('2 * nth + step - 2', 2 * orders)} as at) as moment
    order by nth, step`.execute(db);

const fillEntries = (db: QueryExecutorProvider, orders: number) =>
  sql`insert into ledger.entry (account_id, version, transfer_id, amount, balance, at, kind, about, item)
    select account_id, row_number() over chain, moved.transfer_id, amount, sum(amount) over chain, ${timeOf('moved.transfer_id', 2 * orders)}, kind,
      md5(nth::text), case when kind = 'release' then md5((nth % 10000)::text) end
    from (select nth, 1000 + nth % 100 as paid, (1000 + nth % 100) / 10 as fee from generate_series(1, ${sql.lit(orders)}) as nth) as sold
    cross join lateral (values
      (2 * nth - 1, 'external:card', -paid, 'capture'), (2 * nth - 1, 'order:' || md5(nth::text) || ':held', paid, 'capture'),
      (2 * nth, 'order:' || md5(nth::text) || ':held', -paid, 'release'), (2 * nth, 'platform:fees', fee, 'release'),
      (2 * nth, 'seller:' || md5((nth % ${sql.lit(SELLERS)})::text) || ':available', paid - fee, 'release')
    ) as moved (transfer_id, account_id, amount, kind)
    window chain as (partition by account_id order by moved.transfer_id rows unbounded preceding)
    order by moved.transfer_id`.execute(db);
