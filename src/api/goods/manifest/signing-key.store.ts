import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { ApiTables } from '../../schema/schema.ts';
import type { KeyPurpose } from './signing-key.rules.ts';

type Db = Kysely<ApiTables>;
type SigningKeyTable = ApiTables['api.signing_key'];
export type StoredSigningKey = Omit<Selectable<SigningKeyTable>, 'private_sealed'>;

const LOCK = 7_236_063;
const published = ['key_id', 'purpose', 'public_pem', 'created_at', 'valid_from', 'valid_until', 'retired_at'] as const;

/** The newest first. */
export function listSigningKeys(db: Db): Promise<StoredSigningKey[]> {
  return db
    .selectFrom('api.signing_key')
    .select(published)
    .orderBy('valid_from', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('key_id')
    .execute();
}

export async function findSigningKey(db: Db, keyId: string): Promise<StoredSigningKey | null> {
  const key = await db.selectFrom('api.signing_key').select(published).where('key_id', '=', keyId).executeTakeFirst();
  return key ?? null;
}

/** The one that signs, with its sealed half. */
export async function findKeyThatSigns(
  db: Db,
  purpose: KeyPurpose,
): Promise<{ key_id: string; private_sealed: Uint8Array } | null> {
  const key = await db
    .selectFrom('api.signing_key')
    .select(['key_id', 'private_sealed'])
    .where('purpose', '=', purpose)
    .where('valid_until', 'is', null)
    .executeTakeFirst();
  return key?.private_sealed ? { key_id: key.key_id, private_sealed: key.private_sealed } : null;
}

/** Nobody else who takes this lock changes keys until the transaction ends. */
export async function lockSigningKeys(transaction: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(transaction);
}

export async function insertSigningKey(transaction: Db, key: Insertable<SigningKeyTable>): Promise<void> {
  await transaction.insertInto('api.signing_key').values(key).execute();
}

/** The key that signs does so no more, and what it could sign with is gone. Answers its id, if there was one. */
export async function endKeyThatSigns(transaction: Db, purpose: KeyPurpose, now: Date): Promise<string | null> {
  const ended = await transaction
    .updateTable('api.signing_key')
    .set({ valid_until: now, private_sealed: null })
    .where('purpose', '=', purpose)
    .where('valid_until', 'is', null)
    .returning('key_id')
    .executeTakeFirst();
  return ended?.key_id ?? null;
}

/** Answers whether there was such a key that had not been withdrawn before. */
export async function retireSigningKey(transaction: Db, keyId: string, now: Date): Promise<boolean> {
  const retired = await transaction
    .updateTable('api.signing_key')
    .set({ retired_at: now, private_sealed: null, valid_until: sql<Date>`coalesce(valid_until, ${now})` })
    .where('key_id', '=', keyId)
    .where('retired_at', 'is', null)
    .executeTakeFirst();
  return retired.numUpdatedRows > 0n;
}

export async function listSealedSigningKeys(db: Db): Promise<Array<{ key_id: string; private_sealed: Uint8Array }>> {
  const keys = await db
    .selectFrom('api.signing_key')
    .select(['key_id', 'private_sealed'])
    .where('private_sealed', 'is not', null)
    .execute();
  return keys.flatMap(({ key_id, private_sealed }) => (private_sealed ? [{ key_id, private_sealed }] : []));
}

/** Only where it is still what was opened: a key may have been replaced meanwhile. */
export async function replaceSealedSigningKey(db: Db, keyId: string, before: Uint8Array, after: Uint8Array) {
  await db
    .updateTable('api.signing_key')
    .set({ private_sealed: after })
    .where('key_id', '=', keyId)
    .where('private_sealed', '=', before)
    .execute();
}
