import { type Kysely, sql } from 'kysely';
import { type User, userIdOf } from '#contract/user.ts';
import type { ApiTables } from '../schema.ts';
import { type NewUser, newUser } from './user.rules.ts';

/** What is to be changed of a record; the rest stays as it is stored. */
export type UserChanges = { [Field in Exclude<keyof User, 'user_id'>]?: User[Field] | undefined };

const columns = ['user_id', 'username', 'profile_pic', 'user_type', 'phone', 'addresses'] as const;

/** The record of the address that belongs to the account. */
export async function findUser(db: Kysely<ApiTables>, userId: string, accountId: string): Promise<User | null> {
  const row = await db
    .selectFrom('api.user')
    .select(columns)
    .where('user_id', '=', userId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row ?? null;
}

/** Whether the stored record is of another account: the address has passed to somebody else since. */
const isOfAnother = sql<boolean>`"user".account_id <> excluded.account_id`;

/** A field that stays as it is stored, unless it says something of somebody else. */
const kept = <T>(column: keyof User) =>
  sql<T>`case when ${isOfAnother} then excluded.${sql.ref(column)} else "user".${sql.ref(column)} end`;

/**
 * Changes the record of the user, which is made from `fresh` when there is none, and made anew when it belongs to another
 * account. Inside a transaction nobody else changes or deletes it until the end.
 */
export async function saveUser(
  db: Kysely<ApiTables>,
  fresh: NewUser,
  changes: UserChanges,
): Promise<{ user: User; isNew: boolean }> {
  const { username, profile_pic, user_type, phone, addresses } = changes;
  const { is_new, ...user } = await db
    .insertInto('api.user')
    .values({
      user_id: fresh.user_id,
      username: username ?? fresh.username,
      profile_pic: profile_pic ?? fresh.profile_pic,
      user_type: user_type ?? fresh.user_type,
      phone: phone ?? fresh.phone,
      addresses: JSON.stringify(addresses ?? fresh.addresses),
      account_id: fresh.account_id ?? null,
    })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({
        username: username ?? kept('username'),
        profile_pic: profile_pic ?? kept('profile_pic'),
        user_type: user_type ?? kept('user_type'),
        phone: phone ?? kept('phone'),
        addresses: addresses ? JSON.stringify(addresses) : kept('addresses'),
        account_id: sql`coalesce(excluded.account_id, "user".account_id)`,
      }),
    )
    // A row that no transaction has replaced or locked before was made by this statement.
    .returning([...columns, sql<boolean>`xmax = 0`.as('is_new')])
    .executeTakeFirstOrThrow();
  return { user, isNew: is_new };
}

/** Gives somebody a role, with a record when there is none yet. Without a `userId` it is for whoever has the record. */
export async function setUserType(
  db: Kysely<ApiTables>,
  account: { email: string; nickname: string; userId?: string },
  userType: User['user_type'],
): Promise<User> {
  const { user } = await saveUser(db, newUser(account), { user_type: userType });
  return user;
}

/** Deletes the record of the user of this address and all that was written under it; nothing when there is none. Orders
 * stay, without saying whose they were. */
export async function deleteCustomer(db: Kysely<ApiTables>, email: string): Promise<void> {
  const userId = userIdOf(email);
  await db.transaction().execute(async (transaction) => {
    // Locked first, as posting a review does, so that neither waits for the other for ever.
    const record = await transaction
      .selectFrom('api.user')
      .select('user_id')
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirst();
    await transaction.deleteFrom('api.cart_item').where('user_id', '=', userId).execute();
    // Orders stay, as the law asks for, without saying whose they were.
    await transaction.updateTable('api.order').set({ user_id: null }).where('user_id', '=', userId).execute();
    // Without a record there are no reviews: what somebody makes of it at this moment is newer, and not locked.
    if (!record) return;
    await transaction.deleteFrom('api.review').where('user_email', '=', userId).execute();
    await transaction.deleteFrom('api.user').where('user_id', '=', userId).execute();
  });
}
