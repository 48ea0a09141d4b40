// Proofs about an account are worth something only as long as the account stays as it was.
import type { Kysely, Transaction } from 'kysely';
import type { Secrets } from '#platform/secrets.ts';
import { lockUser } from '../accounts/user.store.ts';
import { countSignIn } from '../metrics.ts';
import { invalidSession } from '../protocol/errors.ts';
import type { IdentityTables, User } from '../schema.ts';
import { insertSession, type NewSession, type OpenedSession } from '../sessions/session.store.ts';

/**
 * Locks the account of somebody who was proved to be its owner. Throws when meanwhile it was deleted, disabled, given
 * another password or another status: what was proved before must not open or change anything any more.
 */
export async function lockProved(transaction: Transaction<IdentityTables>, proved: User): Promise<void> {
  const user = await lockUser(transaction, proved.user_id);
  const same = user?.status === proved.status && Buffer.compare(user.password_sealed, proved.password_sealed) === 0;
  if (!user?.enabled || !same) throw invalidSession();
}

/** Signs in whoever was proved to own the account; throws as `lockProved` does. */
export async function openSession(
  db: Kysely<IdentityTables>,
  secrets: Secrets,
  proved: User,
  made: Omit<NewSession, 'userId'>,
): Promise<OpenedSession> {
  const opened = await db.transaction().execute(async (transaction) => {
    await lockProved(transaction, proved);
    return insertSession(transaction, secrets, { ...made, userId: proved.user_id });
  });
  countSignIn({ outcome: 'success' });
  return opened;
}
