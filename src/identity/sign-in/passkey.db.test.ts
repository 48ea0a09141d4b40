// Signing in with a passkey.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSdk } from '../../../test/clients/cognito-sdk.ts';
import { createPasskey } from '../../../test/clients/passkey.ts';
import { password } from '../../../test/parts/identity.ts';
import { email, serveIdentity } from '../../../test/parts/serve-identity.ts';

const service = serveIdentity();
let users: ReturnType<typeof openSdk>['users'];
let ClientId: string;
let AccessToken: string;
let userId: string;

beforeAll(() => {
  users = openSdk(service.identity).users;
  ClientId = service.identity.pool.clientId;
});
beforeEach(async () => {
  service.identity.stopClock();
  ({ AccessToken, userId } = await service.signedIn());
});

describe('a passkey without an address', () => {
  async function ask() {
    const AuthParameters = { PREFERRED_CHALLENGE: 'WEB_AUTHN' };
    const { ChallengeParameters, Session } = await users.initiateAuth({
      ClientId,
      AuthFlow: 'USER_AUTH',
      AuthParameters,
    });
    return { options: JSON.parse(ChallengeParameters?.CREDENTIAL_REQUEST_OPTIONS ?? '{}'), Session };
  }

  const answer = (Session: string | undefined, credential: object) =>
    users.respondToAuthChallenge({
      ClientId,
      ChallengeName: 'WEB_AUTHN',
      Session,
      ChallengeResponses: { USERNAME: '', CREDENTIAL: JSON.stringify(credential) },
    });

  /** Whose the passkey says it is, as authenticators keep it. */
  const of = (credential: ReturnType<ReturnType<typeof createPasskey>['get']>, whose: string) => ({
    ...credential,
    response: { ...credential.response, userHandle: Buffer.from(whose).toString('base64url') },
  });

  test('signs in whoever it was made for, and asks the browser for nobody in particular', async () => {
    const passkey = createPasskey(service.identity.address);
    await service.addPasskey(AccessToken, passkey);
    const { options, Session } = await ask();
    expect(options).not.toHaveProperty('allowCredentials');
    expect(options).toMatchObject({ userVerification: 'required' });
    const { AuthenticationResult } = await answer(Session, of(passkey.get(options), userId));
    expect((await users.getUser({ AccessToken: AuthenticationResult?.AccessToken })).Username).toBe(userId);
  });

  test('signs in nobody else, and nobody who does not say whose it is; a challenge is good once', async () => {
    const passkey = createPasskey(service.identity.address);
    await service.addPasskey(AccessToken, passkey);
    const eve = await service.identity.register('eve@example.com');
    const refused = { name: 'NotAuthorizedException' };
    for (const whose of [eve, '', 'somebody', '00000000-0000-0000-0000-000000000000']) {
      const { options, Session } = await ask();
      await expect(answer(Session, of(passkey.get(options), whose)), whose).rejects.toMatchObject(refused);
    }
    const { options, Session } = await ask();
    const signed = of(passkey.get(options), userId);
    await answer(Session, signed);
    await expect(answer(Session, signed)).rejects.toMatchObject(refused);
  });

  test('is the one way to begin without an address', async () => {
    for (const AuthParameters of [{}, { PREFERRED_CHALLENGE: 'EMAIL_OTP' }, { PREFERRED_CHALLENGE: 'PASSWORD' }])
      await expect(users.initiateAuth({ ClientId, AuthFlow: 'USER_AUTH', AuthParameters })).rejects.toMatchObject({
        name: 'InvalidParameterException',
      });
  });
});

test('wrong passwords of others do not keep a passkey from its owner', async () => {
  const passkey = createPasskey(service.identity.address);
  await service.addPasskey(AccessToken, passkey);
  const begin = (PASSWORD: string) =>
    service.identity.call('InitiateAuth', {
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD },
    });
  for (let time = 0; time < 5; time++) await begin('wrong horse');
  expect((await begin(password)).body.message).toBe('Password attempts exceeded');
  expect((await service.signInWithPasskey(passkey)).status).toBe(200);
});
