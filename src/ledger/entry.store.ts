// Written entries, as statements read them: by their number in the account, which is how they are counted, paged and summed.
import { type Kysely, sql } from 'kysely';
import type { LedgerTables } from './schema.ts';
import type { TransferDetails } from './transfer.rules.ts';

type Db = Kysely<LedgerTables>;

export type StoredEntry = {
  account_id: string;
  version: number;
  transfer_id: number;
  amount: number;
  balance: number;
  at: Date;
  kind: string;
  about: string | null;
  item: string | null;
  details: TransferDetails;
};

type EntryFilter = {
  kinds?: readonly string[] | undefined;
  about?: string | readonly string[] | undefined;
  item?: string | readonly string[] | undefined;
  /** From this time on, and before that. */
  from?: Date | undefined;
  until?: Date | undefined;
  /** Range of entry numbers, both included. */
  fromVersion?: number | undefined;
  toVersion?: number | undefined;
};

export async function findBalances(db: Db, accountIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('ledger.account')
    .select(['account_id', 'balance'])
    .where('account_id', '=', sql<string>`any(${accountIds})`)
    .execute();
  return new Map(rows.map(({ account_id, balance }) => [account_id, balance]));
}

/**
 * At most `limit` entries of an account, newest first, before the number `before`. Of several kinds, things or parts each is read from its
 * own index: what is rare is found without reading all that is not.
 */
export async function listEntries(
  db: Db,
  accountId: string,
  wanted: EntryFilter & { before?: number | null; limit: number },
): Promise<StoredEntry[]> {
  const { before = null, limit, ...filter } = wanted;
  const { column, values, rest } = lanesOf(filter);
  const page = (lane: EntryFilter) =>
    entriesOf(db, accountId, lane)
      .$if(before !== null, (query) => query.where('entry.version', '<', before))
      .orderBy('entry.version', 'desc')
      .limit(limit);
  if (!column) return page(rest).execute();
  if (values.length === 0) return [];
  return db
    .selectFrom(sql<{ value: string }>`unnest(${sql.val(values)}::text[])`.as<'lane'>(sql`lane (value)`))
    .innerJoinLateral(
      page(rest).where(`entry.${column}`, '=', sql<string>`lane.value collate "C"`).as('found'),
      (join) => join.onTrue(),
    )
    .selectAll('found')
    .orderBy('found.version', 'desc')
    .limit(limit)
    .execute();
}

/** The narrowest of what is asked for, value by value. */
function lanesOf({ kinds, about, item, ...rest }: EntryFilter) {
  if (about !== undefined) return { column: 'about', values: [about].flat(), rest: { ...rest, kinds, item } } as const;
  if (item !== undefined) return { column: 'item', values: [item].flat(), rest: { ...rest, kinds } } as const;
  if (kinds !== undefined) return { column: 'kind', values: [...kinds], rest } as const;
  return { column: null, values: [], rest } as const;
}

/** The entries of a range of time, oldest first, `limit` at a time after the number `after`: for files that are written as they are read. */
export async function listEntriesUpwards(
  db: Db,
  accountId: string,
  wanted: EntryFilter & { after: number; limit: number },
): Promise<StoredEntry[]> {
  return entriesOf(db, accountId, wanted)
    .where('entry.version', '>', wanted.after)
    .orderBy('entry.version')
    .limit(wanted.limit)
    .execute();
}

/** Balance of an account before a time. */
export async function balanceBefore(db: Db, accountId: string, time: Date): Promise<number> {
  const row = await db
    .selectFrom('ledger.entry')
    .select('balance')
    .where('account_id', '=', accountId)
    .where('at', '<', time)
    .orderBy('at', 'desc')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.balance ?? 0;
}

/** An account as it was before each of these times: its last number until then, 0 where there was none, and what it held. */
export async function findStatuses(
  db: Db,
  accountId: string,
  times: readonly Date[],
): Promise<Array<{ version: number; balance: number }>> {
  const { rows } = await sql<{ version: number; balance: number }>`
    select coalesce(entry.version, 0) as version, coalesce(entry.balance, 0) as balance
      from unnest(${times.map((time) => time.toISOString())}::timestamptz[]) with ordinality as asked (time, place)
      left join lateral (
        select version, balance from ledger.entry where account_id = ${accountId} and at < asked.time
          order by at desc, version desc limit 1
      ) as entry on true
      order by place`.execute(db);
  return rows.map(({ version, balance }) => ({ version: Number(version), balance: Number(balance) }));
}

