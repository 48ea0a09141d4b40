import { expect, test } from 'vitest';
import { password } from '../../../test/parts/identity.ts';
import { email, serveIdentity } from '../../../test/parts/serve-identity.ts';

const service = serveIdentity();

async function begin() {
  const { AccessToken } = await service.signedIn();
  await service.identity.call('SetUserMFAPreference', { AccessToken, EmailMfaSettings: { Enabled: true } });
  const AuthParameters = { USERNAME: email, PASSWORD: password };
  return (await service.identity.call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters })).body;
}

const respond = (input: object) => service.identity.call('RespondToAuthChallenge', input);

test('answers tokens when the last challenge is met', async () => {
  const { ChallengeName, Session } = await begin();
  const ChallengeResponses = { USERNAME: email, EMAIL_OTP_CODE: service.identity.codeFor(email) };
  const { body } = await respond({ ChallengeName, Session, ChallengeResponses });
  expect(body.AuthenticationResult).toMatchObject({ TokenType: 'Bearer' });
});

test.each([
  ['a challenge that there is not', { ChallengeName: 'SMS_MFA' }, 'InvalidParameterException'],
  ['another client', { ChallengeName: 'EMAIL_OTP', ClientId: 'another' }, 'ResourceNotFoundException'],
  ['an answer without a session', { ChallengeName: 'EMAIL_OTP' }, 'NotAuthorizedException'],
])('refuses %s', async (_what, input, type) => {
  expect((await respond(input)).body.__type).toBe(type);
});
