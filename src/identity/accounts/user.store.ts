import type { Kysely, Transaction, Updateable } from 'kysely';
import type { IdentityTables, User, UserTable } from '../schema.ts';

type Db = Kysely<IdentityTables>;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** An address as accounts are told apart by: two spellings of one address are one account. */
export function foldEmail(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase();
}

/** By the e-mail address, or by the user id that the protocol hands out. */
export async function findUser(db: Db, username: string): Promise<User | null> {
  const query = db.selectFrom('identity.user').selectAll();
  const row = await (uuid.test(username)
    ? query.where('user_id', '=', username.toLowerCase())
    : query.where('email_folded', '=', foldEmail(username))
  ).executeTakeFirst();
  return row ?? null;
}

type AccountSummary = Pick<User, 'user_id' | 'email' | 'status' | 'enabled' | 'totp_enabled' | 'created_at'>;

/** Newest first; `search` is a part of the address. */
export async function listAccounts(db: Db, search: string, limit: number): Promise<AccountSummary[]> {
  return db
    .selectFrom('identity.user')
    .select(['user_id', 'email', 'status', 'enabled', 'totp_enabled', 'created_at'])
    .where((eb) => eb(eb.fn<number>('strpos', ['email_folded', eb.val(search.toLowerCase())]), '>', 0))
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
}

/** The account as it is now; nobody else changes or deletes it, or opens a session of it, until the transaction ends. */
export async function lockUser(transaction: Transaction<IdentityTables>, userId: string): Promise<User | null> {
  const row = await transaction
    .selectFrom('identity.user')
    .selectAll()
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** False when the address has an account already. */
export async function insertUser(
  db: Db,
  user: Pick<User, 'user_id' | 'email' | 'status' | 'password_sealed' | 'attributes'>,
): Promise<boolean> {
  const inserted = await db
    .insertInto('identity.user')
    .values({ ...user, attributes: JSON.stringify(user.attributes), email_folded: foldEmail(user.email) })
    .onConflict((conflict) => conflict.column('email_folded').doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function updateUser(db: Db, userId: string, change: Updateable<UserTable>): Promise<void> {
  await db
    .updateTable('identity.user')
    .set({ ...change, updated_at: new Date() })
    .where('user_id', '=', userId)
    .execute();
}

/**
 * Accepts the code of a time step once: false when that step or a later one was used before. One statement, so that of
 * two requests with the same code one is refused.
 */
export async function acceptTotpStep(db: Db, userId: string, step: number): Promise<boolean> {
  const updated = await db
    .updateTable('identity.user')
    .set({ totp_last_step: step })
    .where('user_id', '=', userId)
    .where('totp_last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst();
  return updated !== undefined;
}

/** With what refers to it: sessions, devices, passkeys, authorization codes, its identity in the pool. */
export async function deleteUser(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('identity.user').where('user_id', '=', userId).execute();
}

/** An account that nobody confirmed gives its address free again. */
export async function deleteUnconfirmedUsers(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('identity.user').where('status', '=', 'UNCONFIRMED').where('created_at', '<', before).execute();
}

type SealedOfUser = Pick<User, 'password_sealed' | 'totp_sealed' | 'totp_pending_sealed' | 'recovery_sealed'>;

export async function listSealedOfUsers(db: Db): Promise<Array<SealedOfUser & { user_id: string }>> {
  return db
    .selectFrom('identity.user')
    .select(['user_id', 'password_sealed', 'totp_sealed', 'totp_pending_sealed', 'recovery_sealed'])
    .execute();
}

/** Unless one of them was changed since it was read: whoever changed it has sealed it with the newest key. */
export async function replaceSealedOfUser(
  db: Db,
  userId: string,
  before: SealedOfUser,
  after: SealedOfUser,
): Promise<void> {
  await db
    .updateTable('identity.user')
    .set(after)
    .where('user_id', '=', userId)
    .where('password_sealed', '=', before.password_sealed)
    .where('totp_sealed', 'is not distinct from', before.totp_sealed)
    .where('totp_pending_sealed', 'is not distinct from', before.totp_pending_sealed)
    .where('recovery_sealed', 'is not distinct from', before.recovery_sealed)
    .execute();
}
