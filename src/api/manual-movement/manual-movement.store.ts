import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { ApiTables, ManualMovementTable } from '../schema.ts';

type Db = Kysely<ApiTables>;
export type StoredMovement = Selectable<ManualMovementTable>;

const MOST_TOLD = 200;

export async function insertMovement(db: Db, movement: Insertable<ManualMovementTable>): Promise<void> {
  await db.insertInto('api.manual_movement').values(movement).execute();
}

/** Those that wait first, then the newest, with the transfers that they became. */
export async function listMovements(db: Db): Promise<Array<StoredMovement & { transfer_id: number | null }>> {
  return db
    .selectFrom('api.manual_movement as movement')
    .selectAll('movement')
    .select(
      sql<number | null>`(select transfer_id from ledger.transfer where key = 'by_hand ' || movement.movement_id)`.as(
        'transfer_id',
      ),
    )
    .orderBy(sql`state = 'proposed'`, 'desc')
    .orderBy('proposed_at', 'desc')
    .orderBy('movement_id')
    .limit(MOST_TOLD)
    .execute();
}

export async function lockMovement(db: Db, movementId: string): Promise<StoredMovement | null> {
  const row = await db
    .selectFrom('api.manual_movement')
    .selectAll()
    .where('movement_id', '=', movementId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function decideMovement(
  db: Db,
  movementId: string,
  decision: { state: 'made' | 'refused'; decided_by: string; decided_at: Date; refusal: string },
): Promise<void> {
  await db.updateTable('api.manual_movement').set(decision).where('movement_id', '=', movementId).execute();
}

/** What accounts hold now; one that is not there holds nothing. */
export async function balancesOf(db: Db, accountIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ account_id: string; balance: number }>`
    select account_id, balance from ledger.account where account_id = any(${accountIds})`.execute(db);
  return new Map(rows.map(({ account_id, balance }) => [account_id, Number(balance)]));
}

/** Whether there is who an account would be of: none is opened for nobody. */
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
