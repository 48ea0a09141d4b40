// Claims of ID tokens about how their owner signed in, and when.
import { decodeJwt } from 'jose';
import { beforeEach, expect, test } from 'vitest';
import { createPasskey } from '../../../test/clients/passkey.ts';
import { password } from '../../../test/parts/identity.ts';
import { email, serveIdentity } from '../../../test/parts/serve-identity.ts';

const service = serveIdentity();
let AccessToken: string;

beforeEach(async () => {
  ({ AccessToken } = await service.signedIn());
});

type Result = { body: { AuthenticationResult?: { IdToken: string; RefreshToken: string }; message?: string } };

function claimsOf({ body }: Result) {
  if (!body.AuthenticationResult) throw new Error(JSON.stringify(body));
  return decodeJwt(body.AuthenticationResult.IdToken);
}

const withPassword = () =>
  service.identity.call('InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: password },
  });

const byMail = () =>
  service.identity.call('InitiateAuth', {
    AuthFlow: 'USER_AUTH',
    AuthParameters: { USERNAME: email, PREFERRED_CHALLENGE: 'EMAIL_OTP' },
  });

const answer = ({ body }: Awaited<ReturnType<typeof withPassword>>, responses: object) =>
  service.identity.call('RespondToAuthChallenge', {
    ChallengeName: body.ChallengeName,
    Session: body.Session,
    ChallengeResponses: { USERNAME: email, ...responses },
  });

async function useAuthenticator(): Promise<() => { SOFTWARE_TOKEN_MFA_CODE: string }> {
  const { identity } = service;
  const secret = (await identity.call('AssociateSoftwareToken', { AccessToken })).body.SecretCode;
  await identity.call('VerifySoftwareToken', { AccessToken, UserCode: identity.totpCode(secret) });
  await identity.call('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings: { Enabled: true } });
  identity.wait(30);
  return () => ({ SOFTWARE_TOKEN_MFA_CODE: identity.totpCode(secret) });
}

test('[B-03] a password alone is one factor, and so is a code by mail alone', async () => {
  expect(claimsOf(await withPassword()).amr).toEqual(['pwd']);
  const asked = await byMail();
  expect(claimsOf(await answer(asked, { EMAIL_OTP_CODE: service.identity.codeFor(email) })).amr).toEqual(['otp']);
});

test('[B-03] a code of an authenticator app makes two factors, after a password and after a code by mail', async () => {
  const code = await useAuthenticator();
  expect(claimsOf(await answer(await withPassword(), code())).amr).toEqual(['pwd', 'otp', 'mfa']);
  service.identity.wait(30);
  const mailed = await answer(await byMail(), { EMAIL_OTP_CODE: service.identity.codeFor(email) });
  expect(claimsOf(await answer(mailed, code())).amr).toEqual(['otp', 'mfa']);
});

test('[B-03] a passkey, which checks its owner too, is two factors', async () => {
  const passkey = createPasskey(service.identity.address);
  await service.addPasskey(AccessToken, passkey);
  expect(claimsOf(await service.signInWithPasskey(passkey)).amr).toEqual(['pop', 'mfa']);
});

test('[B-03] renewed tokens say the same, and when their owner signed in', async () => {
  const code = await useAuthenticator();
  const { body } = await answer(await withPassword(), code());
  const before = claimsOf({ body });
  service.identity.wait(1_200);
  const RefreshToken = body.AuthenticationResult?.RefreshToken;
  const renewed = claimsOf(await service.identity.call('GetTokensFromRefreshToken', { RefreshToken }));
  expect(renewed).toMatchObject({ amr: ['pwd', 'otp', 'mfa'], auth_time: before.auth_time });
  expect(Number(renewed.iat)).toBeGreaterThan(Number(before.iat));
});

test('[B-03] tokens that are renewed after a proof of the moment say when it was given', async () => {
  service.identity.stopClock();
  const { body } = await withPassword();
  const before = claimsOf({ body });
  service.identity.wait(1_200);
  const { AccessToken: current, RefreshToken } = body.AuthenticationResult ?? {};
  const prove = (Answer: string) =>
    service.identity.call('HearthAccounts.ProveOwner', { AccessToken: current, Answer });
  const renew = async () => claimsOf(await service.identity.call('GetTokensFromRefreshToken', { RefreshToken }));
  await prove('wrong horse');
  expect((await renew()).auth_time, 'a wrong one proves nothing').toBe(before.auth_time);
  await prove(password);
  expect(await renew()).toMatchObject({ amr: ['pwd'], auth_time: Number(before.auth_time) + 1_200 });
});
