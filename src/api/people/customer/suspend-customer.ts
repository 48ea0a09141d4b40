// Suspending a customer, and taking that back: the screen and the command do the same. What is paid is delivered all the same.
import type { Marketplace } from '#contract/marketplace.ts';
import { isMailable, type Message, type SendMail } from '#mail/mailer.ts';
import type { Actor } from '#platform/audit/audit-log.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { Db } from '../../schema/db.ts';
import { lockPerson } from '../staff/staff.store.ts';
import { findCustomer } from './customer.store.ts';
import type { CustomerAccounts } from './customer-accounts.ts';
import { restoredCustomerMail, suspendedCustomerMail } from './customer-mails.rules.ts';
import { deleteSuspension, insertSuspension } from './suspended-customer.store.ts';

export type Suspending = {
  db: Db;
  /** Null where another service keeps the accounts: the API alone refuses them then. */
  accounts: CustomerAccounts | null;
  sendMail: SendMail;
  shop: Marketplace;
  /** Ends what an account leaves that is open no more: orders that wait for a payment, alerts, tokens. Must bear being done twice. */
  endAccount: (accountId: string) => Promise<void>;
};

/** `by`: the account that decides; an operator decides by a command, and stands above the roles of the staff. */
export type Decider = { actor: Actor; by?: string };
export type Refused = 'unknown' | 'own' | 'staff' | 'suspended' | 'not_suspended' | 'other_service';

export const refusalSentences: Record<Refused, string> = {
  unknown: 'There is no such customer, or nobody has signed in under this address yet.',
  own: 'This is your own account: somebody else of the staff decides about it.',
  staff: 'They are of the staff: take their role away first, under Staff.',
  suspended: 'This customer is suspended already.',
  not_suspended: 'This customer is not suspended.',
  other_service: 'Another service keeps the accounts of this shop: do it there.',
};

/** Null: it may be decided about. The staff leave their own accounts and each other's alone; an operator does not. */
export function leftAlone(
  { account_id: accountId, staff_role: role }: { account_id: string | null; staff_role: string | null },
  by: string | undefined,
): 'own' | 'staff' | null {
  if (!by) return null;
  if (accountId === by) return 'own';
  return role ? 'staff' : null;
}

/** From the moment on nobody signs in with the account, and tokens of before are refused. Null: it is done. */
export async function suspendCustomer(
  deps: Suspending,
  accountId: string,
  { reason, ...decider }: Decider & { reason: string },
): Promise<Refused | null> {
  const refused = await deps.db.transaction().execute(async (transaction): Promise<Refused | null> => {
    const person = await lockPerson(transaction, { account_id: accountId });
    if (!person) return 'unknown';
    const left = leftAlone(person, decider.by);
    if (left) return left;
    const row = { account_id: accountId, reason, suspended_by: decider.by ?? null };
    if (!(await insertSuspension(transaction, row))) return 'suspended';
    await deps.accounts?.setEnabled(transaction, decider.actor, accountId, false, decider.by);
    await recordAudit(transaction, decider.actor, {
      action: 'customer.suspended',
      subject: { kind: 'account', id: accountId },
      details: { ...(decider.by && { by: decider.by }), reason },
      changes: { suspended: { before: false, after: true } },
    });
    await mail(transaction, deps, person.user_id, suspendedCustomerMail(deps.shop, person.user_id, reason));
    return null;
  });
  if (refused === null) await deps.endAccount(accountId);
  return refused;
}

/** Null: it is done. Also takes back what a command has done without a reason. */
export async function restoreCustomer(
  deps: Suspending,
  accountId: string,
  { actor, by }: Decider,
): Promise<Refused | null> {
  const isDisabled = (await deps.accounts?.find(accountId))?.enabled === false;
  return deps.db.transaction().execute(async (transaction): Promise<Refused | null> => {
    const person = await lockPerson(transaction, { account_id: accountId });
    if (!person) return 'unknown';
    const left = leftAlone(person, by);
    if (left) return left;
    const reason = await deleteSuspension(transaction, accountId);
    if (reason === null && !isDisabled) return 'not_suspended';
    await deps.accounts?.setEnabled(transaction, actor, accountId, true, by);
    await recordAudit(transaction, actor, {
      action: 'customer.restored',
      subject: { kind: 'account', id: accountId },
      details: by ? { by } : {},
      changes: { suspended: { before: true, after: false } },
    });
    await mail(transaction, deps, person.user_id, restoredCustomerMail(deps.shop, person.user_id));
    return null;
  });
}

/** Null: it is done. */
export async function signOutCustomer(
  { db, accounts }: Pick<Suspending, 'db' | 'accounts'>,
  accountId: string,
  { actor, by }: Decider,
): Promise<Refused | null> {
  if (!accounts) return 'other_service';
  const customer = await findCustomer(db, accountId);
  if (!customer || !(await accounts.find(accountId))) return 'unknown';
  const left = leftAlone(customer, by);
  if (left) return left;
  await accounts.signOut(actor, accountId, by);
  return null;
}

async function mail(transaction: Db, { sendMail }: Suspending, to: string, message: Message): Promise<void> {
  if (isMailable(to)) await sendMail(transaction, message);
}
