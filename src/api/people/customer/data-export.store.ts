// Exports that customers have asked for, and the parts of their files. An account has one at a time.
import type { Kysely, Selectable } from 'kysely';
import type { DataExportTable } from '../../schema/people.ts';
import type { ApiTables } from '../../schema/schema.ts';

type Db = Kysely<ApiTables>;
export type StoredExport = Selectable<DataExportTable>;

export function findExport(db: Db, accountId: string): Promise<StoredExport | undefined> {
  return db.selectFrom('api.data_export').selectAll().where('account_id', '=', accountId).executeTakeFirst();
}

/** Earlier exports are gone. `no_account`: it was deleted, and nobody would be there to get the export. */
export async function requestExport(
  transaction: Db,
  accountId: string,
  at: Date,
): Promise<'requested' | 'under_way' | 'no_account'> {
  // A deletion of the account waits until this is stored, and deletes it too.
  const account = await transaction
    .selectFrom('api.user')
    .select('user_id')
    .where('account_id', '=', accountId)
    .forKeyShare()
    .executeTakeFirst();
  if (!account) return 'no_account';
  const asked = { state: 'waiting' as const, requested_at: at, due_at: at, attempts: 0 };
  const stored = await transaction
    .insertInto('api.data_export')
    .values({ account_id: accountId, ...asked })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet({ ...asked, ready_at: null, expires_at: null, size_bytes: null })
        .where('api.data_export.state', 'not in', ['waiting', 'running']),
    )
    .returning('account_id')
    .executeTakeFirst();
  if (!stored) return 'under_way';
  await transaction.deleteFrom('api.data_export_part').where('account_id', '=', accountId).execute();
  return 'requested';
}

/** The one that has waited longest, for whoever makes it until `until`; then somebody else may. */
export function claimExport(db: Db, now: Date, until: Date): Promise<StoredExport | undefined> {
  return db
    .updateTable('api.data_export')
    .set((eb) => ({
      state: 'running',
      due_at: until,
      attempts: eb('attempts', '+', 1),
      round: eb('round', '+', 1),
    }))
    .where('account_id', '=', (eb) =>
      eb
        .selectFrom('api.data_export')
        .select('account_id')
        .where('state', 'in', ['waiting', 'running'])
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();
}

export type Attempt = Pick<StoredExport, 'account_id' | 'round'>;

/** Extends an attempt until `until` from now on. False: it was overtaken, or the account has gone. */
export async function renewClaim(db: Db, attempt: Attempt, until: Date): Promise<boolean> {
  return endAttempt(db, attempt, { due_at: until });
}

export async function insertPart(db: Db, attempt: Attempt, part: number, content: Uint8Array): Promise<void> {
  const { account_id, round } = attempt;
  await db.insertInto('api.data_export_part').values({ account_id, round, part, content }).execute();
}

export async function findPart(db: Db, attempt: Attempt, part: number): Promise<Uint8Array | null> {
  const found = await db
    .selectFrom('api.data_export_part')
    .select('content')
    .where('account_id', '=', attempt.account_id)
    .where('round', '=', attempt.round)
    .where('part', '=', part)
    .executeTakeFirst();
  return found?.content ?? null;
}

/** Records the outcome of an attempt. False: it was overtaken, or the account has gone; nothing is changed then. */
export async function endAttempt(
  transaction: Db,
  { account_id, round }: Attempt,
  change: Partial<Pick<StoredExport, 'state' | 'due_at' | 'ready_at' | 'expires_at' | 'size_bytes'>>,
): Promise<boolean> {
  const ended = await transaction
    .updateTable('api.data_export')
    .set(change)
    .where('account_id', '=', account_id)
    .where('round', '=', round)
    .where('state', '=', 'running')
    .returning('account_id')
    .executeTakeFirst();
  return ended !== undefined;
}

/** Those of an attempt that keeps none, of all others where it is the one that counts, or all where none does. */
export async function deleteParts(
  db: Db,
  { account_id, round }: Attempt,
  which: 'own' | 'others' | 'all',
): Promise<void> {
  await db
    .deleteFrom('api.data_export_part')
    .where('account_id', '=', account_id)
    .$if(which !== 'all', (query) => query.where('round', which === 'own' ? '=' : '<>', round))
    .execute();
}

/** Deletes the export of an attempt whose account has gone; its parts go with it. */
export async function deleteExport(db: Db, { account_id, round }: Attempt): Promise<void> {
  await db.deleteFrom('api.data_export').where('account_id', '=', account_id).where('round', '=', round).execute();
}

export async function forgetExpired(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('api.data_export').where('expires_at', '<=', now).execute();
}
