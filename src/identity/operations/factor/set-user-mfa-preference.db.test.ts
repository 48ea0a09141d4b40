import { expect, test } from 'vitest';
import { password } from '../../../../test/parts/identity.ts';
import { email, serveIdentity } from '../../../../test/parts/serve-identity.ts';

const service = serveIdentity();

test('turns the code by mail on: it is asked for at the next sign-in', async () => {
  const { AccessToken } = await service.signedIn();
  const given = { AccessToken, EmailMfaSettings: { Enabled: true } };
  expect((await service.identity.call('SetUserMFAPreference', given)).body).toEqual({});
  const AuthParameters = { USERNAME: email, PASSWORD: password };
  const { body } = await service.identity.call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters });
  expect(body.ChallengeName).toBe('EMAIL_OTP');
});

test.each([
  ['SMS', { SMSMfaSettings: { Enabled: true } }],
  ['an authenticator app that was never verified', { SoftwareTokenMfaSettings: { Enabled: true } }],
  [
    'two preferences',
    { SoftwareTokenMfaSettings: { PreferredMfa: true }, EmailMfaSettings: { Enabled: true, PreferredMfa: true } },
  ],
])('refuses %s', async (_what, settings) => {
  const { AccessToken } = await service.signedIn();
  const { body } = await service.identity.call('SetUserMFAPreference', { AccessToken, ...settings });
  expect(body.__type).toBe('InvalidParameterException');
});
