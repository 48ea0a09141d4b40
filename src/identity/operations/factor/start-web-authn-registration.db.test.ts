import { expect, test } from 'vitest';
import { createPasskey } from '../../../../test/clients/passkey.ts';
import { email, serveIdentity } from '../../../../test/parts/serve-identity.ts';

const service = serveIdentity();

const start = (AccessToken: string) => service.identity.call('StartWebAuthnRegistration', { AccessToken });

test('says what the browser is to make, and which passkeys there are already', async () => {
  const { AccessToken, userId } = await service.signedIn();
  const passkey = createPasskey(service.identity.address);
  await service.addPasskey(AccessToken, passkey);
  expect((await start(AccessToken)).body.CredentialCreationOptions).toMatchObject({
    rp: { id: new URL(service.identity.address).hostname, name: 'Hearth' },
    user: { id: Buffer.from(userId).toString('base64url'), name: email, displayName: 'Ada' },
    excludeCredentials: [{ id: passkey.id }],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
});

test('refuses a token that is none', async () => {
  expect((await start('x')).body.__type).toBe('NotAuthorizedException');
});
