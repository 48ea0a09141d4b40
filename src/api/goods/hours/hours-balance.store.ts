// Balances of hours and the ledger that they are the sum of. Who changes one has locked those of its customer, in one order: so nobody waits in a circle.
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { HoursEntryKind } from '#contract/goods/access/hours.ts';
import type { ApiTables } from '../../schema/schema.ts';

type Db = Kysely<ApiTables>;
export type StoredBalance = Selectable<ApiTables['api.hours_balance']>;
export type StoredEntry = Selectable<ApiTables['api.hours_entry']>;

/** Locks the balances of these entitlements, and all others of their customers. */
export async function lockBalances(transaction: Db, entitlementIds: readonly string[]): Promise<void> {
  await sql`select balance.entitlement_id from api.hours_balance as balance join api.entitlement using (entitlement_id)
    where balance.entitlement_id = any(${[...entitlementIds]}::text[]) or account_id in (
      select account_id from api.entitlement where entitlement_id = any(${[...entitlementIds]}::text[]))
    order by balance.entitlement_id for update of balance`.execute(transaction);
}

export function listBalances(db: Db, entitlementIds: readonly string[]): Promise<StoredBalance[]> {
  return db
    .selectFrom('api.hours_balance')
    .selectAll()
    .where('entitlement_id', 'in', [...entitlementIds])
    .execute();
}

/** Answers whether there was none. */
export async function insertBalance(
  transaction: Db,
  balance: Insertable<ApiTables['api.hours_balance']>,
): Promise<boolean> {
  const made = await transaction
    .insertInto('api.hours_balance')
    .values(balance)
    .onConflict((conflict) => conflict.doNothing())
    .returning('entitlement_id')
    .executeTakeFirst();
  return made !== undefined;
}

type NewEntry = {
  entitlementId: string;
  kind: HoursEntryKind;
  /** Always above zero; the kind says which way they go. */
  minutes: number;
  at: Date;
  sessionId?: string;
  reason?: string;
  by: string;
};

const added: ReadonlySet<HoursEntryKind> = new Set(['bought', 'returned']);

/** Writes an entry, and what it makes of the balance. The database refuses what would take more than there is. */
export async function addEntry(transaction: Db, given: NewEntry): Promise<void> {
  const { entitlementId, kind, sessionId = null, reason = '', by, at } = given;
  const minutes = added.has(kind) ? given.minutes : -given.minutes;
  const bought = kind === 'bought' ? minutes : 0;
  // Minutes that come back of a refund that failed were not used before.
  const used = kind === 'used' || (kind === 'returned' && sessionId !== null) ? -minutes : 0;
  await transaction
    .insertInto('api.hours_entry')
    .values({ entitlement_id: entitlementId, kind, minutes, at, session_id: sessionId, reason, by })
    .execute();
  await sql`update api.hours_balance set minutes = minutes + ${minutes}, bought = bought + ${bought}, used = used + ${used}
    where entitlement_id = ${entitlementId}`.execute(transaction);
}

/** `minutes` that refunds of a part have taken more than before; below zero they have come back. */
export async function addRefundedMinutes(transaction: Db, entitlementId: string, minutes: number): Promise<void> {
  await sql`update api.hours_balance set refunded_minutes = refunded_minutes + ${minutes}
    where entitlement_id = ${entitlementId}`.execute(transaction);
}

export async function setExpiry(transaction: Db, entitlementId: string, expiresAt: Date | null): Promise<void> {
  await transaction
    .updateTable('api.hours_balance')
    .set({ expires_at: expiresAt })
    .where('entitlement_id', '=', entitlementId)
    .execute();
}

/** The newest first. */
export function listEntries(
  db: Db,
  entitlementId: string,
  { before, limit }: { before: number | null; limit: number },
): Promise<StoredEntry[]> {
  return db
    .selectFrom('api.hours_entry')
    .selectAll()
    .where('entitlement_id', '=', entitlementId)
    .$if(before !== null, (query) => query.where('entry_id', '<', before as number))
    .orderBy('entry_id', 'desc')
    .limit(limit)
    .execute();
}

