import { expect, test } from 'vitest';
import { serveIdentity } from '../../../test/parts/serve-identity.ts';

const service = serveIdentity();

const login = (IdToken: string) => ({ [service.identity.pool.issuer.replace(/^\w+:\/\//, '')]: IdToken });
const call = (action: string, input: object) => service.identity.call(`AWSCognitoIdentityService.${action}`, input);

async function identityOf(IdToken: string) {
  const { body } = await call('GetId', {
    IdentityPoolId: service.identity.pool.identityPoolId,
    Logins: login(IdToken),
  });
  return body.IdentityId;
}

test('gives credentials of an hour for one’s own identity', async () => {
  const { IdToken } = await service.signedIn();
  const IdentityId = await identityOf(IdToken);
  const { body } = await call('GetCredentialsForIdentity', { IdentityId, Logins: login(IdToken) });
  const inAnHour = Math.floor(service.identity.now().getTime() / 1_000) + 3_600;
  expect(body).toMatchObject({
    IdentityId,
    Credentials: { AccessKeyId: expect.stringMatching(/^ASIA/), Expiration: expect.closeTo(inAnHour, -2) },
  });
});

test('refuses the identity of somebody else, with a login and without one', async () => {
  const IdentityId = await identityOf((await service.signedIn()).IdToken);
  await service.identity.register('eve@example.com');
  const eve = await service.identity.signIn('eve@example.com');
  for (const Logins of [login(eve.IdToken), {}])
    expect((await call('GetCredentialsForIdentity', { IdentityId, Logins })).body).toEqual({
      __type: 'NotAuthorizedException',
      message: 'Access to Identity is forbidden.',
    });
});
