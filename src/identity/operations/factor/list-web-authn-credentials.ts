import { z } from 'zod';
import { listPasskeys } from '../../factors/passkey.store.ts';
import { accessToken } from '../../protocol/input.ts';
import { operation } from '../../protocol/operation.ts';
import { readAccess } from '../../sessions/access.ts';

const input = z.object({
  AccessToken: accessToken,
  MaxResults: z.int().min(0).max(20).nullish(),
  NextToken: z.string().max(256).nullish(),
});

/** All at once: nobody has more passkeys than fit on a page. */
export const listWebAuthnCredentials = operation(input, async (given, service) => {
  const { user } = await readAccess(service, given.AccessToken);
  const passkeys = await listPasskeys(service.db, user.user_id);
  return {
    Credentials: passkeys.map((passkey) => ({
      CredentialId: passkey.credential_id,
      FriendlyCredentialName: passkey.name,
      RelyingPartyId: passkey.relying_party,
      AuthenticatorTransports: passkey.transports,
      CreatedAt: passkey.created_at.getTime() / 1_000,
    })),
  };
});
