import type { Kysely } from 'kysely';
import { z } from 'zod';
import { findSubject } from '../accounts/subject.ts';
import { updateUser } from '../accounts/user.store.ts';
import { spendCode } from '../codes/codes.ts';
import { alongside, checkClient, clientId, code, username } from '../protocol/input.ts';
import { operation } from '../protocol/operation.ts';
import type { IdentityTables } from '../schema.ts';

const input = z.object({
  ClientId: clientId,
  Username: username,
  ConfirmationCode: code,
  ForceAliasCreation: z.boolean().nullish(),
  ...alongside,
});

export const confirmSignUp = operation(input, async (given, service, call) => {
  checkClient(service, given.ClientId);
  service.limits.mayProve(call.address);
  const { userId, user } = await findSubject(service, given.Username);
  const spent = { subject: userId, purpose: 'sign_up' as const, code: given.ConfirmationCode, now: service.now() };
  const confirm = async (transaction: Kysely<IdentityTables>) => {
    if (user?.status === 'UNCONFIRMED')
      await updateUser(transaction, userId, { status: 'CONFIRMED', email_verified: true });
  };
  await spendCode(service.db, service.secrets, spent, confirm).catch(async (error) => {
    await service.limits.failedProof(call.address);
    throw error;
  });
  return {};
});
