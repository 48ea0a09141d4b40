// Operator actions on accounts, from the command line.
import { randomBytes, randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Actor, AuditChanges } from '#platform/audit/audit-log.ts';
import type { Secrets } from '#platform/secrets.ts';
import { type AuditAction, recordAudit } from '../audit.ts';
import { forgetRemembered } from '../factors/device.store.ts';
import { deletePasskeys } from '../factors/passkey.store.ts';
import { sealTotp } from '../factors/totp.ts';
import { isPassword, openPassword, sealPassword } from '../passwords/passwords.ts';
import type { IdentityTables, UserStatus } from '../schema.ts';
import { revokeSessions } from '../sessions/revoke-sessions.ts';
import { insertUser, lockUser, updateUser } from './user.store.ts';

type Db = Kysely<IdentityTables>;

/** An account whose owner sets a password at the first sign-in. Answers the temporary one; null when the address is taken. */
export async function createAccount(
  db: Db,
  actor: Actor,
  secrets: Secrets,
  given: { poolName: string; email: string; nickname: string },
): Promise<string | null> {
  const password = randomBytes(12).toString('base64url');
  const userId = await db
    .transaction()
    .execute((transaction) =>
      insertAccount(transaction, actor, secrets, { ...given, password, status: 'FORCE_CHANGE_PASSWORD' }),
    );
  return userId && password;
}

/** An account that can sign in with this password at once. Answers its id; null when the address is taken. */
export async function createConfirmedAccount(
  db: Db,
  actor: Actor,
  secrets: Secrets,
  given: { poolName: string; email: string; nickname: string; password: string },
): Promise<string | null> {
  return db
    .transaction()
    .execute((transaction) => insertAccount(transaction, actor, secrets, { ...given, status: 'CONFIRMED' }));
}

/** A disabled account cannot sign in, and is signed out everywhere. */
export async function setEnabled(db: Db, actor: Actor, userId: string, enabled: boolean, by?: string): Promise<void> {
  await within(db, async (transaction) => {
    await updateUser(transaction, userId, { enabled });
    if (!enabled) await revokeSessions(transaction, userId, new Date());
    await record(transaction, actor, enabled ? 'account.enabled' : 'account.disabled', userId, by, {
      enabled: { before: !enabled, after: enabled },
    });
  });
}

/**
 * The account can sign in with this password from now on, and whoever was signed in with another is not any more. The account is left
 * alone where it has this password already.
 */
export async function setPassword(
  db: Db,
  actor: Actor,
  secrets: Secrets,
  { poolName, userId, password }: { poolName: string; userId: string; password: string },
): Promise<void> {
  await within(db, async (transaction) => {
    const user = await lockUser(transaction, userId);
    if (!user) return;
    const owner = { poolName, userId };
    const isSame = isPassword(owner, openPassword(secrets, owner, user.password_sealed), password);
    if (isSame && user.status === 'CONFIRMED') return;
    const sealed = isSame ? {} : { password_sealed: sealPassword(secrets, owner, password) };
    await updateUser(transaction, userId, { status: 'CONFIRMED', ...sealed });
    await revokeSessions(transaction, userId, new Date());
    await record(transaction, actor, 'account.password_set', userId);
  });
}

/** The second factor of an account: an authenticator that holds this secret, or codes by mail. There is no other beside it. */
export async function setSecondFactor(
  db: Db,
  actor: Actor,
  secrets: Secrets,
  userId: string,
  factor: { totpSecret: string } | 'mail',
): Promise<void> {
  await within(db, async (transaction) => {
    const isMail = factor === 'mail';
    await updateUser(transaction, userId, {
      totp_sealed: isMail ? null : sealTotp(secrets, userId, factor.totpSecret),
      totp_pending_sealed: null,
      totp_enabled: !isMail,
      totp_last_step: 0,
      email_mfa_enabled: isMail,
      preferred_mfa: isMail ? 'EMAIL_OTP' : 'SOFTWARE_TOKEN_MFA',
    });
    await record(transaction, actor, 'account.second_factor_set', userId);
  });
}

/** The next sign-in asks for a new password, by a code to the mailbox. */
export async function requirePasswordReset(db: Db, actor: Actor, userId: string): Promise<void> {
  const status: UserStatus = 'RESET_REQUIRED';
  await db.transaction().execute(async (transaction) => {
    await updateUser(transaction, userId, { status });
    await revokeSessions(transaction, userId, new Date());
    await record(transaction, actor, 'account.password_reset_required', userId);
  });
}

/** For somebody who has lost the authenticator: the password alone signs in until a new one is set up. */
export async function resetSecondFactor(db: Db, actor: Actor, userId: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await updateUser(transaction, userId, {
      totp_sealed: null,
      totp_pending_sealed: null,
      recovery_sealed: null,
      totp_enabled: false,
      email_mfa_enabled: false,
      preferred_mfa: null,
    });
    await deletePasskeys(transaction, userId);
    await forgetRemembered(transaction, userId);
    await revokeSessions(transaction, userId, new Date());
    await record(transaction, actor, 'account.second_factor_reset', userId);
  });
}

export async function signOutEverywhere(db: Db, actor: Actor, userId: string, by?: string): Promise<void> {
  await within(db, async (transaction) => {
    await revokeSessions(transaction, userId, new Date());
    await record(transaction, actor, 'account.signed_out', userId, by);
  });
}

/** `by`: the account of the staff that decides, where it is not an operator. */
function record(
  transaction: Db,
  actor: Actor,
  action: AuditAction,
  userId: string,
  by?: string,
  changes?: AuditChanges,
): Promise<void> {
  const subject = { kind: 'account', id: userId } as const;
  return recordAudit(transaction, actor, { action, subject, details: by ? { by } : {}, ...(changes && { changes }) });
}

/** In the caller's transaction, where there is one. */
export function within(db: Db, work: (transaction: Transaction<IdentityTables>) => Promise<void>): Promise<void> {
  return db.isTransaction ? work(db as Transaction<IdentityTables>) : db.transaction().execute(work);
}

async function insertAccount(
  transaction: Db,
  actor: Actor,
  secrets: Secrets,
  given: { poolName: string; email: string; nickname: string; password: string; status: UserStatus },
): Promise<string | null> {
  const userId = randomUUID();
  const inserted = await insertUser(transaction, {
    user_id: userId,
    email: given.email,
    status: given.status,
    attributes: { nickname: given.nickname },
    password_sealed: sealPassword(secrets, { poolName: given.poolName, userId }, given.password),
  });
  if (!inserted) return null;
  // The operator hands the password to the person they mean: no email has to confirm that.
  await updateUser(transaction, userId, { email_verified: true });
  await record(transaction, actor, 'account.created', userId);
  return userId;
}