/** The entries of an account since it was last at zero, newest first; of those up to a transfer where one is named. */
export async function listSinceZero(
  db: Db,
  accountId: string,
  { upTo = null, limit }: { upTo?: number | null; limit: number },
): Promise<StoredEntry[]> {
  const last =
    upTo === null
      ? sql``
      : sql`and version < (
    select version from ledger.entry where account_id = ${accountId} and transfer_id = ${upTo} limit 1)`;
  return entriesOf(db, accountId, {})
    .where(
      sql<boolean>`entry.version > coalesce((select max(version) from ledger.entry
        where account_id = ${accountId} and balance = 0 ${last}), 0)`,
    )
    .$if(upTo !== null, (query) => query.where('entry.transfer_id', '<', upTo as number))
    .orderBy('entry.version', 'desc')
    .limit(limit)
    .execute();
}

/** How many entries of each kind an account has within a time or a range of numbers, and what they come to. */
export async function sumByKind(
  db: Db,
  accountId: string,
  { from, until, fromVersion, toVersion }: Pick<EntryFilter, 'from' | 'until' | 'fromVersion' | 'toVersion'>,
): Promise<Array<{ kind: string; entries: number; amount: number }>> {
  const rows = await db
    .selectFrom('ledger.entry')
    .select([
      'kind',
      ({ fn }) => fn.countAll<number>().as('entries'),
      ({ fn }) => fn.sum<number>('amount').as('amount'),
    ])
    .where('account_id', '=', accountId)
    .$if(from !== undefined, (query) => query.where('at', '>=', from as Date))
    .$if(until !== undefined, (query) => query.where('at', '<', until as Date))
    .$if(fromVersion !== undefined, (query) => query.where('version', '>=', fromVersion ?? 0))
    .$if(toVersion !== undefined, (query) => query.where('version', '<=', toVersion ?? 0))
    .groupBy('kind')
    .orderBy('kind')
    .execute();
  return rows.map(({ kind, entries, amount }) => ({ kind, entries: Number(entries), amount: Number(amount) }));
}

/** The same of a range of numbers, and what numbers of these names in the details of the transfers come to. */
export async function sumDetailsByKind<Name extends string>(
  db: Db,
  accountId: string,
  { fromVersion, toVersion }: { fromVersion: number; toVersion: number },
  names: readonly Name[],
): Promise<Array<{ kind: string; amount: number } & Record<Name, number>>> {
  const columns = names.map(
    (name) => sql`coalesce(sum((transfer.details->>${sql.lit(name)})::bigint), 0) as ${sql.id(name)}`,
  );
  const { rows } = await sql<Record<string, unknown>>`
    select entry.kind, ${sql.join([sql`sum(entry.amount) as amount`, ...columns])}
      from ledger.entry as entry join ledger.transfer as transfer using (transfer_id)
      where entry.account_id = ${accountId} and entry.version between ${fromVersion} and ${toVersion}
      group by entry.kind order by entry.kind`.execute(db);
  return rows.map(({ kind, ...sums }) => ({
    kind: String(kind),
    ...Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, Number(sum)])),
  })) as Array<{ kind: string; amount: number } & Record<Name, number>>;
}

/** Balances of an account after the entries of these numbers. */
export async function balancesAfter(
  db: Db,
  accountId: string,
  versions: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('ledger.entry')
    .select(['version', 'balance'])
    .where('account_id', '=', accountId)
    .where('version', '=', sql<number>`any(${versions}::bigint[])`)
    .execute();
  return new Map(rows.map(({ version, balance }) => [Number(version), Number(balance)]));
}

