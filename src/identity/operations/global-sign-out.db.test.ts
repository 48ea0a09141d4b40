import { expect, test } from 'vitest';
import { email, serveIdentity } from '../../../test/parts/serve-identity.ts';

const service = serveIdentity();

test('ends every sign-in at once, with its refresh token', async () => {
  const first = await service.signedIn();
  const second = await service.identity.signIn(email);
  expect((await service.identity.call('GlobalSignOut', { AccessToken: first.AccessToken })).body).toEqual({});
  for (const { AccessToken, RefreshToken } of [first, second]) {
    const user = await service.identity.call('GetUser', { AccessToken });
    expect(user.body.message).toBe('Access Token has been revoked');
    const renewed = await service.identity.call('GetTokensFromRefreshToken', { RefreshToken });
    expect(renewed.body.message).toBe('Refresh Token has been revoked');
  }
});

test('refuses a token that is none', async () => {
  expect((await service.identity.call('GlobalSignOut', { AccessToken: 'x' })).body.__type).toBe(
    'NotAuthorizedException',
  );
});
