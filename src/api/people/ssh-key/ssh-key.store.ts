import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { ApiTables } from '../../schema/schema.ts';

type Db = Kysely<ApiTables>;
type Table = ApiTables['api.ssh_key'];
export type StoredSshKey = Selectable<Table>;

/** Keys of the account, newest first. */
export function listSshKeys(db: Db, accountId: string): Promise<StoredSshKey[]> {
  return db
    .selectFrom('api.ssh_key')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('ssh_key_id')
    .execute();
}

/** Those of these keys that the account has, each as 'type base64', without its name. */
export async function findPublicKeys(db: Db, accountId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const keys = await db
    .selectFrom('api.ssh_key')
    .select(['type', 'base64'])
    .where('account_id', '=', accountId)
    .where('ssh_key_id', 'in', [...ids])
    .orderBy('created_at')
    .orderBy('ssh_key_id')
    .execute();
  return keys.map(({ type, base64 }) => `${type} ${base64}`);
}

/** Nobody else adds a key to the account until the transaction ends. Answers how many it has. */
export async function lockSshKeys(transaction: Db, accountId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`ssh keys ${accountId}`}, 0))`.execute(transaction);
  const { count } = await transaction
    .selectFrom('api.ssh_key')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Undefined where the account has it already. */
export function insertSshKey(transaction: Db, key: Insertable<Table>): Promise<StoredSshKey | undefined> {
  return transaction
    .insertInto('api.ssh_key')
    .values(key)
    .onConflict((conflict) => conflict.columns(['account_id', 'fingerprint']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** False where the account has no such key. */
export async function deleteSshKey(db: Db, accountId: string, sshKeyId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('api.ssh_key')
    .where('account_id', '=', accountId)
    .where('ssh_key_id', '=', sshKeyId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
