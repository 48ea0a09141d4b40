import { expect, test } from 'vitest';
import { serveIdentity } from '../../../test/parts/serve-identity.ts';

const service = serveIdentity();

const renew = (RefreshToken: string, more: object = {}) =>
  service.identity.call('GetTokensFromRefreshToken', { RefreshToken, ...more });

test('answers new tokens, and no new refresh token', async () => {
  const { RefreshToken } = await service.signedIn();
  const { AuthenticationResult } = (await renew(RefreshToken)).body;
  expect(AuthenticationResult?.RefreshToken).toBeUndefined();
  const { status } = await service.identity.call('GetUser', { AccessToken: AuthenticationResult?.AccessToken });
  expect(status).toBe(200);
});

test('refuses an access token in its place, and another client', async () => {
  const { AccessToken, RefreshToken } = await service.signedIn();
  expect((await renew(AccessToken)).body.message).toBe('Invalid Refresh Token');
  expect((await renew(RefreshToken, { ClientId: 'another' })).body.__type).toBe('ResourceNotFoundException');
});
