import type { Kysely } from 'kysely';
import type { ApiTables } from '../../schema/schema.ts';

type Db = Kysely<ApiTables>;

/** True if the account is suspended: asked where the account service does not say so itself. */
export async function isSuspended(db: Db, accountId: string): Promise<boolean> {
  return (await findSuspension(db, accountId)) !== undefined;
}

export function findSuspension(db: Db, accountId: string) {
  return db
    .selectFrom('api.suspended_customer as suspended')
    .leftJoin('api.user as user', 'user.account_id', 'suspended.suspended_by')
    .select(['suspended.reason', 'suspended.suspended_at', 'suspended.suspended_by', 'user.username as by_name'])
    .where('suspended.account_id', '=', accountId)
    .executeTakeFirst();
}

/** False: it is suspended already. */
export async function insertSuspension(
  transaction: Db,
  suspension: { account_id: string; reason: string; suspended_by: string | null },
): Promise<boolean> {
  const inserted = await transaction
    .insertInto('api.suspended_customer')
    .values(suspension)
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .returning('account_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** The reason that it had; null: there was no suspension. */
export async function deleteSuspension(transaction: Db, accountId: string): Promise<string | null> {
  const deleted = await transaction
    .deleteFrom('api.suspended_customer')
    .where('account_id', '=', accountId)
    .returning('reason')
    .executeTakeFirst();
  return deleted?.reason ?? null;
}