/** When an account's first and last entry were; null without any. */
export async function findSpan(db: Db, accountId: string): Promise<{ first: Date; last: Date } | null> {
  const row = await db
    .selectFrom('ledger.account as account')
    .innerJoin('ledger.entry as entry', (join) =>
      join.onRef('entry.account_id', '=', 'account.account_id').on('entry.version', '=', 1),
    )
    .select(['entry.at as first', 'account.last_at as last'])
    .where('account.account_id', '=', accountId)
    .executeTakeFirst();
  return row?.last ? { first: row.first, last: row.last } : null;
}

export type StoredTransfer = {
  transfer_id: number;
  key: string;
  kind: string;
  details: TransferDetails;
  at: Date;
  entries: Array<{ account_id: string; amount: number; about: string | null; item: string | null }>;
};

/** Transfers with all of their entries, in the order in which they were written. */
export async function findTransfers(db: Db, transferIds: readonly number[]): Promise<StoredTransfer[]> {
  if (transferIds.length === 0) return [];
  const transfers = await db
    .selectFrom('ledger.transfer')
    .select(['transfer_id', 'key', 'kind', 'details', 'at'])
    .where('transfer_id', '=', sql<number>`any(${transferIds})`)
    .orderBy('transfer_id')
    .execute();
  if (transfers.length === 0) return [];
  const since = new Date(Math.min(...transfers.map(({ at }) => at.getTime())));
  const entries = await db
    .selectFrom('ledger.entry')
    .select(['transfer_id', 'account_id', 'amount', 'about', 'item'])
    .where('transfer_id', '=', sql<number>`any(${transferIds})`)
    // No entry is older than its transfer: partitions of before are passed by.
    .where('at', '>=', since)
    .orderBy('account_id')
    .execute();
  const byTransfer = Map.groupBy(entries, ({ transfer_id }) => transfer_id);
  return transfers.map((transfer) => ({
    ...transfer,
    entries: (byTransfer.get(transfer.transfer_id) ?? []).map(({ transfer_id: _id, ...entry }) => entry),
  }));
}

/** Transfers about a subject, oldest first; a part of them after the transfer `after`. */
export async function findTransfersAbout(
  db: Db,
  about: string | readonly string[],
  { after = 0, limit }: { after?: number; limit?: number } = {},
): Promise<StoredTransfer[]> {
  const rows = await db
    .selectFrom('ledger.entry')
    .select('transfer_id')
    .distinct()
    .where('about', '=', sql<string>`any(${[about].flat()})`)
    .where('transfer_id', '>', after)
    .orderBy('transfer_id')
    .$if(limit !== undefined, (query) => query.limit(limit as number))
    .execute();
  return findTransfers(
    db,
    rows.map(({ transfer_id }) => transfer_id),
  );
}

export async function findTransferByKey(db: Db, key: string): Promise<StoredTransfer | null> {
  const row = await db.selectFrom('ledger.transfer').select('transfer_id').where('key', '=', key).executeTakeFirst();
  return row ? ((await findTransfers(db, [row.transfer_id]))[0] ?? null) : null;
}

function entriesOf(db: Db, accountId: string, filter: EntryFilter) {
  const { kinds, about, item, from, until, fromVersion, toVersion } = filter;
  return db
    .selectFrom('ledger.entry as entry')
    .innerJoin('ledger.transfer as transfer', 'transfer.transfer_id', 'entry.transfer_id')
    .select([
      'entry.account_id',
      'entry.version',
      'entry.transfer_id',
      'entry.amount',
      'entry.balance',
      'entry.at',
      'entry.kind',
      'entry.about',
      'entry.item',
      'transfer.details',
    ])
    .where('entry.account_id', '=', accountId)
    .$if(kinds !== undefined, (query) => query.where('entry.kind', 'in', [...(kinds ?? [])]))
    .$if(about !== undefined, (query) => query.where('entry.about', 'in', [about ?? []].flat()))
    .$if(item !== undefined, (query) => query.where('entry.item', 'in', [item ?? []].flat()))
    .$if(from !== undefined, (query) => query.where('entry.at', '>=', from as Date))
    .$if(until !== undefined, (query) => query.where('entry.at', '<', until as Date))
    .$if(fromVersion !== undefined, (query) => query.where('entry.version', '>=', fromVersion ?? 0))
    .$if(toVersion !== undefined, (query) => query.where('entry.version', '<=', toVersion ?? 0));
}
