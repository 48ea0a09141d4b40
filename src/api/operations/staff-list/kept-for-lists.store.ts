// Data that triggers keep beside orders and customers, so that lists find rows in their order (0114 and 0117 of the migrations): compared
// with the rows.
import { sql } from 'kysely';
import type { Db } from './list-source.sql.ts';

/** `lines`: dated otherwise than their orders; `customers`: with orders and told to have none, or the other way round. */
type KeptForLists = { lines: number; customers: number };

/** How many differ; in a transaction of one moment, also beside writers. */
export async function countWronglyKept(db: Db): Promise<KeptForLists> {
  const { rows } = await sql<KeptForLists>`select (select count(*)::int from (${wrongLines}) as line) as lines,
    (select count(*)::int from (${wrongCustomers}) as customer) as customers`.execute(db);
  return rows[0] ?? { lines: 0, customers: 0 };
}

/** Answers how many there were. */
export async function repairKeptForLists(db: Db): Promise<KeptForLists> {
  return db.transaction().execute(async (transaction) => {
    const lines = await sql`update api.order_line as line set placed_at = wrong.created_at from (${wrongLines}) as wrong
      where line.order_id = wrong.order_id and line.line = wrong.line`.execute(transaction);
    const { rows: wrong } = await sql<{ user_id: string }>`${wrongCustomers}`.execute(transaction);
    const ids = wrong.map(({ user_id }) => user_id);
    await sql`delete from api.user_without_order where user_id = any(${ids})`.execute(transaction);
    await sql`insert into api.user_without_order (user_id, account_id, created_at)
      select user_id, account_id, created_at from (${withoutOrder}) as customer where user_id = any(${ids})`.execute(
      transaction,
    );
    return { lines: Number(lines.numAffectedRows ?? 0), customers: ids.length };
  });
}

const wrongLines = sql`select line.order_id, line.line, placed.created_at from api.order_line as line
  join api."order" as placed on placed.order_id = line.order_id where line.placed_at is distinct from placed.created_at`;
const withoutOrder = sql`select user_id, account_id, created_at from api."user" as customer
  where not exists (select from api."order" as placed where placed.account_id = customer.account_id)`;
const wrongCustomers = sql`select coalesce(kept.user_id, rows.user_id) as user_id
  from api.user_without_order as kept full join (${withoutOrder}) as rows on rows.user_id = kept.user_id
  where (kept.user_id, kept.account_id, kept.created_at) is distinct from (rows.user_id, rows.account_id, rows.created_at)`;
