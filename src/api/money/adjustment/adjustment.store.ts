import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { ManualMovementTable } from '../../schema/money.ts';
import type { ApiTables } from '../../schema/schema.ts';

type Db = Kysely<ApiTables>;
export type StoredAdjustment = Selectable<ManualMovementTable>;

const MOST_LISTED = 200;

export async function insertAdjustment(db: Db, adjustment: Insertable<ManualMovementTable>): Promise<void> {
  await db.insertInto('api.manual_movement').values(adjustment).execute();
}

/** Those that wait first, then the newest, with the transfers that they became. */
export async function listAdjustments(db: Db): Promise<Array<StoredAdjustment & { transfer_id: number | null }>> {
  return db
    .selectFrom('api.manual_movement as adjustment')
    .selectAll('adjustment')
    .select(
      sql<number | null>`(select transfer_id from ledger.transfer where key = 'by_hand ' || adjustment.movement_id)`.as(
        'transfer_id',
      ),
    )
    .orderBy(sql`state = 'proposed'`, 'desc')
    .orderBy('proposed_at', 'desc')
    .orderBy('movement_id')
    .limit(MOST_LISTED)
    .execute();
}

/** Nobody moves anything alone for this person until the transaction ends: what they have moved is read and added to by one at a time. */
export async function lockMover(transaction: Db, person: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`moves by hand ${person}`}, 0))`.execute(transaction);
}

/** Finds the adjustment that this person proposed or made with this request key. */
export function findRequestedAdjustment(
  db: Db,
  person: string,
  requestKey: string,
): Promise<StoredAdjustment | undefined> {
  return db
    .selectFrom('api.manual_movement')
    .selectAll()
    .where('proposed_by', '=', person)
    .where('request_key', '=', requestKey)
    .executeTakeFirst();
}

/** Cents that this person has moved since then without a second person, whichever way. */
export async function sumMovedAlone(db: Db, person: string, since: Date): Promise<number> {
  const { cents } = await db
    .selectFrom('api.manual_movement')
    .select(sql<string>`coalesce(sum(cents), 0)`.as('cents'))
    .where('proposed_by', '=', person)
    .where('state', '=', 'made')
    .where('decided_by', 'is', null)
    .where('proposed_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(cents);
}

/** The account is of a shop that the person belongs to, or of an order that they have placed or that such a shop sells something of. */
export async function isSideOfAccount(db: Db, person: string, accountId: string): Promise<boolean> {
  const [kind, id = ''] = accountId.split(':');
  if (kind !== 'seller' && kind !== 'order') return false;
  const { rows } = await sql<{ is: boolean }>`select exists (
    select from api.seller_member as member where member.account_id = ${person} and member.seller_id in (
      select ${id}::text where ${kind === 'seller'}
      union all select line.seller_id from api.order_line as line where line.order_id = ${id} and ${kind === 'order'})
    union all select from api."order" as sold where sold.order_id = ${id} and sold.account_id = ${person} and ${kind === 'order'}
  ) as is`.execute(db);
  return rows[0]?.is === true;
}

export async function lockAdjustment(db: Db, adjustmentId: string): Promise<StoredAdjustment | null> {
  const row = await db
    .selectFrom('api.manual_movement')
    .selectAll()
    .where('movement_id', '=', adjustmentId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function decideAdjustment(
  db: Db,
  adjustmentId: string,
  decision: { state: 'made' | 'refused'; decided_by: string; decided_at: Date; refusal: string },
): Promise<void> {
  await db.updateTable('api.manual_movement').set(decision).where('movement_id', '=', adjustmentId).execute();
}

/** Current balances by account; 0 for an account that doesn't exist. */
export async function balancesOf(db: Db, accountIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ account_id: string; balance: number }>`
    select account_id, balance from ledger.account where account_id = any(${accountIds})`.execute(db);
  return new Map(rows.map(({ account_id, balance }) => [account_id, Number(balance)]));
}

/** Cents that were moved to the account by hand, less what was moved out of it again. */
export async function sumMovedTo(db: Db, accountId: string): Promise<number> {
  const { cents } = await db
    .selectFrom('api.manual_movement')
    .select(sql<string>`coalesce(sum(case when to_account = ${accountId} then cents else -cents end), 0)`.as('cents'))
    .where((eb) => eb.or([eb('to_account', '=', accountId), eb('from_account', '=', accountId)]))
    .where('state', '=', 'made')
    .executeTakeFirstOrThrow();
  return Number(cents);
}

/** True if the owner of the account exists: no account is opened for nobody. */
export async function isOfSomebody(db: Db, accountId: string): Promise<boolean> {
  const [kind, id] = accountId.split(':');
  if (kind === 'seller') return id === 'operator' || (await has(sql`select from api.seller where seller_id = ${id}`));
  if (kind === 'order') return has(sql`select from api.order where order_id = ${id} and in_ledger`);
  // Also of one who has left, and has something there.
  if (kind === 'buyer')
    return has(sql`select from api.user where account_id = ${id}
      union all select from ledger.account where account_id = ${accountId}`);
  return true;

  async function has(rows: ReturnType<typeof sql>): Promise<boolean> {
    const { rows: found } = await sql<{ there: boolean }>`select exists (${rows}) as there`.execute(db);
    return found[0]?.there === true;
  }
}
