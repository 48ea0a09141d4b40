import type { Marketplace } from '#contract/marketplace.ts';
import type { StaffMember } from '#contract/people/staff.schema.ts';
import type { StaffRole } from '#contract/people/staff.ts';
import { userIdOf } from '#contract/people/user.ts';
import { isMailable, type SendMail } from '#mail/mailer.ts';
import type { Db } from '../../schema/db.ts';
import { giveRole } from '../user/user.store.ts';
import { lockAdmins, lockPerson } from './staff.store.ts';
import { staffRoleMail } from './staff-role-mail.ts';

export type RoleOutcome =
  | { done: StaffMember | null }
  /** `unknown`: nobody has signed in here so; `no_role`: there is none to take; `not_admin`: who decides has lost the role meanwhile. */
  | { refused: 'unknown' | 'no_role' | 'last_admin' | 'not_admin' };

/**
 * Gives somebody a role of the staff, or with null takes it away. `account` is an address or an account's id, `by` the account that decides. There
 * is always an administrator left.
 */
export function giveStaffRole(
  { db, sendMail, shop }: { db: Db; sendMail: SendMail; shop: Marketplace },
  { account, role, by }: { account: string; role: StaffRole | null; by: string },
): Promise<RoleOutcome> {
  return db.transaction().execute(async (transaction): Promise<RoleOutcome> => {
    const admins = await lockAdmins(transaction);
    if (!admins.includes(by)) return { refused: 'not_admin' };
    const named = account.includes('@') ? { user_id: userIdOf(account) } : { account_id: account };
    const person = await lockPerson(transaction, named);
    if (!person) return { refused: 'unknown' };
    if (role === null && person.staff_role === null) return { refused: 'no_role' };
    if (person.staff_role === 'admin' && role !== 'admin' && admins.length === 1) return { refused: 'last_admin' };
    await giveRole(transaction, { kind: 'customer' }, person, role ?? 'buyer', by);
    if (person.staff_role !== role && isMailable(person.user_id))
      await sendMail(transaction, staffRoleMail(shop, { to: person.user_id, role }));
    return {
      done: role && { account_id: person.account_id, email: person.user_id, name: person.username, role },
    };
  });
}
