import { expect, test } from 'vitest';
import { email, serveIdentity } from '../../../test/parts/serve-identity.ts';

const service = serveIdentity();

const login = (IdToken: string) => ({ [service.identity.pool.issuer.replace(/^\w+:\/\//, '')]: IdToken });
const call = (action: string, input: object) => service.identity.call(`AWSCognitoIdentityService.${action}`, input);

const getId = (Logins: object) => call('GetId', { IdentityPoolId: service.identity.pool.identityPoolId, Logins });

test('answers the same identity at each sign-in', async () => {
  const first = await getId(login((await service.signedIn()).IdToken));
  expect(first.body.IdentityId).toMatch(/^local:/);
  const second = await getId(login((await service.identity.signIn(email)).IdToken));
  expect(second.body.IdentityId).toBe(first.body.IdentityId);
});

test('refuses guests where guest access is off, and the token of another provider', async () => {
  expect((await getId({})).body.message).toBe('Unauthenticated access is not supported for this identity pool.');
  const { IdToken } = await service.signedIn();
  expect((await getId({ 'accounts.elsewhere.example': IdToken })).body.__type).toBe('NotAuthorizedException');
});
