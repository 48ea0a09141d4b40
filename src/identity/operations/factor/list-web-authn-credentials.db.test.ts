import { expect, test } from 'vitest';
import { createPasskey } from '../../../../test/clients/passkey.ts';
import { serveIdentity } from '../../../../test/parts/serve-identity.ts';

const service = serveIdentity();

test('lists one’s own passkeys, and nobody else’s', async () => {
  const { AccessToken } = await service.signedIn();
  const passkey = createPasskey(service.identity.address);
  await service.addPasskey(AccessToken, passkey);
  expect((await service.identity.call('ListWebAuthnCredentials', { AccessToken })).body).toEqual({
    Credentials: [
      {
        CredentialId: passkey.id,
        FriendlyCredentialName: expect.stringMatching(/^Passkey of \d{4}-\d\d-\d\d$/),
        RelyingPartyId: new URL(service.identity.address).hostname,
        AuthenticatorTransports: ['internal'],
        CreatedAt: expect.any(Number),
      },
    ],
  });
  await service.identity.register('eve@example.com');
  const eve = await service.identity.signIn('eve@example.com');
  const { body } = await service.identity.call('ListWebAuthnCredentials', { AccessToken: eve.AccessToken });
  expect(body).toEqual({ Credentials: [] });
});

test('refuses a token that is none', async () => {
  expect((await service.identity.call('ListWebAuthnCredentials', { AccessToken: 'x' })).body.__type).toBe(
    'NotAuthorizedException',
  );
});
