// Members of the staff.
import type { Kysely } from 'kysely';
import type { StaffRole } from '#contract/people/staff.ts';
import type { ApiTables } from '../../schema/schema.ts';

type Db = Kysely<ApiTables>;

type StaffRecord = { user_id: string; account_id: string | null; username: string; staff_role: StaffRole };

const columns = ['user_id', 'account_id', 'username', 'staff_role'] as const;

/** More than a marketplace has; whoever is beyond is found by the command line. */
const MOST = 500;

export async function listStaff(db: Db): Promise<StaffRecord[]> {
  const rows = await db
    .selectFrom('api.user')
    .select(columns)
    .where('staff_role', 'is not', null)
    .where('user_type', '=', 'admin')
    .orderBy('staff_role')
    .orderBy('user_id')
    .limit(MOST)
    .execute();
  return rows.map((row) => ({ ...row, staff_role: row.staff_role as StaffRole }));
}

/** Every change of roles waits here for the one before: each sees who is an administrator now. Answers their accounts. */
export async function lockAdmins(transaction: Db): Promise<Array<string | null>> {
  const rows = await transaction
    .selectFrom('api.user')
    .select('account_id')
    .where('staff_role', '=', 'admin')
    .where('user_type', '=', 'admin')
    .orderBy('user_id')
    .forUpdate()
    .execute();
  return rows.map((row) => row.account_id);
}

/** Somebody who has signed in here, by address in lower case or by account. Nobody else changes the record until the transaction ends. */
export async function lockPerson(
  transaction: Db,
  by: { user_id: string } | { account_id: string },
): Promise<{ user_id: string; account_id: string; username: string; staff_role: StaffRole | null } | null> {
  const row = await transaction
    .selectFrom('api.user')
    .select(columns)
    .$if('user_id' in by, (query) => query.where('user_id', '=', (by as { user_id: string }).user_id))
    .$if('account_id' in by, (query) => query.where('account_id', '=', (by as { account_id: string }).account_id))
    .where('account_id', 'is not', null)
    .orderBy('user_id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  return row?.account_id ? { ...row, account_id: row.account_id } : null;
}

/** Somebody who has signed in here, by address in lower case. */
export async function findPerson(db: Db, userId: string) {
  const row = await db
    .selectFrom('api.user')
    .select(['user_id', 'account_id', 'username'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.account_id ? { accountId: row.account_id, email: row.user_id, nickname: row.username } : null;
}
