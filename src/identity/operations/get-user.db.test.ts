import { expect, test } from 'vitest';
import { email, serveIdentity } from '../../../test/parts/serve-identity.ts';

const service = serveIdentity();

test('tells the attributes and the second factors of whoever has the token', async () => {
  const { AccessToken, userId } = await service.signedIn();
  await service.identity.call('SetUserMFAPreference', {
    AccessToken,
    EmailMfaSettings: { Enabled: true, PreferredMfa: true },
  });
  expect((await service.identity.call('GetUser', { AccessToken })).body).toEqual({
    Username: userId,
    UserAttributes: [
      { Name: 'sub', Value: userId },
      { Name: 'email', Value: email },
      { Name: 'email_verified', Value: 'true' },
      { Name: 'nickname', Value: 'Ada' },
    ],
    UserMFASettingList: ['EMAIL_OTP'],
    PreferredMfaSetting: 'EMAIL_OTP',
  });
});

test('refuses the ID token in place of the access token', async () => {
  const { IdToken } = await service.signedIn();
  expect((await service.identity.call('GetUser', { AccessToken: IdToken })).body).toEqual({
    __type: 'NotAuthorizedException',
    message: 'Invalid Access Token',
  });
});
