import { expect, test } from 'vitest';
import { serveIdentity } from '../../../test/parts/serve-identity.ts';

const service = serveIdentity();

const revoke = (Token: string) => service.identity.call('RevokeToken', { Token });

test('ends the sign-in of the refresh token; one that is unknown is no error', async () => {
  const { AccessToken, RefreshToken } = await service.signedIn();
  expect((await revoke('unknown')).body).toEqual({});
  expect((await revoke(RefreshToken)).body).toEqual({});
  expect((await service.identity.call('GetUser', { AccessToken })).body.message).toBe('Access Token has been revoked');
});

test('refuses an access token: it revokes none', async () => {
  const { AccessToken } = await service.signedIn();
  expect((await revoke(AccessToken)).body.__type).toBe('UnsupportedTokenTypeException');
  expect((await service.identity.call('GetUser', { AccessToken })).status).toBe(200);
});
