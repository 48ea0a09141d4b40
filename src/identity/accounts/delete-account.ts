import type { Kysely } from 'kysely';
import type { Actor } from '#platform/audit/audit-log.ts';
import { recordAudit } from '../audit.ts';
import { deleteCodes } from '../codes/code.store.ts';
import { forgetAttempts } from '../guard/attempt.store.ts';
import type { IdentityTables } from '../schema.ts';
import { within } from './administration.ts';
import { deleteUser } from './user.store.ts';

/** In the caller's transaction, where there is one. With everything that hangs on it: sessions, devices, passkeys, codes, its identity in the pool. */
export async function deleteAccount(
  db: Kysely<IdentityTables>,
  actor: Actor,
  userId: string,
  by?: string,
): Promise<void> {
  await within(db, async (transaction) => {
    await deleteCodes(transaction, userId);
    await forgetAttempts(transaction, userId);
    await deleteUser(transaction, userId);
    const subject = { kind: 'account', id: userId } as const;
    await recordAudit(transaction, actor, { action: 'account.deleted', subject, details: by ? { by } : {} });
  });
}
