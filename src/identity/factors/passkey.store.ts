import type { Insertable, Kysely, Selectable } from 'kysely';
import type { IdentityTables, PasskeyTable } from '../schema.ts';

type Passkey = Selectable<PasskeyTable>;
type Db = Kysely<IdentityTables>;

export async function findPasskey(db: Db, credentialId: string): Promise<Passkey | null> {
  const row = await db
    .selectFrom('identity.passkey')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
  return row ?? null;
}

export async function listPasskeys(db: Db, userId: string): Promise<Passkey[]> {
  return db
    .selectFrom('identity.passkey')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('credential_id')
    .execute();
}

/** False when the credential is known already. */
export async function insertPasskey(db: Db, passkey: Insertable<PasskeyTable>): Promise<boolean> {
  const inserted = await db
    .insertInto('identity.passkey')
    .values(passkey)
    .onConflict((conflict) => conflict.doNothing())
    .returning('credential_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function recordPasskeyUse(db: Db, credentialId: string, counter: number, now: Date): Promise<void> {
  await db
    .updateTable('identity.passkey')
    .set({ counter, last_used_at: now })
    .where('credential_id', '=', credentialId)
    .execute();
}

/** Passkeys open an account without its password: a reset of the password takes them away. */
export async function deletePasskeys(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('identity.passkey').where('user_id', '=', userId).execute();
}

export async function deletePasskey(db: Db, userId: string, credentialId: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('identity.passkey')
    .where('credential_id', '=', credentialId)
    .where('user_id', '=', userId)
    .returning('credential_id')
    .executeTakeFirst();
  return deleted !== undefined;
}
