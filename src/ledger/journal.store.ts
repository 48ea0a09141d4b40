// Everything that was written, read as it was at one moment and in the order in which it was written: however much it is, a part at a time.
import { type ControlledTransaction, type Kysely, sql } from 'kysely';
import type { JournalAccount, JournalPart, JournalRange, JournalTransfer } from './journal.rules.ts';
import type { LedgerTables } from './schema.ts';

const BATCH = 1_000;

/** First all accounts that have entries until then, then what they held before, then the transfers of the range, then what they hold. */
export async function* readJournal(db: Kysely<LedgerTables>, range: JournalRange): AsyncGenerator<JournalPart> {
  const moment = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute();
  try {
    for await (const accounts of readAccounts(moment, range)) yield { part: 'accounts', accounts };
    if (range.from) for await (const accounts of readAccounts(moment, range)) yield { part: 'opening', accounts };
    for await (const transfers of readTransfers(moment, range)) yield { part: 'transfers', transfers };
    for await (const accounts of readAccounts(moment, range)) yield { part: 'closing', accounts };
  } finally {
    await moment.rollback().execute();
  }
}

function readAccounts(moment: ControlledTransaction<LedgerTables>, { from, until }: JournalRange) {
  // The sums are of transfers before a time, not of entries: these may be later than their transfer.
  return readCursor<JournalAccount>(
    moment,
    sql`select account_id, currency, before, after from ledger.account join (
        select account_id, sum(amount) filter (where transfer.at < coalesce(${from}::timestamptz, '-infinity')) as before, sum(amount) as after
        from ledger.entry as entry join ledger.transfer using (transfer_id)
        where transfer.at < coalesce(${until}::timestamptz, 'infinity') group by account_id
      ) as summed using (account_id) order by account_id`,
    (row) => ({ ...row, before: Number(row.before ?? 0), after: Number(row.after) }),
  );
}

function readTransfers(moment: ControlledTransaction<LedgerTables>, { from, until }: JournalRange) {
  return readCursor<JournalTransfer>(
    moment,
    sql`select key, kind, details, at, (
        select json_agg(json_build_object('account_id', account_id, 'currency', currency, 'amount', amount, 'about', about, 'item', item) order by entry.account_id, entry.version)
        from ledger.entry join ledger.account using (account_id) where entry.transfer_id = transfer.transfer_id and entry.at >= transfer.at
      ) as entries
      from ledger.transfer
      where at >= coalesce(${from}::timestamptz, '-infinity') and at < coalesce(${until}::timestamptz, 'infinity')
      order by transfer_id`,
    (row) => row,
  );
}

async function* readCursor<Row>(
  moment: ControlledTransaction<LedgerTables>,
  statement: ReturnType<typeof sql>,
  read: (row: Row) => Row,
): AsyncGenerator<Row[]> {
  await sql`declare journal no scroll cursor for ${statement}`.execute(moment);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(BATCH)} from journal`.execute(moment);
    if (rows.length > 0) yield rows.map(read);
    if (rows.length < BATCH) break;
  }
  await sql`close journal`.execute(moment);
}
