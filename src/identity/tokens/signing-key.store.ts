import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { IdentityTables, SigningKeyTable } from '../schema.ts';

type Db = Kysely<IdentityTables>;
export type SigningKey = Selectable<SigningKeyTable>;

const LOCK = 7_236_002;

/** Newest first. */
export async function listSigningKeys(db: Db): Promise<SigningKey[]> {
  return db.selectFrom('identity.signing_key').selectAll().orderBy('created_at', 'desc').execute();
}

/** Nobody else who takes this lock makes a key until the transaction ends. */
export async function lockSigningKeys(transaction: Transaction<IdentityTables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(transaction);
}

export async function insertSigningKey(
  db: Db,
  { kid, public_jwk, private_sealed }: Pick<SigningKey, 'kid' | 'public_jwk' | 'private_sealed'>,
): Promise<void> {
  await db
    .insertInto('identity.signing_key')
    .values({ kid, public_jwk: JSON.stringify(public_jwk), private_sealed })
    .execute();
}

export async function replaceSealedKey(db: Db, kid: string, privateSealed: Buffer): Promise<void> {
  await db.updateTable('identity.signing_key').set({ private_sealed: privateSealed }).where('kid', '=', kid).execute();
}

/** Keys with a newer one that is a day old: no token of theirs is good any more. */
export async function deleteReplacedKeys(db: Db): Promise<void> {
  await sql`delete from identity.signing_key as old where exists (
    select from identity.signing_key as newer
    where newer.created_at > old.created_at and newer.created_at < now() - interval '1 day')`.execute(db);
}
