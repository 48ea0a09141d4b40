import type { Transaction } from 'kysely';
import { z } from 'zod';
import { forgetAttempts } from '../attempts.ts';
import { spendCode } from '../codes.ts';
import { forgetRemembered } from '../device.store.ts';
import { alongside, checkClient, clientId, code, password, username } from '../input.ts';
import { operation } from '../operation.ts';
import { deletePasskeys } from '../passkey.store.ts';
import { checkPolicy, sealPassword } from '../passwords.ts';
import type { IdentityTables } from '../schema.ts';
import { passwordChangedMessage } from '../send-code.ts';
import { revokeSessions } from '../session.store.ts';
import { findSubject } from '../subject.ts';
import { updateUser } from '../user.store.ts';

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
  service.limits.mayProve(call.address);
  const { userId, user } = await findSubject(service, given.Username);
  const spent = { subject: userId, purpose: 'reset' as const, code: given.ConfirmationCode, now: service.now() };
  const reset = async (transaction: Transaction<IdentityTables>) => {
    if (!user) return;
    await updateUser(transaction, userId, {
      status: 'CONFIRMED',
      email_verified: true,
      // What stands in an account that was never confirmed may be from somebody who does not read this mailbox.
      ...(user.status === 'UNCONFIRMED' && { attributes: '{}' }),
      password_sealed: sealPassword(service.secrets, { poolName: service.pool.name, userId }, given.Password),
    });
    await revokeSessions(transaction, userId, service.now());
    await forgetRemembered(transaction, userId);
    await deletePasskeys(transaction, userId);
    await forgetAttempts(transaction, userId);
    await service.sendMail(transaction, passwordChangedMessage(service.pool.shopName, user.email));
  };
  await spendCode(service.db, service.secrets, spent, reset).catch(async (error) => {
    await service.limits.failedProof(call.address);
    throw error;
  });
  return {};
});
