import type { Transaction } from 'kysely';
import { z } from 'zod';
import { passwordChangedNotice } from '../accounts/security-notices.ts';
import { findSubject } from '../accounts/subject.ts';
import { lockUser, updateUser } from '../accounts/user.store.ts';
import { spendCode } from '../codes/codes.ts';
import { forgetRemembered } from '../factors/device.store.ts';
import { deletePasskeys } from '../factors/passkey.store.ts';
import { forgetAttempts } from '../guard/attempt.store.ts';
import { readOwnerProof } from '../guard/owner-proof.ts';
import { passwordMarkOf } from '../passwords/password-mark.ts';
import { checkPolicy, sealPassword } from '../passwords/passwords.ts';
import { codeMismatch, expiredCode } from '../protocol/errors.ts';
import { alongside, checkClient, clientId, code, password, username } from '../protocol/input.ts';
import { operation } from '../protocol/operation.ts';
import type { IdentityTables, User } from '../schema.ts';
import type { Service } from '../service.ts';
import { revokeSessions } from '../sessions/revoke-sessions.ts';

const input = z.object({
  ClientId: clientId,
  Username: username,
  ConfirmationCode: code,
  Password: password,
  ...alongside,
});

/**
 * Sets the password, ends every sign-in, and asks every device for the second factor again. Passkeys go: whoever was in the
 * account before may have added one.
 */
export const confirmForgotPassword = operation(input, async (given, service, call) => {
  checkClient(service, given.ClientId);
  // Before the code is looked at: a password that is too short must not use it up.
  checkPolicy(given.Password, service.pool.passwordPolicy);
  // Six digits can be guessed, so they are good for a few tries; the link of the mail cannot.
  const isCode = /^\s*\d{1,10}\s*$/.test(given.ConfirmationCode);
  if (isCode) service.limits.mayProve(call.address);
  const { userId, user } = await findSubject(service, given.Username);
  const spent = { subject: userId, purpose: 'reset' as const, code: given.ConfirmationCode, now: service.now() };
  const reset = async (transaction: Transaction<IdentityTables>) => {
    if (!user) return;
    await updateUser(transaction, userId, {
      status: 'CONFIRMED',
      email_verified: true,
      // Attributes of an account that was never confirmed may be from somebody who does not read this mailbox.
      ...(user.status === 'UNCONFIRMED' && { attributes: '{}' }),
      password_sealed: sealPassword(service.secrets, { poolName: service.pool.name, userId }, given.Password),
    });
    await revokeSessions(transaction, userId, service.now());
    await forgetRemembered(transaction, userId);
    await deletePasskeys(transaction, userId);
    await forgetAttempts(transaction, userId);
    await service.sendMail(transaction, passwordChangedNotice(service.pool.shopName, user.email));
  };
  const proved = isCode
    ? spendCode(service.db, service.secrets, spent, reset)
    : spendProof(service, user, given.ConfirmationCode, reset);
  await proved.catch(async (error) => {
    if (!isCode) service.limits.mayProve(call.address);
    await service.limits.failedProof(call.address);
    throw error;
  });
  return {};
});

/** The link of a mail does once what the code beside it does; `reset` gives the account the password that ends all such links. */
async function spendProof(
  service: Service,
  user: User | null,
  text: string,
  reset: (transaction: Transaction<IdentityTables>) => Promise<void>,
): Promise<void> {
  const read = readOwnerProof(service, text);
  if (!read.ok) throw read.fault === 'expired' ? expiredCode() : codeMismatch();
  const { state: proof } = read;
  if (proof.userId !== user?.user_id) throw codeMismatch();
  await service.db.transaction().execute(async (transaction) => {
    const locked = await lockUser(transaction, proof.userId);
    if (!locked || passwordMarkOf(locked) !== proof.passwordMark) throw expiredCode();
    await reset(transaction);
  });
}
