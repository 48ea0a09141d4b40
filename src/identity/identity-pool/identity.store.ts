import type { Kysely, Selectable } from 'kysely';
import type { IdentityTable, IdentityTables } from '../schema.ts';

type Db = Kysely<IdentityTables>;

export async function findIdentity(db: Db, identityId: string): Promise<Selectable<IdentityTable> | null> {
  const row = await db
    .selectFrom('identity.identity')
    .selectAll()
    .where('identity_id', '=', identityId)
    .executeTakeFirst();
  return row ?? null;
}

/** The one there is, or `fresh`, which is stored. */
export async function identityOfUser(db: Db, userId: string, fresh: string): Promise<string> {
  await db
    .insertInto('identity.identity')
    .values({ identity_id: fresh, user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
  const row = await db
    .selectFrom('identity.identity')
    .select('identity_id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return row.identity_id;
}

export async function insertGuest(db: Db, identityId: string): Promise<void> {
  await db.insertInto('identity.identity').values({ identity_id: identityId, user_id: null }).execute();
}
