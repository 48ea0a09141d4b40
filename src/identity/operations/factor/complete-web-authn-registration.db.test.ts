import { expect, test } from 'vitest';
import { createPasskey } from '../../../../test/clients/passkey.ts';
import { serveIdentity } from '../../../../test/parts/serve-identity.ts';

const service = serveIdentity();

const refused = { __type: 'WebAuthnChallengeNotFoundException' };

test('adds the passkey, which signs in from then on', async () => {
  const { AccessToken } = await service.signedIn();
  const passkey = createPasskey(service.identity.address);
  expect((await service.addPasskey(AccessToken, passkey)).status).toBe(200);
  expect((await service.signInWithPasskey(passkey)).body.AuthenticationResult).toBeDefined();
});

test('refuses a challenge that was made for somebody else, and one that was used', async () => {
  const { AccessToken } = await service.signedIn();
  await service.identity.register('eve@example.com');
  const eve = await service.identity.signIn('eve@example.com');
  const { body } = await service.identity.call('StartWebAuthnRegistration', { AccessToken });
  const options = body.CredentialCreationOptions ?? { challenge: '' };
  const complete = (token: string) => {
    const Credential = createPasskey(service.identity.address).create(options);
    return service.identity.call('CompleteWebAuthnRegistration', { AccessToken: token, Credential });
  };
  expect((await complete(eve.AccessToken)).body).toMatchObject(refused);
  expect((await complete(AccessToken)).body, 'it was used').toMatchObject(refused);
});

test('refuses a passkey of another site', async () => {
  const { AccessToken } = await service.signedIn();
  const { body } = await service.addPasskey(AccessToken, createPasskey('https://elsewhere.example'));
  expect(body).toMatchObject(refused);
});

test('lets an account have twenty at most', async () => {
  const { AccessToken, userId } = await service.signedIn();
  const rows = Array.from({ length: 20 }, (_, number) => ({
    credential_id: `passkey-${number}`,
    user_id: userId,
    name: 'Passkey',
    public_key: Buffer.of(1),
    counter: 0,
    transports: '[]',
    relying_party: 'localhost',
  }));
  await service.database.kysely.insertInto('identity.passkey').values(rows).execute();
  const add = () => service.addPasskey(AccessToken, createPasskey(service.identity.address));
  expect((await add()).body.__type).toBe('LimitExceededException');
  await service.identity.call('DeleteWebAuthnCredential', { AccessToken, CredentialId: 'passkey-0' });
  expect((await add()).status).toBe(200);
});
