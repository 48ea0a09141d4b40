import { expect, test } from 'vitest';
import { createPasskey } from '../../../../test/clients/passkey.ts';
import { serveIdentity } from '../../../../test/parts/serve-identity.ts';

const service = serveIdentity();

test('takes the passkey away: it signs in no more', async () => {
  const { AccessToken } = await service.signedIn();
  const passkey = createPasskey(service.identity.address);
  await service.addPasskey(AccessToken, passkey);
  const given = { AccessToken, CredentialId: passkey.id };
  expect((await service.identity.call('DeleteWebAuthnCredential', given)).body).toEqual({});
  expect((await service.signInWithPasskey(passkey)).body.__type).toBe('NotAuthorizedException');
});

test('does not find the passkey of somebody else', async () => {
  const { AccessToken } = await service.signedIn();
  const passkey = createPasskey(service.identity.address);
  await service.addPasskey(AccessToken, passkey);
  await service.identity.register('eve@example.com');
  const eve = await service.identity.signIn('eve@example.com');
  const given = { AccessToken: eve.AccessToken, CredentialId: passkey.id };
  expect((await service.identity.call('DeleteWebAuthnCredential', given)).body).toEqual({
    __type: 'ResourceNotFoundException',
    message: 'Passkey does not exist.',
  });
  expect((await service.signInWithPasskey(passkey)).status).toBe(200);
});
