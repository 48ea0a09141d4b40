import { z } from 'zod';
import { news } from '../../accounts/security-notices.ts';
import { changeFactors } from '../../factors/change-factors.ts';
import { deletePasskey } from '../../factors/passkey.store.ts';
import { notFound } from '../../protocol/errors.ts';
import { accessToken, text } from '../../protocol/input.ts';
import { operation } from '../../protocol/operation.ts';
import { readAccess } from '../../sessions/access.ts';

const input = z.object({ AccessToken: accessToken, CredentialId: text(2_048) });

export const deleteWebAuthnCredential = operation(input, async (given, service) => {
  const { user } = await readAccess(service, given.AccessToken);
  await changeFactors(service, user, [news.passkeyRemoved], async (transaction) => {
    if (!(await deletePasskey(transaction, user.user_id, given.CredentialId)))
      throw notFound('Passkey does not exist.');
  });
  return {};
});
