import type { Actor } from '#platform/audit/audit-log.ts';
import { findStaffRole } from '../../access/member.store.ts';
import { deleteViewsOfAccount } from '../../operations/ports.ts';
import type { Db } from '../../schema/db.ts';
import { giveRole } from '../user/user.store.ts';
import { lastAdminSentence } from './last-admin.rules.ts';
import { lockAdmins, lockPerson } from './staff.store.ts';

/**
 * Takes an account from the staff, as it goes or has gone. False: it is the last administrator's, who may leave only when there is another one, also
 * when two leave at once. An account that has gone already leaves in any case (`hasGone`). Doing it again changes nothing.
 */
export async function removeStaffOfAccount(db: Db, accountId: string, { hasGone = false } = {}): Promise<boolean> {
  if ((await findStaffRole(db, accountId)) === null) return true;
  const actor: Actor = { kind: hasGone ? 'job' : 'customer' };
  return db.transaction().execute(async (transaction) => {
    const admins = await lockAdmins(transaction);
    const person = await lockPerson(transaction, { account_id: accountId });
    if (!person?.staff_role) return true;
    if (!hasGone && person.staff_role === 'admin' && admins.length === 1) return false;
    await giveRole(transaction, actor, person, 'buyer', hasGone ? undefined : accountId);
    await deleteViewsOfAccount(transaction, accountId);
    return true;
  });
}

/** Why an account is not deleted by the account service, before anything of it is gone; null: it may be. */
export async function whyStayOnStaff(db: Db, accountId: string): Promise<string | null> {
  if ((await findStaffRole(db, accountId)) !== 'admin') return null;
  const admins = await db.transaction().execute(lockAdmins);
  return admins.length === 1 ? lastAdminSentence : null;
}