/** Newest entry that was made by this. */
export function findNewestEntry(db: Db, entitlementId: string, by: string): Promise<StoredEntry | undefined> {
  return db
    .selectFrom('api.hours_entry')
    .selectAll()
    .where('entitlement_id', '=', entitlementId)
    .where('by', '=', by)
    .orderBy('entry_id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

type GroupedEntry = StoredEntry & { since: Date };

/** The same, with the minutes that one machine has used as one: up to the newest of them, since the oldest. */
export async function listEntriesByMachine(
  db: Db,
  entitlementId: string,
  { before, limit }: { before: number | null; limit: number },
): Promise<GroupedEntry[]> {
  const { rows } = await sql<GroupedEntry>`
    select max(entry_id) as entry_id, entitlement_id, kind, sum(minutes)::bigint as minutes, max(at) as at, min(at) as since,
      session_id, reason, by
    from api.hours_entry where entitlement_id = ${entitlementId}
    group by entitlement_id, kind, session_id, reason, by, case kind when 'used' then 0 else entry_id end
    having ${before}::bigint is null or max(entry_id) < ${before}
    order by entry_id desc limit ${limit}`.execute(db);
  return rows;
}

/** Minutes that a machine has used and not been given back, by balance; the last one drawn comes first. */
export async function usedBySession(
  db: Db,
  sessionId: string,
): Promise<Array<{ entitlement_id: string; minutes: number }>> {
  const { rows } = await sql<{ entitlement_id: string; minutes: number }>`
    select entitlement_id, (-sum(minutes))::bigint as minutes from api.hours_entry where session_id = ${sessionId}
    group by entitlement_id having sum(minutes) < 0 order by max(entry_id) filter (where kind = 'used') desc`.execute(
    db,
  );
  return rows;
}

/**
 * Uses of a machine without a break by another one or a return, of each balance: how many of its minutes were used before and after.
 * Minutes that come back go back in it. Entries from before the machine are not read: what they come to is what is used now less the rest.
 */
export async function listUses(
  db: Db,
  entitlementIds: readonly string[],
  sessionId: string,
): Promise<Array<{ entitlement_id: string; before: number; after: number }>> {
  const { rows } = await sql<{ entitlement_id: string; before: number; after: number }>`
    with since as (
      select entitlement_id, min(entry_id) as first_id from api.hours_entry
      where session_id = ${sessionId} and entitlement_id = any(${[...entitlementIds]}::text[]) group by entitlement_id),
    entry as (
      select entry.entitlement_id, entry.entry_id, entry.session_id, -entry.minutes as minutes,
        balance.used - coalesce(sum(-entry.minutes) over (partition by entry.entitlement_id order by entry.entry_id
          rows between 1 following and unbounded following), 0) as after,
        row_number() over (partition by entry.entitlement_id order by entry.entry_id)
          - row_number() over (partition by entry.entitlement_id, entry.session_id, entry.kind order by entry.entry_id) as run,
        entry.kind
      from since join api.hours_balance as balance using (entitlement_id) join api.hours_entry as entry
        on entry.entitlement_id = since.entitlement_id and entry.entry_id >= since.first_id and entry.session_id is not null)
    select entitlement_id, (array_agg(after - minutes order by entry_id))[1]::bigint as before,
      (array_agg(after order by entry_id desc))[1]::bigint as after
    from entry where session_id = ${sessionId} group by entitlement_id, kind, run order by min(entry_id)`.execute(db);
  return rows;
}

/** Since when the machine of these hours is in stock again; null: it is reserved. */
export async function recordReturned(transaction: Db, entitlementId: string, at: Date | null): Promise<void> {
  await transaction
    .updateTable('api.hours_balance')
    .set({ machine_returned_at: at })
    .where('entitlement_id', '=', entitlementId)
    .execute();
}

export type UsedUp = { entitlement_id: string; order_id: string | null; line: number | null };

/**
 * Hours that are used up, with no machine on, whose machine is still reserved. Orders that are looked at, or went back, are not among them, nor
 * are machines with minutes that come back once nobody looks at their payment any more.
 */
export async function listUsedUp(db: Db, limit: number): Promise<UsedUp[]> {
  const { rows } = await sql<UsedUp>`
    select entitlement_id, entitlement.order_id, entitlement.line
    from api.hours_balance as balance join api.entitlement as entitlement using (entitlement_id)
      left join api."order" as "order" on "order".order_id = entitlement.order_id
      left join api.order_line as line on line.order_id = entitlement.order_id and line.line = entitlement.line
    where balance.minutes = 0 and balance.machine_returned_at is null
      and (entitlement.order_id is null or ("order".status in ('paid', 'fulfilled') and not line.given_back))
      and not exists (select from api.machine_session as session
        where session.entitlement_id = entitlement.entitlement_id and session.state in ('starting', 'running', 'stopping'))
      and not exists (select from api.hours_extension as extension join api."order" as paid on paid.order_id = extension.order_id
        where extension.entitlement_id = entitlement.entitlement_id and extension.taken_minutes > 0 and paid.status = 'in_review')
    order by entitlement_id limit ${limit}`.execute(db);
  return rows;
}

/** Balances that expired before now, and were not taken yet. */
export async function listExpired(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('api.hours_balance')
    .select('entitlement_id')
    .where('minutes', '>', 0)
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute();
  return rows.map(({ entitlement_id }) => entitlement_id);
}
