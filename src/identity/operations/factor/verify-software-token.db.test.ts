import { expect, test } from 'vitest';
import { serveIdentity } from '../../../../test/parts/serve-identity.ts';

const service = serveIdentity();

const verify = (AccessToken: string, UserCode: string) =>
  service.identity.call('VerifySoftwareToken', { AccessToken, UserCode });

test('takes the secret into force with its first code', async () => {
  const { AccessToken } = await service.signedIn();
  const { SecretCode } = (await service.identity.call('AssociateSoftwareToken', { AccessToken })).body;
  expect((await verify(AccessToken, service.identity.totpCode(SecretCode))).body).toEqual({ Status: 'SUCCESS' });
  const SoftwareTokenMfaSettings = { Enabled: true };
  const turnedOn = await service.identity.call('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings });
  expect(turnedOn.status).toBe(200);
});

test('refuses a wrong code, and a code where no secret is waiting', async () => {
  const { AccessToken } = await service.signedIn();
  expect((await verify(AccessToken, '123456')).body.__type).toBe('InvalidParameterException');
  await service.identity.call('AssociateSoftwareToken', { AccessToken });
  expect((await verify(AccessToken, 'wrong')).body).toEqual({
    __type: 'EnableSoftwareTokenMFAException',
    message: 'Code mismatch',
  });
});
