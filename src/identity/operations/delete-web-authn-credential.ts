import { z } from 'zod';
import { readAccess } from '../access.ts';
import { changeFactors, news } from '../change-factors.ts';
import { notFound } from '../errors.ts';
import { accessToken, text } from '../input.ts';
import { operation } from '../operation.ts';
import { deletePasskey } from '../passkey.store.ts';

const input = z.object({ AccessToken: accessToken, CredentialId: text(2_048) });

export const deleteWebAuthnCredential = operation(input, async (given, service) => {
  const { user } = await readAccess(service, given.AccessToken);
  await changeFactors(service, user, [news.passkeyRemoved], async (transaction) => {
    if (!(await deletePasskey(transaction, user.user_id, given.CredentialId)))
      throw notFound('Passkey does not exist.');
  });
  return {};
});
